/// The rules of a probe's list. They follow a first rule that lets the page detect whether the list is
/// active.
enum ConformanceContent: Sendable {
  case rules([ConformanceRule])
  /// This number of rules in total. All but the first are identical and match nothing, because only their
  /// number matters.
  case copies(count: Int)
  /// This number of rules in total. All but the first match any URL, but only on a site that does not exist.
  ///
  /// With 65,535 of these rules, WebKit has been observed to abort, which would crash Safari at every start.
  /// WebKit's source shows the exact limit, so the probe tests only the number that Sluice could write.
  case conditions(count: Int)
  /// Rules with selectors that make the list exactly this size.
  case padding(bytes: Int)

  /// Whether the list is written only for size tests. These lists are 127 MB in total.
  var isLarge: Bool {
    switch self {
    case .rules: false
    case .copies, .conditions, .padding: true
    }
  }

  /// Returns the list as JSON, and the number of rules of each action.
  func list(of probe: ConformanceProbe) -> (json: [UInt8], actions: [String: Int]) {
    let alive = probe.block(ConformanceTrial.alive.name)
    var json = Array("[\(alive.json)".utf8)
    var actions = [alive.action.name: 1]
    func add(_ rule: ConformanceRule) {
      json.append(contentsOf: ",\n\(rule.json)".utf8)
      actions[rule.action.name, default: 0] += 1
    }
    switch self {
    case .rules(let rules): for rule in rules { add(rule) }
    case .copies(let count):
      let copy = ConformanceRule(urlFilter: "^sluice-none:", members: [], action: .block)
      for _ in 1..<count { add(copy) }
    case .conditions(let count):
      for number in 1..<count {
        let site = "\"if-domain\":[\"x\(number).sluice.invalid\"]"
        add(ConformanceRule(urlFilter: ".*", members: [site], action: .block))
      }
    case .padding(let bytes):
      // The selectors differ, so that WebKit cannot merge rules.
      var number = 0
      let end = 2
      while json.count + end < bytes {
        let rule = Self.padded(number, by: 0)
        let room = bytes - json.count - end - rule.json.utf8.count - 2
        // If less than two paddings remain, this rule takes the entire space and is the last rule.
        add(Self.padded(number, by: room < 2 * Self.padding ? max(room, 0) : Self.padding))
        number += 1
      }
    }
    json.append(contentsOf: "]\n".utf8)
    return (json, actions)
  }

  /// The number of bytes that are added to each rule of a padded list.
  private static let padding = 2048

  private static func padded(_ number: Int, by count: Int) -> ConformanceRule {
    let selector = ".sluice-none-\(number)-" + String(repeating: "x", count: count)
    return ConformanceRule(urlFilter: "^sluice-none:", members: [], action: .hide(selector: selector))
  }
}
