/// Whether an element is one that a selector means.
public enum SelectorVerdict: Hashable, Sendable {
  case matches
  case fails
  /// What the document holds does not say it.
  case undecided(SelectorDoubts)

  /// Both must hold.
  static func && (left: SelectorVerdict, right: @autoclosure () -> SelectorVerdict) -> SelectorVerdict {
    switch left {
    case .fails: return .fails
    case .matches: return right()
    case .undecided(let doubts):
      switch right() {
      case .fails: return .fails
      case .matches: return left
      case .undecided(let more): return .undecided(doubts.union(more))
      }
    }
  }

  /// One must hold.
  static func || (left: SelectorVerdict, right: @autoclosure () -> SelectorVerdict) -> SelectorVerdict {
    !(!left && !right())
  }

  static prefix func ! (verdict: SelectorVerdict) -> SelectorVerdict {
    switch verdict {
    case .matches: .fails
    case .fails: .matches
    case .undecided: verdict
    }
  }

  init(_ holds: Bool) { self = holds ? .matches : .fails }
}

/// Why it is not known whether an element matches.
public enum SelectorDoubt: UInt8, Hashable, Sendable, CaseIterable {
  /// It depends on what the user does: `:hover`, `:focus`.
  case userAction
  /// It depends on what is filled in: `:checked` of options, `:valid`.
  case formState
  /// It depends on what plays, or on the window.
  case browserState
  /// The language may be said by the server.
  case language
  /// The direction follows from the text.
  case direction
  /// Scripts may define the element.
  case customElement
  /// It depends on the fragment of the page's URL.
  case fragment
  /// It depends on what is around the element, of which only itself is known.
  case surroundings
  /// It would take too long.
  case work
  /// WebKit's answer is not what CSS says.
  case engine

  /// What the doubt is, in plain words.
  public var message: String {
    switch self {
    case .userAction: "it depends on what the user does"
    case .formState: "it depends on what is filled in"
    case .browserState: "it depends on what the browser shows"
    case .language: "the language may be said by the server"
    case .direction: "the direction of the text is not said"
    case .customElement: "scripts may define the element"
    case .fragment: "it depends on the fragment of the page's URL"
    case .surroundings: "it depends on what is around the element"
    case .work: "it would take too long to say"
    case .engine: "WebKit does not do here what CSS says"
    }
  }
}

/// All reasons for which it is not known.
public struct SelectorDoubts: OptionSet, Hashable, Sendable {
  /// A bit for each doubt, by its number.
  public let rawValue: UInt16

  /// Reasons by their bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// One reason.
  public init(_ doubt: SelectorDoubt) { rawValue = 1 << doubt.rawValue }

  /// The reasons.
  public var all: [SelectorDoubt] { SelectorDoubt.allCases.filter { contains(SelectorDoubts($0)) } }
}

extension SelectorVerdict {
  /// Not known for one reason.
  static func undecided(_ doubt: SelectorDoubt) -> SelectorVerdict { .undecided(SelectorDoubts(doubt)) }
}
