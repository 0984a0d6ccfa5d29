import ContentBlocker
import Documents

/// A failure of `sluice match` with elements.
enum ElementFailure: CommandFailure {
  /// More than one of the flags is set, or one of them together with a request.
  case severalQuestions
  /// The page of the element is missing.
  case noPage
  case badSelector(String, SelectorProblem)
  case noElement(String)
  case severalElements(String)
  case unreadable(String, HTMLProblem)

  var report: FailureReport {
    switch self {
    case .severalQuestions:
      .usage(
        "Only one of --selector, --element and --html can be asked, and of the page: without --url, --type, --frame and '-'.",
        of: .match)
    case .noPage:
      .usage("On which page? --page URL says it: filters hide on some pages and not on others.", of: .match)
    case .badSelector(let text, let problem):
      .usage(
        "Option '--selector' takes a selector that WebKit accepts, not '\(text)': \(problem.message).",
        of: .match)
    case .noElement(let text):
      .usage(
        "Option '--element' takes an element such as '<div class=\"ad\" id=x>', not '\(text)'.", of: .match)
    case .severalElements(let text):
      .usage(
        "Option '--element' takes one element with what it holds, and there is another behind it in '\(text)'. --html takes a page.",
        of: .match)
    case .unreadable(let name, .tooLong): .failure(to: "read", name, "a page has at most 512 MiB")
    case .unreadable(let name, .tooManyNodes(let offset)):
      .failure(
        to: "read", name,
        "it has more than \(HTMLDocument.maximumSize) nodes and attributes, at byte \(offset)")
    }
  }
}
