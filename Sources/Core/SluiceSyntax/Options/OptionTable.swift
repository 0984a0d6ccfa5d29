/// An option and its properties: one row of ``OptionTable``.
public struct OptionDefinition: Sendable {
  /// Whether an option takes a value.
  @frozen public enum Value: Sendable {
    /// The option never takes a value.
    case never
    /// The value is optional.
    case optional
    /// The option requires a value.
    case required
    /// The option requires a value, except in an exception, which then applies to all filters with the
    /// option.
    case requiredToAct
  }

  /// The kind of option.
  public var kind: OptionKind
  /// Other names of the option.
  public var aliases: [String]
  /// Whether the option takes a value.
  public var value: Value
  /// Whether `~` can precede the option.
  public var isNegatable: Bool
  /// The meaning of the option, for documentation.
  public var meaning: String
  /// The option that is equivalent to the negation of this option; nil if no option is.
  public var opposite: OptionKind? { kind.row.opposite }

  /// The usual name.
  public var name: String { kind.rawValue }

  /// Creates the definition of an option from its row.
  init(_ kind: OptionKind) {
    let row = kind.row
    self.kind = kind
    aliases = OptionRow.words(row.aliases)
    (value, isNegatable, meaning) = (row.value, row.isNegatable, row.meaning.description)
  }
}

/// The table of all options of Adblock Plus, uBlock Origin and AdGuard.
@frozen public enum OptionTable {
  /// The definitions in the order of the documentation: options with the same role together.
  public static let definitions = OptionRole.allCases.flatMap { role in
    OptionKind.allCases.compactMap { $0.row.role == role ? definition(of: $0) : nil }
  }

  /// Returns the definition of an option; nil for ``OptionKind/unknown``.
  public static func definition(of kind: OptionKind) -> OptionDefinition? {
    kind == .unknown ? nil : OptionDefinition(kind)
  }

  /// Returns the option with this name or alias, in any case.
  static func kind(of bytes: Span<UInt8>, _ name: ByteRange) -> OptionKind {
    // `_`, `__` and so on are AdGuard's noop option.
    if !name.isEmpty, bytes[name.lowerBound] == ASCII.underscore {
      return name.indices.contains { bytes[$0] != ASCII.underscore } ? .unknown : .noop
    }
    return byName.entry(for: bytes, name.indices) ?? .unknown
  }

  /// Names that other software, mainly browser APIs, uses for options, with the equivalent option.
  package static let foreignNames: [String: String] = [
    "fetch": "xmlhttprequest", "xml": "xmlhttprequest", "ajax": "xmlhttprequest", "main_frame": "document",
    "main-frame": "document", "mainframe": "document", "sub_frame": "subdocument", "sub-frame": "subdocument",
    "iframe": "subdocument", "imageset": "image", "img": "image", "images": "image", "js": "script",
    "javascript": "script", "scripts": "script", "style": "stylesheet", "style-sheet": "stylesheet",
    "stylesheets": "stylesheet", "video": "media", "audio": "media", "sendbeacon": "ping", "ws": "websocket",
    "third_party": "third-party", "thirdparty": "third-party", "first_party": "first-party",
    "firstparty": "first-party", "initiator": "domain", "site": "domain", "domains": "domain",
    "window": "popup", "genericcosmetic": "generichide", "case": "match-case", "csp_report": "csp",
  ]

  /// Returns whether the text is the name of an option.
  package static func isOption(_ bytes: Span<UInt8>, _ name: ByteRange) -> Bool {
    let kind = kind(of: bytes, name)
    return kind != .unknown && kind != .noop
  }

  private static let byName = {
    var table = NameTable<OptionKind>(capacity: 128)
    for kind in OptionKind.allCases where kind != .unknown {
      table.add(kind.rawValue, kind)
      table.add(names: kind.row.aliases, kind)
    }
    return table
  }()
}
