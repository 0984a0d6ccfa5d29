import SluiceDocuments
import SluiceRules
import SluiceText

/// A question about hidden elements: about a selector, an element or a whole page.
package enum ElementQuestion: Sendable {
  /// The elements that match a selector.
  case selector(AskedSelector)
  /// An element without its context.
  case element(SelectorMatcher, HTMLDocument.Node)
  /// All elements of a page.
  case page(SelectorMatcher, text: [UInt8])

  /// Whether the document certainly requests a script. Requests of inline scripts are unknown.
  var asksForScript: Bool {
    switch self {
    case .selector, .element: false
    case .page(let matcher, _):
      DocumentReferences(matcher.document).all.contains { reference in
        switch reference {
        case .load(_, let kind): kind == .script
        case .frame, .style, .inlineFrame: false
        }
      }
    }
  }

  /// An element that certainly or possibly matches a selector.
  struct Hit {
    /// The index of the selector in ``HidingSelectors/places``.
    let selector: Int
    /// The element, or `nil` if the question is about a selector.
    var element: HTMLDocument.Node?
    /// The reasons why the match is uncertain; empty if it is certain.
    var doubts: [SelectorDoubt] = []
  }

  /// Calls `body` with each selector that matches, in the order of the page's elements. If `body` returns `false`,
  /// the element has no further hits. There can be as many hits as elements times selectors, so they are never in
  /// memory together.
  func forEachHit(
    of selectors: HidingSelectors, freeWork: Int = SelectorScan.freeWork, _ body: (Hit) -> Bool
  ) {
    switch self {
    case .selector(let asked):
      for number in selectors.entries.indices where asked.isIn(selectors.entries[number].selector) {
        guard body(Hit(selector: number)) else { return }
      }
    case .element(let matcher, let element):
      var scan = SelectorScan(selectors.set, matcher: matcher)
      scan.forEachHit(on: element, selectors, body: body)
    case .page(let matcher, _):
      var scan = SelectorScan(selectors.set, matcher: matcher, freeWork: freeWork)
      for element in matcher.document.elements { scan.forEachHit(on: element, selectors, body: body) }
    }
  }

  var elementCount: Int {
    switch self {
    case .selector, .element: 1
    case .page(let matcher, _): matcher.document.elements.reduce(0) { count, _ in count + 1 }
    }
  }
}

extension SelectorScan {
  fileprivate mutating func forEachHit(
    on element: HTMLDocument.Node, _ selectors: HidingSelectors, body: (ElementQuestion.Hit) -> Bool
  ) {
    forEachMatch(on: element) { number, verdict in
      var hit = ElementQuestion.Hit(selector: selectors.numbers[number], element: element)
      if case .undecided(let doubts) = verdict { hit.doubts = doubts.all }
      return body(hit)
    }
  }
}

/// A selector to find in filter lists, regardless of spelling: `div > .ad` is found in `##.x, div>.ad`.
package struct AskedSelector: Sendable {
  private let bytes: [UInt8]
  private let forms: Set<SelectorNormalForm>

  /// Creates a query for a selector. Each part of a selector list is searched separately.
  package init(_ selector: CSSSelector) {
    bytes = selector.bytes
    forms = Self.forms(selector)
  }

  /// Returns whether a selector equals this selector or shares a part of its selector list.
  func isIn(_ selector: CSSSelector) -> Bool {
    bytes == selector.bytes || !forms.isDisjoint(with: Self.forms(selector))
  }

  private static func forms(_ selector: CSSSelector) -> Set<SelectorNormalForm> {
    Set(ParsedSelector(selector)?.alternatives.compactMap(SelectorNormalForm.init) ?? [])
  }
}

/// Formats elements for display: their tag and position.
package struct ElementDisplay {
  package let document: HTMLDocument

  package init(document: HTMLDocument) { self.document = document }

  /// Returns the start tag, such as `<div class="ad" id="x">`, truncated to about `limit` characters.
  package func tag(_ element: HTMLDocument.Node, limit: Int = 160) -> String {
    var text = "<" + String(decoding: document.name(of: element), as: UTF8.self)
    for (name, value) in document.attributes(of: element) {
      text += " " + String(decoding: name, as: UTF8.self)
      if !value.isEmpty { text += "=\"" + value[...].text(atMost: limit) + "\"" }
      if text.utf8.count > limit { break }
    }
    return Array(text.utf8)[...].text(atMost: limit) + ">"
  }

  /// Returns the line numbers for offsets in the text of the page.
  package static func lines(of offsets: [Int], in text: [UInt8]) -> [Int: Int] {
    var counter = PositionCounter()
    var lines: [Int: Int] = [:]
    for offset in Set(offsets).sorted() {
      counter.move(to: offset, in: text)
      lines[offset] = counter.line
    }
    return lines
  }
}
