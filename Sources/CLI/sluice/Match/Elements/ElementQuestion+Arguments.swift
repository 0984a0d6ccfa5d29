import SluiceDocuments
import SluicePageInspection

extension ElementQuestion {
  /// Returns the question that the flags ask, and notes about how it was read; nil if none of the flags is
  /// set.
  static func read(
    _ arguments: ElementArguments
  ) throws(CommandError) -> (question: ElementQuestion, notes: [String])? {
    if let text = arguments.selector {
      let selector = try CommandError.of({ ElementFailure.badSelector(text, $0) }) {
        () throws(SelectorProblem) in try CSSSelector(parsing: text)
      }
      return (.selector(AskedSelector(selector)), [])
    }
    if let text = arguments.element {
      let found = try CommandError.of({ PageFailure.unreadable("--element", $0) }) {
        () throws(HTMLProblem) in try HTMLDocument.element(parsing: text)
      }
      guard let found else { throw CommandError(ElementFailure.noElement(text)) }
      guard found.isAlone else { throw CommandError(ElementFailure.severalElements(text)) }
      return (.element(SelectorMatcher(found.document, openElement: found.element), found.element), [])
    }
    guard let path = arguments.html else { return nil }
    let file = try InputFile(path)
    let text = PageText(file.bytes)
    let document = try CommandError.of({ PageFailure.unreadable(file.name, $0) }) { () throws(HTMLProblem) in
      try HTMLDocument(parsing: text.bytes)
    }
    return (.page(SelectorMatcher(document), text: text.bytes), text.notes(of: file.name))
  }
}

/// The arguments of `sluice match` about elements. At most one of them is set.
struct ElementArguments: Sendable {
  var selector: String?
  /// An element as HTML.
  var element: String?
  /// A file with a page.
  var html: String?

  var count: Int { [selector, element, html].count { $0 != nil } }
}
