import JSON
import TrackerRadar

/// Scripts that take the place of those that rules block, for the page's own world.
public struct PageSurrogates: Sendable {
  /// How many scripts there are.
  public var count: Int { scripts.count }

  private let rules: [SurrogateRule]
  private let scripts: [(name: String, script: SurrogateScript)]

  /// The names of the scripts that rules run, in order.
  public static func names(in rules: [SurrogateRule]) -> [String] {
    Set(rules.compactMap(\.surrogate)).sorted()
  }

  /// Surrogates; nil where the rules run none.
  ///
  /// - Parameters:
  ///   - rules: Where they run: ``TrackerRadar/TrackerRadar/surrogateRules(suffixes:)``.
  ///   - scripts: The scripts by their names. What is not among them is not run.
  public init?(_ rules: [SurrogateRule], scripts: [String: SurrogateScript]) {
    let used = Self.names(in: rules).compactMap { name in scripts[name].map { (name, $0) } }
    guard !used.isEmpty else { return nil }
    self.rules = rules
    self.scripts = used
  }

  /// The data of `Page/surrogates.js`. It stands outside of the strict function of the script, as scripts need not be strict.
  func javaScript() -> [UInt8] {
    let names = Set(scripts.map(\.name))
    var output = Array("{\nrules: ".utf8)
    var json = JSONWriter(.outsideASCII)
    json.array { json in
      for rule in rules { json.object { Self.append(rule, runs: names, to: &$0) } }
    }
    output += json.bytes
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

  private static func append(_ rule: SurrogateRule, runs names: Set<String>, to json: inout JSONWriter) {
    json.key("hosts")
    json.array(rule.hosts.map { String(decoding: $0, as: UTF8.self) })
    json.add("path", rule.urlFilter?.description ?? "")
    json.add("run", rule.surrogate.flatMap { names.contains($0) ? $0 : nil } ?? "")
    let pages = rule.pages
    if !pages.included.isEmpty || !pages.exact.isEmpty { json.add("on", text(pages.included)) }
    if !pages.excluded.isEmpty { json.add("not", text(pages.excluded)) }
    if !pages.exact.isEmpty { json.add("at", text(pages.exact)) }
    if !pages.included.isEmpty, pages.holdsElsewhere { json.add("all", true) }
  }

  /// Each host between blanks, so that one can be looked for.
  private static func text(_ hosts: [[UInt8]]) -> String {
    " " + hosts.map { String(decoding: $0, as: UTF8.self) + " " }.joined()
  }
}
