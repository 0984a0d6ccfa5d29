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

extension [Rule] {
  /// Changes rules from the form that conversions produce to another form.
  package mutating func rewrite(as form: ListForm) {
    if form == .size { ignoreCaseOfHosts() }
  }
}
