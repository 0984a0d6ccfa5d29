import ContentBlocker

/// In which of two forms a list is written. Both mean the same.
public enum ListForm: String, CaseIterable, Codable, Hashable, Sendable {
  /// Case counts in patterns of hosts alone, where it makes no difference: WebKit compiles lists in a fifth less
  /// time (measured).
  case compile
  /// Case counts only where filters ask for it, which saves 36 bytes for each such rule: a fifth of a large list.
  case size
}

/// Which form is wanted.
public enum FormPreference: String, CaseIterable, Hashable, Sendable {
  /// ``ListForm/compile``, unless a list would then be larger than it may be or should be for the target.
  case auto
  /// ``ListForm/compile`` always.
  case compile
  /// ``ListForm/size`` always.
  case size
}

/// Chooses the form of lists. The choice depends on the rules and the options alone.
package struct FormChoice {
  private let preference: FormPreference
  /// Beyond how many bytes the smaller form is taken, because more are not wanted or not advised; nil for never.
  private let maximum: Int?
  private let advised: Int?

  package init(_ options: ConversionOptions) {
    preference = options.preferredForm
    maximum = options.maximumBytes
    advised = options.target.advisedSize?.bytes
  }

  /// The form for a list of these rules, which are in the other one.
  package func form(of rules: [Rule]) -> ListForm {
    switch preference {
    case .compile: return .compile
    case .size: return .size
    case .auto:
      // What is advised is no sharper than an estimate, and to count all bytes takes a twelfth of a conversion.
      if let advised, RuleList(rules).estimatedSize > advised { return .size }
      if let maximum, RuleList(rules).encodedSize > maximum { return .size }
      return .compile
    }
  }
}

extension [Rule] {
  /// Brings rules as conversions make them into a form.
  package mutating func bring(into form: ListForm) {
    if form == .size { ignoreCaseOfHosts() }
  }
}
