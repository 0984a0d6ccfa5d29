/// A matcher for selectors and the elements of a document, as in WebKit before any script runs.
public struct SelectorMatcher: Sendable {
  /// The document whose elements are matched.
  public let document: HTMLDocument
  /// The element whose surroundings are unknown, because the document contains only this element.
  public let openElement: HTMLDocument.Node?
  /// For each node, the number of elements before it in the parent, and the total number in the parent.
  let positions: [(before: Int32, all: Int32)]
  /// For each node, the same numbers, counting only elements with the node's name.
  let positionsOfType: [(before: Int32, all: Int32)]

  /// Creates a matcher for a document. If `openElement` is given, everything outside it is unknown.
  public init(_ document: HTMLDocument, openElement: HTMLDocument.Node? = nil) {
    self.document = document
    self.openElement = openElement
    let elements = Array(document.elements)
    positions = Self.positions(of: elements, document) { Int64($0.parent) }
    positionsOfType = Self.positions(of: elements, document) { record in
      // A namespace takes two bits, and there are fewer names than nodes.
      Int64(record.parent) << 32 | Int64(record.name) << 2 | Int64(record.namespace.rawValue)
    }
  }

  /// Returns the positions of elements among those in the same group.
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

  /// Returns whether an element matches one of the selectors in the list.
  public func verdict(of selector: ParsedSelector, on element: HTMLDocument.Node) -> SelectorVerdict {
    var run = MatchRun(self)
    return run.verdict(of: selector, on: element.index)
  }

  /// Returns the elements that match, and those for which this is unknown, in tree order.
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
