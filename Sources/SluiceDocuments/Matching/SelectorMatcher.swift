import SluiceRules

/// A matcher for selectors and the elements of a document, as in WebKit before any script runs.
package struct SelectorMatcher: Sendable {
  /// The document whose elements are matched.
  package let document: HTMLDocument
  /// The element whose surroundings are unknown, because the document contains only this element.
  package let openElement: HTMLDocument.Node?
  /// For each node, the number of elements before it in the parent, and the total number in the parent.
  let positions: [(before: Int32, all: Int32)]
  /// For each node, the same numbers, counting only elements with the node's name.
  let positionsOfType: [(before: Int32, all: Int32)]

  /// Creates a matcher for a document. If `openElement` is given, everything outside it is unknown.
  package init(_ document: HTMLDocument, openElement: HTMLDocument.Node? = nil) {
    self.document = document
    self.openElement = openElement
    let elements = Array(document.elements)
    positions = Self.positions(of: elements, document) { Int64($0.parent) }
    positionsOfType = Self.positions(of: elements, document) { record in
      // A namespace takes two bits, and there are fewer names than nodes.
      Int64(record.parent) << 32 | Int64(record.name) << 2 | Int64(record.namespace.rawValue)
    }
  }

  private static func positions(
    of elements: [HTMLDocument.Node], _ document: HTMLDocument,
    group: (HTMLDocument.Record) -> Int64
  ) -> [(before: Int32, all: Int32)] {
    var positions = [(before: Int32, all: Int32)](repeating: (0, 0), count: document.nodes.count)
    var counts: [Int64: Int32] = [:]
    for element in elements {
      let group = group(document.nodes[Int(element.index)])
      positions[Int(element.index)].before = counts[group, default: 0]
      counts[group, default: 0] += 1
    }
    for element in elements {
      positions[Int(element.index)].all = counts[group(document.nodes[Int(element.index)])] ?? 0
    }
    return positions
  }

  /// Returns whether an element matches one of the selectors in the list.
  package func verdict(of selector: ParsedSelector, on element: HTMLDocument.Node) -> SelectorVerdict {
    var run = MatchRun(self)
    return run.verdict(of: selector, on: element.index)
  }

  /// Returns the elements that match, and those for which this is unknown, in tree order.
  package func elements(
    matching selector: ParsedSelector
  ) -> (matching: [HTMLDocument.Node], undecided: [HTMLDocument.Node]) {
    var matching: [HTMLDocument.Node] = []
    var undecided: [HTMLDocument.Node] = []
    var run = MatchRun(self)
    for element in document.elements {
      switch run.verdict(of: selector, on: element.index) {
      case .matches: matching.append(element)
      case .undecided: undecided.append(element)
      case .fails: break
      }
    }
    return (matching, undecided)
  }
}

/// The result of matching a selector against an element.
package enum SelectorVerdict: Hashable, Sendable {
  case matches
  case fails
  /// The document does not determine whether the element matches.
  case undecided(SelectorDoubts)

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
package enum SelectorDoubt: UInt8, Hashable, Sendable, CaseIterable {
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
  package var message: String {
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
package struct SelectorDoubts: OptionSet, Hashable, Sendable {
  /// The raw bits, one for each reason.
  package let rawValue: UInt16

  /// Creates a set from raw bits.
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Creates a set with one reason.
  package init(_ doubt: SelectorDoubt) { rawValue = 1 << doubt.rawValue }

  /// The reasons in the set.
  package var all: [SelectorDoubt] { SelectorDoubt.allCases.filter { contains(SelectorDoubts($0)) } }
}

extension SelectorVerdict {
  static func undecided(_ doubt: SelectorDoubt) -> SelectorVerdict { .undecided(SelectorDoubts(doubt)) }
}
