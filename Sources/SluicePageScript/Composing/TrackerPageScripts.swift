import SluiceText
import SluiceTrackers

/// Scripts for the page's own world that replace scripts that rules block.
public struct PageSurrogates: Sendable {
  /// The number of scripts.
  public var count: Int { scripts.count }

  private let rules: [TrackerPageRule]
  private let scripts: [(name: String, script: SurrogateScript)]

  /// Returns the names of the scripts that rules use, sorted.
  public static func names(in rules: [TrackerPageRule]) -> [String] {
    Set(rules.compactMap { if case .surrogate(let name) = $0.action { name } else { nil } }).sorted()
  }

  /// Creates surrogates. Returns nil if the rules use none of the scripts.
  ///
  /// - Parameters:
  ///   - rules: The rules from `TrackerRadar.surrogateRules(suffixes:)`.
  ///   - scripts: The scripts by name. Missing scripts are skipped.
  public init?(_ rules: [TrackerPageRule], scripts: [String: SurrogateScript]) {
    let used = Self.names(in: rules).compactMap { name in scripts[name].map { (name, $0) } }
    guard !used.isEmpty else { return nil }
    self.rules = rules
    self.scripts = used
  }

  /// Returns the data for `Page/surrogates.js`. It is outside of the script's strict function, because
  /// surrogates may need sloppy mode.
  func javaScript() -> [UInt8] {
    let names = Set(scripts.map(\.name))
    var output = Array("{\nrules: ".utf8)
    output += TrackerPageRule.javaScript(rules) { action in
      if case .surrogate(let name) = action, names.contains(name) { name } else { "" }
    }
    output += ",\nscripts: { __proto__: null".utf8
    for (name, script) in scripts {
      var key = JSONWriter(.outsideASCII)
      key.append(name)
      // Brackets make any name a property. Without them, `__proto__` would set the prototype.
      output += ",\n[".utf8
      output += key.bytes
      output += "]: function () {\n".utf8
      output += script.text
      output += "\n}".utf8
    }
    output += " } }".utf8
    return output
  }
}

/// Tracker requests that the script in the page's own world blocks, because no WebKit rule can express them.
public struct BlockedPageRequests: Sendable {
  private let rules: [(request: PageRequest, rules: [TrackerPageRule])]

  /// Creates the rules for the requests that the tracker data blocks but that WebKit rules cannot. Returns nil if rules
  /// can block all of them.
  ///
  /// - Parameter radar: The tracker data with all its exceptions.
  public init?(_ radar: TrackerRadar) {
    let blockedRequests = radar.unsupportedRules()
    rules = PageRequest.allCases.compactMap { request in blockedRequests[request].map { (request, $0) } }
    if rules.isEmpty { return nil }
  }

  /// The number of distinct regexes that block requests.
  public var count: Int {
    Set(rules.flatMap(\.rules).filter { $0.action == .block }.map(\.address)).count
  }

  /// Returns the data for `Page/block-requests.js`.
  func javaScript() -> [UInt8] {
    var output = Array("{ __proto__: null".utf8)
    for (request, rules) in rules {
      output += ",\n\(request.rawValue): ".utf8
      output += TrackerPageRule.javaScript(rules) { $0 == .block ? "block" : "" }
    }
    output += " }".utf8
    return output
  }
}

extension TrackerPageRule {
  /// Returns rules in the format of `Page/tracker-rules.js`.
  ///
  /// - Parameter run: Returns the value of `run` for an action. It is empty for rules that run nothing.
  static func javaScript(_ rules: [TrackerPageRule], run: (Action) -> String) -> [UInt8] {
    var json = JSONWriter(.outsideASCII)
    json.array { json in
      for rule in rules {
        json.object { json in
          json.add("hosts", texts: rule.hosts.map { String(decoding: $0, as: UTF8.self) })
          switch rule.address {
          case .any: json.add("path", text: "")
          case .urlFilter(let filter, let isCaseSensitive):
            json.add("path", text: filter.description)
            if isCaseSensitive { json.add("cased", flag: true) }
          case .regex(let regex, let host):
            json.add("path", text: String(decoding: regex, as: UTF8.self))
            json.add("as", text: host.map { String(decoding: $0, as: UTF8.self) } ?? "")
          }
          json.add("run", text: run(rule.action))
          rule.pages.append(to: &json)
        }
      }
    }
    return json.bytes
  }
}

extension TrackerPageRule.Pages {
  fileprivate func append(to json: inout JSONWriter) {
    if !included.isEmpty || !exact.isEmpty { json.add("on", text: text(included)) }
    if !excluded.isEmpty { json.add("not", text: text(excluded)) }
    if !exact.isEmpty { json.add("at", text: text(exact)) }
    if !included.isEmpty, holdsElsewhere { json.add("all", flag: true) }
  }

  /// Returns the hosts separated by spaces, with a space at both ends, so that the script can search for a
  /// host with its spaces.
  private func text(_ hosts: [[UInt8]]) -> String {
    " " + hosts.map { String(decoding: $0, as: UTF8.self) + " " }.joined()
  }
}
