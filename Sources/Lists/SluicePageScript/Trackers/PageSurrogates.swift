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
