/// Says which elements of a document selectors match, as WebKit does for a page whose scripts have not run.
public struct SelectorMatcher: Sendable {
  /// The document.
  public let document: HTMLDocument
  /// An element of which only itself and what it holds are known, and not what is around it.
  public let openElement: HTMLDocument.Node?
  /// Of elements: how many elements of the parent are before them, and how many the parent has.
  let positions: [(before: Int32, all: Int32)]
  /// The same among the elements of the same name.
  let positionsOfType: [(before: Int32, all: Int32)]

  /// A matcher for a document. All but `openElement` and what it holds is taken for unknown, if it is given.
  public init(_ document: HTMLDocument, openElement: HTMLDocument.Node? = nil) {
    self.document = document
    self.openElement = openElement
    let elements = Array(document.elements)
    positions = Self.positions(of: elements, document) { Int64($0.parent) }
    positionsOfType = Self.positions(of: elements, document) { record in
      // Languages are few, and names fewer than nodes.
      Int64(record.parent) << 32 | Int64(record.name) << 2 | Int64(record.namespace.rawValue)
    }
  }

  /// Where elements are among those of the same group.
  private static func positions(
    of elements: [HTMLDocument.Node], _ document: HTMLDocument,
    _ group: (HTMLDocument.Record) -> Int64
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

  /// Whether an element matches one of the selectors between commas.
  public func verdict(of selector: ParsedSelector, on element: HTMLDocument.Node) -> SelectorVerdict {
    var run = MatchRun(self)
    return run.verdict(of: selector, on: element.index)
  }

  /// The elements that match, in the order of the tree, and those of which it is not known.
  public func elements(
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
