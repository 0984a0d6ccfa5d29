import SluiceText

/// An option and its properties: one row of ``OptionTable``.
package struct OptionDefinition: Sendable {
  /// Whether an option takes a value.
  package enum Value: Sendable {
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
  package var kind: OptionKind
  /// Other names of the option.
  package var aliases: [String]
  /// Whether the option takes a value.
  package var value: Value
  /// Whether `~` can precede the option.
  package var isNegatable: Bool
  /// The meaning of the option, for documentation.
  package var meaning: String
  /// The option that is equivalent to the negation of this option; nil if no option is.
  package var opposite: OptionKind? { kind.row.opposite }

  /// The usual name.
  package var name: String { kind.rawValue }

  init(_ kind: OptionKind) {
    let row = kind.row
    self.kind = kind
    aliases = OptionRow.words(row.aliases)
    (value, isNegatable, meaning) = (row.value, row.isNegatable, row.meaning.description)
  }
}

/// The table of all options of Adblock Plus, uBlock Origin and AdGuard.
package enum OptionTable {
  /// The definitions in the order of the documentation: options with the same role together.
  package static let definitions = OptionRole.allCases.flatMap { role in
    OptionKind.allCases.compactMap { $0.row.role == role ? definition(of: $0) : nil }
  }

  /// Returns the definition of an option; nil for ``OptionKind/unknown``.
  package static func definition(of kind: OptionKind) -> OptionDefinition? {
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
  package static func isOption(_ bytes: Span<UInt8>, name: ByteRange) -> Bool {
    let kind = kind(of: bytes, name)
    return kind != .unknown && kind != .noop
  }

  private static let byName = {
    var table = NameTable<OptionKind>(capacity: 128)
    for kind in OptionKind.allCases where kind != .unknown {
      table.add(kind.rawValue, entry: kind)
      table.add(names: kind.row.aliases, entry: kind)
    }
    return table
  }()
}

/// The properties of an option, without memory of their own.
package struct OptionRow: Sendable {
  /// The role of the option in its filter.
  package var role: OptionRole
  /// The meaning of the option, for documentation.
  package var meaning: StaticString
  /// Other names of the option, separated by spaces.
  var aliases: StaticString
  /// Whether the option takes a value.
  package var value: OptionDefinition.Value
  /// The syntax of the value.
  package var form: OptionValueForm
  /// All values of the option in lowercase, separated by spaces; empty if they have no fixed set.
  var values: StaticString
  /// The meaning of a `~` before the option.
  package var negation: OptionNegation

  /// Whether the option has other names.
  package var hasAliases: Bool { aliases.utf8CodeUnitCount > 0 }

  /// The lower-case values of an option with a fixed set of values; nil for other options.
  package var knownValues: [String]? {
    values.utf8CodeUnitCount == 0 ? nil : Self.words(values)
  }

  static func words(_ text: StaticString) -> [String] {
    text.description.utf8.split(separator: ASCII.space).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether `~` can precede the option.
  var isNegatable: Bool { if case .invalid = negation { false } else { true } }

  var opposite: OptionKind? { if case .opposite(let option) = negation { option } else { nil } }
}

/// The role of an option in its filter.
package enum OptionRole: CaseIterable, Hashable, Sendable {
  /// The filter applies to a type of request.
  case requestType
  /// The filter applies to a page, a window or a part of a page.
  case pageType
  /// The filter applies to first-party or third-party requests.
  case party
  /// The filter applies to pages or requests of domains.
  case domains
  /// Another condition on where the filter applies.
  case condition
  /// A change to how the filter applies.
  case modifier
  /// An exception for whole pages.
  case pageException
  /// An effect other than blocking.
  case effect
  /// No dialect has the option.
  case unknown
}

/// The syntax of an option's value.
package enum OptionValueForm: Sendable {
  case domains
  case names
  case namesWithCase
  case header
  /// Other text. Options without a value count as text.
  case text
}

/// The meaning of a `~` before an option.
package enum OptionNegation: Sendable {
  /// A `~` is not allowed.
  case invalid
  /// The filter means something else.
  case meaningful
  /// The filter means the same as with another option.
  case opposite(OptionKind)
  /// The filter means the same as without the option.
  case isDefault
  /// An exception means the same as without the option.
  case isDefaultInExceptions
}

extension OptionRow {
  static func row(
    _ role: OptionRole, meaning: StaticString, aliases: StaticString = "",
    value: OptionDefinition.Value = .never, form: OptionValueForm = .text, of values: StaticString = "",
    negation: OptionNegation = .invalid
  ) -> Self {
    Self(
      role: role, meaning: meaning, aliases: aliases, value: value, form: form, values: values,
      negation: negation)
  }

  static func requestType(_ meaning: StaticString, aliases: StaticString = "") -> Self {
    row(.requestType, meaning: meaning, aliases: aliases, negation: .meaningful)
  }

  static func party(_ meaning: StaticString, aliases: StaticString, opposite: OptionKind) -> Self {
    row(.party, meaning: meaning, aliases: aliases, negation: .opposite(opposite))
  }

  static func domains(_ meaning: StaticString, aliases: StaticString = "") -> Self {
    row(.domains, meaning: meaning, aliases: aliases, value: .required, form: .domains)
  }

  /// An exception whose `~` form is the default.
  static func pageException(
    _ meaning: StaticString, aliases: StaticString = "", value: OptionDefinition.Value = .never
  ) -> Self {
    row(.pageException, meaning: meaning, aliases: aliases, value: value, negation: .isDefaultInExceptions)
  }
}
