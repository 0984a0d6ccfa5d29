import JSON
import TrackerRadar

/// Scripts that take the place of those that rules block, for the page's own world.
public struct PageSurrogates: Sendable {
  /// How many scripts there are.
  public var count: Int { scripts.count }

  private let rules: [TrackerPageRule]
  private let scripts: [(name: String, script: SurrogateScript)]

  /// The names of the scripts that rules run, in order.
  public static func names(in rules: [TrackerPageRule]) -> [String] {
    Set(rules.compactMap { if case .surrogate(let name) = $0.deed { name } else { nil } }).sorted()
  }

  /// Surrogates; nil where the rules run none.
  ///
  /// - Parameters:
  ///   - rules: Where they run: `TrackerRadar.surrogateRules(suffixes:)`.
  ///   - scripts: The scripts by their names. What is not among them is not run.
  public init?(_ rules: [TrackerPageRule], scripts: [String: SurrogateScript]) {
    let used = Self.names(in: rules).compactMap { name in scripts[name].map { (name, $0) } }
    guard !used.isEmpty else { return nil }
    self.rules = rules
    self.scripts = used
  }

  /// The data of `Page/surrogates.js`. It stands outside of the strict function of the script, as scripts need not be strict.
  func javaScript() -> [UInt8] {
    let names = Set(scripts.map(\.name))
    var output = Array("{\nrules: ".utf8)
    output += TrackerPageRule.javaScript(rules) { deed in
      if case .surrogate(let name) = deed, names.contains(name) { name } else { "" }
    }
    output += ",\nscripts: { __proto__: null".utf8
    for (name, script) in scripts {
      var key = JSONWriter(.outsideASCII)
      key.append(name)
      // In brackets, since `__proto__` is no name of a member otherwise.
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
