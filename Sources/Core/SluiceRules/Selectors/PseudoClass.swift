/// A pseudo-class that WebKit accepts in the selector of a content blocker, and its grammar.
///
/// The table was measured on WebKitGTK 2.50.6 with 38,938 lowercase words from its binary and with the names
/// in the CSS specifications. Each word was tried without an argument and with eleven arguments; only the
/// names in ``PseudoClassName`` compile. Names that are new in 2.54 were added. `:open` and `:popover-open`
/// are omitted on purpose.
///
/// If any WebKit version from 2.38 to 2.54 rejects a name, that name has a feature, because these versions
/// drop the whole rule.
struct PseudoClass: Sendable {
  var name: PseudoClassName
  var argument: Argument
  var traits: Traits
  var features: SelectorFeatures

  /// The grammar of the argument.
  enum Argument: Sendable {
    case none, forgivingList, list, relativeList, optionalCompound
    case nth, nthOfSelector, languages, identifier
    /// Integers, or no argument.
    case optionalIntegers
    /// Names that the page defines.
    case names
  }

  /// Properties that determine the allowed positions of a pseudo-class.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8
    /// Allowed after every pseudo-element.
    static let logical = Traits(rawValue: 1)
    /// Allowed after pseudo-elements that users interact with.
    static let userAction = Traits(rawValue: 2)
    /// Allowed after `::-webkit-scrollbar` and its parts.
    static let scrollbar = Traits(rawValue: 4)
    /// Not allowed after `::part()`.
    static let structural = Traits(rawValue: 8)
    /// Allowed after `::selection`.
    static let selection = Traits(rawValue: 16)
    /// Allowed after the parts of a view transition.
    static let transition = Traits(rawValue: 32)
  }

  static let table: NameTable<PseudoClass> = {
    var table = NameTable<PseudoClass>(capacity: PseudoClassName.allCases.count)
    for name in PseudoClassName.allCases {
      let (argument, traits) = name.grammar
      table.add(
        name.rawValue,
        PseudoClass(name: name, argument: argument, traits: traits, features: name.features))
    }
    return table
  }()
}

extension PseudoClassName {
  fileprivate var grammar: (PseudoClass.Argument, PseudoClass.Traits) {
    switch self {
    case .is, .where, .matches, .webkitAny: (.forgivingList, .logical)
    case .not: (.list, .logical)
    case .has: (.relativeList, .logical)
    case .hover, .active: (.none, [.userAction, .scrollbar])
    case .focus, .focusVisible, .focusWithin: (.none, .userAction)
    case .onlyChild: (.none, [.structural, .transition])
    case .firstChild, .lastChild, .firstOfType, .lastOfType, .onlyOfType, .empty, .root:
      (.none, .structural)
    case .nthChild, .nthLastChild: (.nthOfSelector, .structural)
    case .nthOfType, .nthLastOfType: (.nth, .structural)
    case .lang: (.languages, [])
    case .dir: (.identifier, [])
    case .host: (.optionalCompound, [])
    case .link, .visited, .anyLink, .webkitAnyLink, .target, .scope, .defined, .checked, .default,
      .indeterminate, .optional, .required, .valid, .invalid, .inRange, .outOfRange, .readOnly, .readWrite,
      .placeholderShown, .autofill, .webkitAutofill, .autofillAndObscured, .autofillStrongPassword,
      .autofillStrongPasswordViewable, .drag, .webkitFullScreen, .fullscreen, .modal, .playing, .paused,
      .seeking, .buffering, .stalled, .muted, .volumeLocked, .past, .future:
      (.none, [])
    case .enabled, .disabled: (.none, .scrollbar)
    case .windowInactive: (.none, [.scrollbar, .selection])
    case .start, .end, .increment, .decrement, .horizontal, .vertical, .singleButton, .doubleButton,
      .noButton, .cornerPresent:
      (.none, .scrollbar)
    case .userValid, .userInvalid, .activeViewTransition: (.none, [])
    case .state: (.identifier, [])
    case .heading: (.optionalIntegers, [])
    case .activeViewTransitionType: (.names, [])
    }
  }

  /// The features that a WebKit version must support to accept this pseudo-class.
  fileprivate var features: SelectorFeatures {
    switch self {
    case .has: .has
    case .fullscreen: .spellings
    case .userValid, .userInvalid: .userValidity
    case .focusVisible: .focusVisible
    case .state: .states
    case .activeViewTransition, .activeViewTransitionType, .heading: .transitions
    case .is, .where, .matches, .webkitAny, .not, .hover, .active, .focus, .focusWithin, .firstChild,
      .lastChild,
      .onlyChild, .firstOfType, .lastOfType, .onlyOfType, .empty, .root, .nthChild, .nthLastChild, .nthOfType,
      .nthLastOfType, .lang, .dir, .host, .link, .visited, .anyLink, .webkitAnyLink, .target, .scope,
      .defined,
      .checked, .default, .indeterminate, .optional, .required, .valid, .invalid, .inRange, .outOfRange,
      .readOnly, .readWrite, .placeholderShown, .autofill, .webkitAutofill, .autofillAndObscured,
      .autofillStrongPassword, .autofillStrongPasswordViewable, .drag, .webkitFullScreen, .modal, .playing,
      .paused, .seeking, .buffering, .stalled, .muted, .volumeLocked, .past, .future, .enabled, .disabled,
      .windowInactive, .start, .end, .increment, .decrement, .horizontal, .vertical, .singleButton,
      .doubleButton, .noButton, .cornerPresent:
      []
    }
  }
}
