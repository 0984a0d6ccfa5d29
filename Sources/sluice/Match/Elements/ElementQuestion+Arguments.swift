import ContentBlocker
import Documents
import PageInspection

extension ElementQuestion {
  /// What the flags ask; nil where they ask about no element.
  static func read(_ arguments: ElementArguments) throws(CommandError) -> ElementQuestion? {
    if let text = arguments.selector {
      let bytes = Array(text.utf8)
      if let problem = Selector.problem(in: bytes) {
        throw CommandError(ElementFailure.badSelector(text, problem))
      }
      return .selector(parts(of: bytes))
    }
    if let text = arguments.element {
      let found: (document: HTMLDocument, element: HTMLDocument.Node)?
      do throws(HTMLProblem) {
        found = try HTMLDocument.element(parsing: text)
      } catch {
        throw CommandError(ElementFailure.unreadable("--element", error))
      }
      guard let found else { throw CommandError(ElementFailure.noElement(text)) }
      return .element(SelectorMatcher(found.document, openElement: found.element), found.element)
    }
    guard let path = arguments.html else { return nil }
    let file = try InputFile(path)
    do throws(HTMLProblem) {
      return .page(SelectorMatcher(try HTMLDocument(parsing: file.bytes)), text: file.bytes)
    } catch {
      throw CommandError(ElementFailure.unreadable(file.name, error))
    }
  }
}
