import SluiceRules

/// The form in which a rule list is written. Both forms behave the same.
@frozen public enum ListForm: String, CaseIterable, Hashable, Sendable {
  /// Patterns that consist of a host are case-sensitive, because case makes no difference there. WebKit
  /// compiles lists in this form in a fifth less time (measured).
  case compile
  /// Patterns are case-sensitive only if the filter requests it. This saves 36 bytes for each rule with a
  /// host as its pattern: a fifth of a large list.
  case size
}

/// The preferred form of rule lists.
@frozen public enum FormPreference: String, CaseIterable, Hashable, Sendable {
  /// ``ListForm/compile``, unless the list would exceed the maximum size or the size recommended for the
  /// target.
  case auto
  /// Always ``ListForm/compile``.
  case compile
  /// Always ``ListForm/size``.
  case size
}

/// Chooses the form of rule lists. The choice depends only on the rules and the options.
package struct FormChoice {
  private let preference: FormPreference
  /// The maximum size in bytes, or `nil` for no limit. Larger lists use the smaller form.
  private let maximum: Int?
  private let advised: Int?

  package init(_ options: ConversionOptions) {
    preference = options.preferredForm
    maximum = options.maximumBytes
    advised = options.target.advisedSize?.bytes
  }

  /// Returns the form for a list of these rules, which are in the form ``ListForm/compile``.
  package func form(of rules: [Rule]) -> ListForm {
    switch preference {
    case .compile: return .compile
    case .size: return .size
    case .auto:
      // The recommended size is only an estimate, and counting all bytes takes a twelfth of the conversion
      // time.
      if let advised, RuleList(rules).estimatedSize > advised { return .size }
      if let maximum, RuleList(rules).encodedSize > maximum { return .size }
      return .compile
    }
  }
}

extension [Rule] {
  /// Changes rules from the form that conversions produce to another form.
  package mutating func rewrite(as form: ListForm) {
    if form == .size { ignoreCaseOfHosts() }
  }
}
