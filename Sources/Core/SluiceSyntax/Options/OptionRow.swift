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

  /// Returns the words of a column.
  static func words(_ text: StaticString) -> [String] {
    text.description.utf8.split(separator: ASCII.space).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether `~` can precede the option.
  var isNegatable: Bool { if case .invalid = negation { false } else { true } }

  /// The option that is equivalent to the negation of this option; nil if no option is.
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
    _ role: OptionRole, _ meaning: StaticString, aliases: StaticString = "",
    value: OptionDefinition.Value = .never, _ form: OptionValueForm = .text, of values: StaticString = "",
    negation: OptionNegation = .invalid
  ) -> Self {
    Self(
      role: role, meaning: meaning, aliases: aliases, value: value, form: form, values: values,
      negation: negation)
  }

  static func requestType(_ meaning: StaticString, aliases: StaticString = "") -> Self {
    row(.requestType, meaning, aliases: aliases, negation: .meaningful)
  }

  static func party(_ meaning: StaticString, aliases: StaticString, opposite: OptionKind) -> Self {
    row(.party, meaning, aliases: aliases, negation: .opposite(opposite))
  }

  static func domains(_ meaning: StaticString, aliases: StaticString = "") -> Self {
    row(.domains, meaning, aliases: aliases, value: .required, .domains)
  }

  /// An exception whose `~` form is the default.
  static func pageException(
    _ meaning: StaticString, aliases: StaticString = "", value: OptionDefinition.Value = .never
  ) -> Self {
    row(.pageException, meaning, aliases: aliases, value: value, negation: .isDefaultInExceptions)
  }
}
