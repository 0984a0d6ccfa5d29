import SluiceText

/// The definition of a scriptlet, from the comments in the first lines of its file.
///
///     // needs: cookies.js
///     // world: isolated
///     // uBlock Origin: name, value; path
///     // AdGuard: name, value, path, domain
///     // required: 2
///     // not read: `verbose`
///     // names in AdGuard: write-cookie
///
/// The arguments after a semicolon are pairs of a name and a value. Without the required arguments, which come
/// first, the scriptlet does nothing. Other lines are `trust: required`, which names with `trusted-` do without.
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
  private(set) var uBlockOrigin = Use()
  private(set) var adGuard = Use()
  /// The scriptlet as a snippet of Adblock Plus that is not a scriptlet elsewhere; see ``Snippet``.
  private(set) var adblockPlus = Use()
  /// The scriptlet for scripts of lists that page scripts understand; see ``AssigningScript``.
  private(set) var script = Use()
  /// The number of arguments without which the scriptlet does nothing.
  private(set) var required = 0
  /// The documented arguments that Sluice ignores.
  private(set) var unread = ""

  /// The definitions in all files of `Scripts`, sorted by name, and the mistakes in other files. A test
  /// verifies that no file has a mistake.
  static let library: (definitions: [ScriptletDefinition], mistakes: [Mistake]) = {
    var (definitions, mistakes): ([ScriptletDefinition], [Mistake]) = ([], [])
    for (file, text) in ScriptLibrary.all {
      do throws(Mistake) {
        if let definition = try ScriptletDefinition(file: file, text) { definitions.append(definition) }
      } catch {
        mistakes.append(error)
      }
    }
    return (definitions.sorted { $0.name < $1.name }, mistakes)
  }()

  /// A mistake in the first lines of a file.
  struct Mistake: Error, Hashable, CustomStringConvertible {
    let file: String
    /// The line, from 1.
    let line: Int
    let text: String

    var description: String { "\(file):\(line): unknown key or value: '\(text)'" }
  }

  private enum Key: String {
    /// ``ScriptFragment`` reads it.
    case needs
    case world, trust, required
    case uBlockOrigin = "uBlock Origin"
    case adGuard = "AdGuard"
    case adblockPlus = "Adblock Plus"
    case script
    case unread = "not read"
    case uBlockOriginNames = "names in uBlock Origin"
    case adGuardNames = "names in AdGuard"
  }

  /// Reads the lines `// key: value` with which a file begins; nil if it is not a scriptlet.
  init?(file: String, _ text: String) throws(Mistake) {
    name = String(file.dropLast(3))
    isTrusted = name.hasPrefix("trusted-")
    var rest = text.utf8[...]
    var number = 0
    while rest.starts(with: "// ".utf8) {
      let line = rest.dropFirst(3).prefix { $0 != ASCII.lineFeed }
      rest = rest[line.endIndex...].dropFirst()
      number += 1
      let key = line.prefix { $0 != ASCII.colon }
      let value = String(Substring(line[key.endIndex...].dropFirst(2)))
      guard let key = Key(rawValue: String(Substring(key))), read(key, value) else {
        throw Mistake(file: file, line: number, text: String(Substring(line)))
      }
    }
    guard uBlockOrigin.isKnown || adGuard.isKnown || adblockPlus.isKnown || script.isKnown else { return nil }
  }

  /// Reads a line and returns whether the key can have the value.
  private mutating func read(_ key: Key, _ value: String) -> Bool {
    switch key {
    case .needs: break
    case .world:
      guard let world = PageScript.World(rawValue: value) else { return false }
      self.world = world
    case .trust:
      isTrusted = true
      return value == "required"
    case .required:
      guard let count = Int(value) else { return false }
      required = count
    case .uBlockOrigin: uBlockOrigin.read(value)
    case .adGuard: adGuard.read(value)
    case .adblockPlus: adblockPlus.read(value)
    case .script: script.read(value)
    case .unread: unread = value
    case .uBlockOriginNames: uBlockOrigin.names = Self.list(value[...])
    case .adGuardNames: adGuard.names = Self.list(value[...])
    }
    return !value.isEmpty
  }

  private static func list(_ text: Substring) -> [String] {
    text.split(separator: ",").map { String($0.trimmed) }
  }
}
