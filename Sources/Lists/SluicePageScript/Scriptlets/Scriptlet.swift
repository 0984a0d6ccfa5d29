import SluiceConversion

/// A supported scriptlet: a file in `Scripts/Scriptlets`, whose first lines define it.
///
/// Equivalent scriptlets of uBlock Origin and AdGuard share a file. If their arguments have different
/// meanings, the function gets the dialect.
struct Scriptlet: Hashable, Sendable {
  /// The index in ``ScriptletDefinition/library``.
  private let number: Int

  /// All scriptlets, by name.
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

  /// Returns the scriptlet with the name of a file.
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
