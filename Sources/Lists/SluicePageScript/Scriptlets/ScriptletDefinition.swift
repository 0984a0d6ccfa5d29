import SluiceText

/// The definition of a scriptlet, from the comments in the first lines of its file.
///
///     // needs: cookies.js
///     // world: isolated
///     // uBlock Origin: name, value; path
///     // AdGuard: name, value, path, domain
///     // not read: `verbose`
///     // names in AdGuard: write-cookie
///
/// The arguments after a semicolon are pairs of a name and a value. Other lines are `trust: required`, which
/// names with `trusted-` do without, and `adds: style sheets`.
struct ScriptletDefinition: Sendable {
  /// The scriptlet in filters of one content blocker.
  struct Use: Sendable {
    /// Whether the content blocker documents the scriptlet.
    fileprivate(set) var isKnown = false
    /// The positional arguments, in order.
    fileprivate(set) var arguments: [String] = []
    /// The names of the optional arguments that can follow, each with a value.
    fileprivate(set) var options: [String] = []
    /// The names other than that of the file.
    fileprivate(set) var names: [String] = []

    /// The arguments as documentation.
    var text: String {
      guard isKnown else { return "–" }
      let all = arguments + options.map { "`\($0)`" }
      return all.isEmpty ? "none" : all.joined(separator: ", ")
    }

    /// Reads `a, b; name, name`.
    fileprivate mutating func read(_ text: String) {
      isKnown = true
      guard text != "none" else { return }
      let parts = text.split(separator: ";", omittingEmptySubsequences: false).map {
        ScriptletDefinition.list($0)
      }
      arguments = parts.first ?? []
      options = parts.count > 1 ? parts[1] : []
    }
  }

  /// The name of the file, without `.js`.
  let name: String
  private(set) var world = PageScript.World.page
  private(set) var isTrusted: Bool
  /// Whether the scriptlet adds style sheets to the document.
  private(set) var addsStyles = false
  private(set) var uBlockOrigin = Use()
  private(set) var adGuard = Use()
  /// The documented arguments that Sluice ignores.
  private(set) var unread = ""

  /// Reads the first lines of a file; nil if it is not a scriptlet.
  init?(file: String, _ text: String) {
    name = String(file.dropLast(3))
    isTrusted = name.hasPrefix("trusted-")
    for (key, value) in Self.header(of: text) {
      switch key {
      case "world": world = PageScript.World(rawValue: value) ?? .page
      case "trust": isTrusted = true
      case "adds": addsStyles = true
      case "uBlock Origin": uBlockOrigin.read(value)
      case "AdGuard": adGuard.read(value)
      case "not read": unread = value
      case "names in uBlock Origin": uBlockOrigin.names = Self.list(value[...])
      case "names in AdGuard": adGuard.names = Self.list(value[...])
      // `ScriptFragment` reads `needs`.
      case _: break
      }
    }
    guard uBlockOrigin.isKnown || adGuard.isKnown else { return nil }
  }

  /// Returns the lines `// key: value` with which a file begins.
  static func header(of text: String) -> [(key: String, value: String)] {
    var entries: [(key: String, value: String)] = []
    var rest = text.utf8[...]
    while rest.starts(with: "// ".utf8) {
      let line = rest.dropFirst(3).prefix { $0 != ASCII.lineFeed }
      rest = rest[line.endIndex...].dropFirst()
      let key = line.prefix { $0 != ASCII.colon }
      entries.append((String(Substring(key)), String(Substring(line[key.endIndex...].dropFirst(2)))))
    }
    return entries
  }

  private static func list(_ text: Substring) -> [String] {
    text.split(separator: ",").map { String($0.trimmed) }
  }
}
