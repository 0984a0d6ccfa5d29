/// A pseudo-element that WebKit accepts in the selector of a content blocker. It accepts the names in the
/// table, which was measured like that of the pseudo-classes, and all names that begin with `-webkit-`.
struct PseudoElement: Sendable {
  var argument: Argument = .none
  var traits: Traits = []
  var follow: Follow = .logical
  /// The features of the pseudo-element that not every WebKit version supports.
  var features: SelectorFeatures = []

  /// The grammar of the argument.
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
    /// Allowed after `::slotted()`.
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
      _ names: StaticString, _ follow: Follow = .logical, _ traits: Traits = [], _ argument: Argument = .none,
      since features: SelectorFeatures = []
    ) {
      table.add(
        names: names,
        PseudoElement(argument: argument, traits: traits, follow: follow, features: features))
    }
    add("before after", .logical, [.singleColon, .afterSlotted])
    add("first-letter first-line", .logical, .singleColon)
    add("marker backdrop", .logical, .afterSlotted)
    add("selection", .selection)
    add("placeholder file-selector-button", .userAction, .afterSlottedLater)
    add("cue", .userAction, [], .optionalCompoundList)
    add("slotted", .slotted, [], .compound)
    add("part", .part, [], .identifiers)
    add("-webkit-resizer -webkit-scrollbar -webkit-scrollbar-button", .scrollbar)
    add("-webkit-scrollbar-corner -webkit-scrollbar-thumb", .scrollbar)
    add("-webkit-scrollbar-track -webkit-scrollbar-track-piece", .scrollbar)
    add("details-content", .element, .afterSlottedLater, since: .states)
    add("highlight", .logical, [], .identifier, since: .states)
    add("grammar-error spelling-error", .logical, since: .states)
    add("view-transition", since: .transitions)
    add("view-transition-group view-transition-image-pair", .transition, [], .transition, since: .transitions)
    add("view-transition-old view-transition-new", .transition, [], .transition, since: .transitions)
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

  /// Returns the features that WebKit needs for a pseudo-element after this one.
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
  static func named(_ css: Span<UInt8>, _ name: Range<Int>) -> PseudoElement? {
    if let element = table.entry(for: css, name) { return element }
    let prefix = "-webkit-"
    guard name.count >= prefix.utf8.count else { return nil }
    for (index, byte) in zip(name, prefix.utf8) where css[index].asciiLowercased != byte { return nil }
    return vendor
  }
}
