/// The result of matching a selector against an element.
@frozen public enum SelectorVerdict: Hashable, Sendable {
  case matches
  case fails
  /// The document does not determine whether the element matches.
  case undecided(SelectorDoubts)

  /// Returns whether both match.
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

  /// Returns whether at least one matches.
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

/// A reason why it is unknown whether an element matches.
@nonexhaustive public enum SelectorDoubt: UInt8, Hashable, Sendable, CaseIterable {
  /// The result depends on user actions: `:hover`, `:focus`.
  case userAction
  /// The result depends on user input: `:checked` of options, `:valid`.
  case formState
  /// The result depends on media playback or the window.
  case browserState
  /// The server may define the language.
  case language
  /// The direction depends on the text.
  case direction
  /// Scripts may define the element.
  case customElement
  /// The result depends on the fragment of the page's URL.
  case fragment
  /// The result depends on unknown surroundings of the element.
  case surroundings
  /// The evaluation would take too long.
  case work
  /// WebKit's behavior deviates from CSS.
  case engine

  /// A description of the reason.
  public var message: String {
    switch self {
    case .userAction: "it depends on what the user does"
    case .formState: "it depends on user input"
    case .browserState: "it depends on what the browser shows"
    case .language: "the language may be set by the server"
    case .direction: "the direction of the text is not set"
    case .customElement: "scripts may define the element"
    case .fragment: "it depends on the fragment of the page's URL"
    case .surroundings: "it depends on the surroundings of the element"
    case .work: "it would take too long to evaluate"
    case .engine: "WebKit differs from the CSS specification here"
    }
  }
}

/// The set of reasons why it is unknown whether an element matches.
public struct SelectorDoubts: OptionSet, Hashable, Sendable {
  /// The raw bits, one for each reason.
  public let rawValue: UInt16

  /// Creates a set from raw bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Creates a set with one reason.
  public init(_ doubt: SelectorDoubt) { rawValue = 1 << doubt.rawValue }

  /// The reasons in the set.
  public var all: [SelectorDoubt] { SelectorDoubt.allCases.filter { contains(SelectorDoubts($0)) } }
}

extension SelectorVerdict {
  /// Returns an undecided verdict for one reason.
  static func undecided(_ doubt: SelectorDoubt) -> SelectorVerdict { .undecided(SelectorDoubts(doubt)) }
}
