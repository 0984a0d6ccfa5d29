/// Says which elements of a document selectors match, as WebKit does for a page whose scripts have not run.
public struct SelectorMatcher: Sendable {
  /// The document.
  public let document: HTMLDocument
  /// An element of which only itself and what it holds are known, and not what is around it.
  public let openElement: HTMLDocument.Node?
  /// Of elements: how many elements of the parent are before them, and how many the parent has.
  let positions: [(before: Int32, all: Int32)]

  /// A matcher for a document. All but `openElement` and what it holds is taken for unknown, if it is given.
  public init(_ document: HTMLDocument, openElement: HTMLDocument.Node? = nil) {
    self.document = document
    self.openElement = openElement
    var positions = [(before: Int32, all: Int32)](repeating: (0, 0), count: document.nodes.count)
    var counts = [Int32](repeating: 0, count: document.nodes.count)
    let elements = Array(document.elements)
    for element in elements {
      let parent = Int(document.nodes[Int(element.index)].parent)
      positions[Int(element.index)].before = counts[parent]
      counts[parent] += 1
    }
    for element in elements {
      positions[Int(element.index)].all = counts[Int(document.nodes[Int(element.index)].parent)]
    }
    self.positions = positions
  }

  /// Whether an element matches one of the selectors between commas.
  public func verdict(of selector: ParsedSelector, on element: HTMLDocument.Node) -> SelectorVerdict {
    var run = MatchRun(self)
    return run.any(selector.alternatives, element.index)
  }

  /// Whether an element matches one of them.
  func verdict(of selector: ParsedSelector.Complex, on element: HTMLDocument.Node) -> SelectorVerdict {
    var run = MatchRun(self)
    return run.any([selector], element.index)
  }

  /// The elements that match, in the order of the tree, and those of which it is not known.
  public func elements(
    matching selector: ParsedSelector
  ) -> (matching: [HTMLDocument.Node], undecided: [HTMLDocument.Node]) {
    var matching: [HTMLDocument.Node] = []
    var undecided: [HTMLDocument.Node] = []
    for element in document.elements {
      switch verdict(of: selector, on: element) {
      case .matches: matching.append(element)
      case .undecided: undecided.append(element)
      case .fails: break
      }
    }
    return (matching, undecided)
  }
}
