/// What a probe's list has in it, besides a first rule by which the page sees that the list was taken.
enum ConformanceContent: Sendable {
  /// These rules.
  case rules([ConformanceRule])
  /// As many rules in all, which say the same and match nothing: only their number is tried.
  case copies(count: Int)
  /// As many rules in all, those behind the first for every address on a site of their own that there is not.
  ///
  /// With 65,535 of them WebKit has been seen to abort, and Safari would do so at every start. Where exactly is
  /// known from its source; what is asked is whether the number that Sluice could write is taken.
  case conditions(count: Int)
  /// Rules whose selectors are long enough for a list of just so many bytes.
  case padding(bytes: Int)

  /// Whether the list is written only when sizes are asked for: these are 127 MB.
  var isLarge: Bool {
    switch self {
    case .rules: false
    case .copies, .conditions, .padding: true
    }
  }

  /// The list as JSON, and how many rules of each action it has.
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
      // The selectors differ, so that nothing can make one of two.
      var number = 0
      let end = 2
      while json.count + end < bytes {
        let rule = Self.padded(number, by: 0)
        let room = bytes - json.count - end - rule.json.utf8.count - 2
        // The last rule takes what is left, unless that is too little for one more.
        add(Self.padded(number, by: room < 2 * Self.padding ? max(room, 0) : Self.padding))
        number += 1
      }
    }
    json.append(contentsOf: "]\n".utf8)
    return (json, actions)
  }

  /// How much longer than it must be a rule of a padded list is.
  private static let padding = 2048

  private static func padded(_ number: Int, by count: Int) -> ConformanceRule {
    let selector = ".sluice-none-\(number)-" + String(repeating: "x", count: count)
    return ConformanceRule(urlFilter: "^sluice-none:", members: [], action: .hide(selector: selector))
  }
}
