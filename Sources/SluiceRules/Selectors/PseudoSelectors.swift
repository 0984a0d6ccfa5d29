import SluiceText

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

  enum Argument: Sendable {
    case none, forgivingList, list, relativeList, optionalCompound
    case nth, nthOfSelector, languages, identifier
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
        entry: PseudoClass(name: name, argument: argument, traits: traits, features: name.features))
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

/// The pseudo-classes that WebKit accepts in the selector of a content blocker, by name.
package enum PseudoClassName: String, Hashable, Sendable, CaseIterable {
  case `is`, `where`, matches
  case webkitAny = "-webkit-any"
  case not, has
  case hover, active, focus
  case focusVisible = "focus-visible"
  case focusWithin = "focus-within"
  case firstChild = "first-child"
  case lastChild = "last-child"
  case onlyChild = "only-child"
  case firstOfType = "first-of-type"
  case lastOfType = "last-of-type"
  case onlyOfType = "only-of-type"
  case empty, root
  case nthChild = "nth-child"
  case nthLastChild = "nth-last-child"
  case nthOfType = "nth-of-type"
  case nthLastOfType = "nth-last-of-type"
  case lang, dir, host
  case link, visited
  case anyLink = "any-link"
  case webkitAnyLink = "-webkit-any-link"
  case target, scope, defined
  case checked, `default`, indeterminate, optional, required, valid, invalid
  case inRange = "in-range"
  case outOfRange = "out-of-range"
  case readOnly = "read-only"
  case readWrite = "read-write"
  case placeholderShown = "placeholder-shown"
  case autofill
  case webkitAutofill = "-webkit-autofill"
  case autofillAndObscured = "-webkit-autofill-and-obscured"
  case autofillStrongPassword = "-webkit-autofill-strong-password"
  case autofillStrongPasswordViewable = "-webkit-autofill-strong-password-viewable"
  case drag = "-webkit-drag"
  case webkitFullScreen = "-webkit-full-screen"
  case fullscreen, modal, playing, paused, seeking, buffering, stalled, muted
  case volumeLocked = "volume-locked"
  case past, future, enabled, disabled
  case windowInactive = "window-inactive"
  case start, end, increment, decrement, horizontal, vertical
  case singleButton = "single-button"
  case doubleButton = "double-button"
  case noButton = "no-button"
  case cornerPresent = "corner-present"
  case userValid = "user-valid"
  case userInvalid = "user-invalid"
  case state
  case activeViewTransition = "active-view-transition"
  case activeViewTransitionType = "active-view-transition-type"
  case heading
}

/// A pseudo-element that WebKit accepts in the selector of a content blocker. It accepts the names in the
/// table, which was measured like that of the pseudo-classes, and all names that begin with `-webkit-`.
struct PseudoElement: Sendable {
  var argument: Argument = .none
  var traits: Traits = []
  var follow: Follow = .logical
  /// The features of the pseudo-element that not every WebKit version supports.
  var features: SelectorFeatures = []

  enum Argument: Sendable {
    case none, optionalCompoundList, compound, identifier, identifiers
    /// The name or classes of a part in a view transition.
    case transition
  }

  /// Properties that determine the allowed forms of a pseudo-element.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8
    /// Can also be written with a single colon.
    static let singleColon = Traits(rawValue: 1)
    static let afterSlotted = Traits(rawValue: 2)
    /// Allowed after `::slotted()` in WebKit 2.54.
    static let afterSlottedLater = Traits(rawValue: 4)
  }

  /// The simple selectors that can follow a pseudo-element in the same compound selector.
  enum Follow: Sendable {
    /// Anything, because no pseudo-element precedes.
    case anything
    /// Only `:is()`, `:not()` and similar pseudo-classes.
    case logical
    /// The ``logical`` ones, and `:hover` and similar pseudo-classes.
    case userAction
    /// The ``logical`` ones, `:hover`, `:active`, and the states of scrollbars.
    case scrollbar
    /// The ``logical`` ones, and `:window-inactive`.
    case selection
    /// The ``logical`` ones, and pseudo-elements that are allowed after `::slotted()`.
    case slotted
    /// Pseudo-classes that do not depend on the tree, and all pseudo-elements except `::part()`.
    case part
    /// The ``logical`` ones, `:hover` and similar pseudo-classes, and all pseudo-elements.
    case element
    /// The ``logical`` ones, and `:only-child`.
    case transition
  }

  /// A `::-webkit-` pseudo-element that is not in the table. WebKit accepts every name with this prefix.
  static let vendor = PseudoElement(follow: .userAction)

  static let table: NameTable<PseudoElement> = {
    var table = NameTable<PseudoElement>(capacity: 32)
    func add(
      _ names: StaticString, follow: Follow = .logical, traits: Traits = [], argument: Argument = .none,
      since features: SelectorFeatures = []
    ) {
      table.add(
        names: names,
        entry: PseudoElement(argument: argument, traits: traits, follow: follow, features: features))
    }
    add("before after", follow: .logical, traits: [.singleColon, .afterSlotted])
    add("first-letter first-line", follow: .logical, traits: .singleColon)
    add("marker backdrop", follow: .logical, traits: .afterSlotted)
    add("selection", follow: .selection)
    add("placeholder file-selector-button", follow: .userAction, traits: .afterSlottedLater)
    add("cue", follow: .userAction, traits: [], argument: .optionalCompoundList)
    add("slotted", follow: .slotted, traits: [], argument: .compound)
    add("part", follow: .part, traits: [], argument: .identifiers)
    add("-webkit-resizer -webkit-scrollbar -webkit-scrollbar-button", follow: .scrollbar)
    add("-webkit-scrollbar-corner -webkit-scrollbar-thumb", follow: .scrollbar)
    add("-webkit-scrollbar-track -webkit-scrollbar-track-piece", follow: .scrollbar)
    add("details-content", follow: .element, traits: .afterSlottedLater, since: .states)
    add("highlight", follow: .logical, traits: [], argument: .identifier, since: .states)
    add("grammar-error spelling-error", follow: .logical, since: .states)
    add("view-transition", since: .transitions)
    add(
      "view-transition-group view-transition-image-pair", follow: .transition, traits: [],
      argument: .transition, since: .transitions)
    add(
      "view-transition-old view-transition-new", follow: .transition, traits: [], argument: .transition,
      since: .transitions)
    return table
  }()
}

extension PseudoElement.Follow {
  func allows(_ next: PseudoClass) -> Bool {
    switch self {
    case .anything: true
    case .logical, .slotted: next.traits.contains(.logical)
    case .userAction: !next.traits.isDisjoint(with: [.logical, .userAction])
    case .scrollbar: !next.traits.isDisjoint(with: [.logical, .scrollbar])
    case .selection: !next.traits.isDisjoint(with: [.logical, .selection])
    case .part: !next.traits.contains(.structural)
    case .element: !next.traits.isDisjoint(with: [.logical, .userAction])
    case .transition: !next.traits.isDisjoint(with: [.logical, .transition])
    }
  }

  func allows(_ next: PseudoElement) -> Bool {
    switch self {
    case .anything: true
    case .slotted: !next.traits.isDisjoint(with: [.afterSlotted, .afterSlottedLater])
    case .part: next.follow != .part
    case .element: true
    case .logical, .userAction, .scrollbar, .selection, .transition: false
    }
  }

  func features(of next: PseudoElement) -> SelectorFeatures {
    switch self {
    case .element: .detailsParts
    case .slotted: next.traits.contains(.afterSlotted) ? [] : .transitions
    case .anything, .logical, .userAction, .scrollbar, .selection, .part, .transition: []
    }
  }
}

extension PseudoElement {
  /// Returns the pseudo-element whose name is in the range, ignoring case; nil if WebKit does not support it.
  static func named(_ css: Span<UInt8>, name: Range<Int>) -> PseudoElement? {
    if let element = table.entry(for: css, name) { return element }
    let prefix = "-webkit-"
    guard name.count >= prefix.utf8.count else { return nil }
    for (index, byte) in zip(name, prefix.utf8) where css[index].asciiLowercased != byte { return nil }
    return vendor
  }
}
