import SluiceConversion
private import SluiceScriptTexts
import SluiceText

/// A supported scriptlet: a file in `Scripts/Scriptlets`, whose first lines define it.
///
/// Equivalent scriptlets of uBlock Origin and AdGuard share a file. If their arguments have different
/// meanings, the function gets the dialect.
struct Scriptlet: Hashable, Sendable {
  /// The index in ``ScriptletDefinition/library``.
  private let number: Int

  static let all = ScriptletDefinition.library.definitions.indices.map { Scriptlet(number: $0) }

  private static let uBlockOriginNames = names { $0.uBlockOrigin.names }
  private static let adGuardNames = names { $0.adGuard.names }

  /// Returns all scriptlets by name, where names that only one blocker has precede those of files. Snippets of
  /// Adblock Plus are left out.
  private static func names(_ own: (ScriptletDefinition) -> [String]) -> [String: Scriptlet] {
    let shared = all.filter { $0.definition.uBlockOrigin.isKnown || $0.definition.adGuard.isKnown }
    var names = Dictionary(shared.map { ($0.name, $0) }) { first, _ in first }
    for scriptlet in all { for name in own(scriptlet.definition) { names[name] = scriptlet } }
    return names
  }

  private static let files = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  static func named(_ name: String) -> Scriptlet? { files[name] }

  /// Returns the scriptlet with a name from a list, with or without `.js`, or nil if the name is unknown.
  ///
  /// AdGuard also accepts uBlock Origin's names with the prefix `ubo-` or with `.js`, and some of Adblock Plus's
  /// names with the prefix `abp-`.
  static func resolve(name: String, dialect: AdvancedAction.Syntax) -> Scriptlet? {
    let plain = name.hasSuffix(".js") ? String(name.dropLast(3)) : name
    switch dialect {
    case .uBlockOrigin: return uBlockOriginNames[plain]
    case .adGuard:
      if plain.hasPrefix("ubo-") { return resolve(name: String(plain.dropFirst(4)), dialect: .uBlockOrigin) }
      return adGuardNames[plain] ?? (plain == name ? nil : uBlockOriginNames[plain])
    }
  }

  var definition: ScriptletDefinition { ScriptletDefinition.library.definitions[number] }
  var name: String { definition.name }
  var world: PageScript.World { definition.world }

  /// Whether only trusted lists may use the scriptlet, because it can make a page run, store or request
  /// anything.
  var isTrusted: Bool { definition.isTrusted }

  /// A Markdown list of all scriptlets with their other names, arguments and ignored arguments.
  static var documentation: String {
    "\n"
      + all.map(\.definition).filter { $0.uBlockOrigin.isKnown || $0.adGuard.isKnown }.map { definition in
        let (uBlockOrigin, adGuard) = (definition.uBlockOrigin, definition.adGuard)
        let names = Set(uBlockOrigin.names + adGuard.names).sorted().map { "`\($0)`" }.joined(separator: ", ")
        let arguments =
          if !adGuard.isKnown {
            "uBlock Origin: \(uBlockOrigin.text)"
          } else if !uBlockOrigin.isKnown {
            "AdGuard: \(adGuard.text)"
          } else if uBlockOrigin.text == adGuard.text {
            uBlockOrigin.text
          } else {
            "uBlock Origin: \(uBlockOrigin.text); AdGuard: \(adGuard.text)"
          }
        let unread = definition.unread.isEmpty ? "" : "; not read: \(definition.unread)"
        return "- `\(definition.name)`\(names.isEmpty ? "" : " (\(names))"): \(arguments)\(unread)\n"
      }.joined()
  }
}

extension PageScript {
  /// Returns the names that the supported scriptlets have in a content blocker.
  package static func scriptletNames(in blocker: AdvancedAction.Syntax) -> [String] {
    Scriptlet.all.map(\.definition).flatMap { definition in
      let use =
        switch blocker {
        case .uBlockOrigin: definition.uBlockOrigin
        case .adGuard: definition.adGuard
        }
      return use.isKnown ? [definition.name] + use.names : []
    }
  }
}

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
  struct Use: Sendable {
    /// Whether the content blocker documents the scriptlet.
    fileprivate(set) var isKnown = false
    fileprivate(set) var arguments: [String] = []
    /// The names of the optional arguments that can follow, each with a value.
    fileprivate(set) var options: [String] = []
    /// The names other than that of the file.
    fileprivate(set) var names: [String] = []

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
      guard let key = Key(rawValue: String(Substring(key))), read(key, value: value) else {
        throw Mistake(file: file, line: number, text: String(Substring(line)))
      }
    }
    guard uBlockOrigin.isKnown || adGuard.isKnown || adblockPlus.isKnown || script.isKnown else { return nil }
  }

  /// Reads a line and returns whether the key can have the value.
  private mutating func read(_ key: Key, value: String) -> Bool {
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

/// The files of `Scripts`, which are compiled into C constants, by name. Names are unique across folders.
enum ScriptLibrary {
  static func file(_ name: String) -> [UInt8]? { texts[name].map { Array($0.utf8) } }

  static var all: [(name: String, text: String)] {
    texts.sorted { $0.key < $1.key }.map { (name: $0.key, text: $0.value) }
  }

  private static let texts: [String: String] = {
    var count = 0
    let first = page_script_texts(&count)
    // The array has `count` elements, each ending with NUL.
    let texts = UnsafeBufferPointer(start: first, count: count)
    return Dictionary(texts.map { (String(cString: $0.name), String(cString: $0.text)) }) { first, _ in first
    }
  }()
}
