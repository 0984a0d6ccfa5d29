import SluiceDocuments
import SluicePageInspection
import SluiceRules

extension ElementQuestion {
  /// Returns the question that the flags ask, and notes about how it was read; nil if none of the flags is
  /// set.
  static func read(
    _ arguments: ElementArguments
  ) throws(CommandError) -> (question: ElementQuestion, notes: [String])? {
    if let text = arguments.selector {
      do throws(SelectorProblem) {
        return (.selector(AskedSelector(try Selector(parsing: text))), [])
      } catch {
        throw CommandError(ElementFailure.badSelector(text, error))
      }
    }
    if let text = arguments.element {
      let found: (document: HTMLDocument, element: HTMLDocument.Node, isAlone: Bool)?
      do throws(HTMLProblem) {
        found = try HTMLDocument.element(parsing: text)
      } catch {
        throw CommandError(PageFailure.unreadable("--element", error))
      }
      guard let found else { throw CommandError(ElementFailure.noElement(text)) }
      guard found.isAlone else { throw CommandError(ElementFailure.severalElements(text)) }
      return (.element(SelectorMatcher(found.document, openElement: found.element), found.element), [])
    }
    guard let path = arguments.html else { return nil }
    let file = try InputFile(path)
    do throws(HTMLProblem) {
      let text = PageText(file.bytes)
      let page = ElementQuestion.page(
        SelectorMatcher(try HTMLDocument(parsing: text.bytes)), text: text.bytes)
      return (page, text.notes(of: file.name))
    } catch {
      throw CommandError(PageFailure.unreadable(file.name, error))
    }
  }
}
