import SluiceRules

/// A failure of `sluice match` with a question about elements.
enum ElementFailure: CommandFailure {
  /// More than one of the flags is set, or one of them together with a request.
  case severalQuestions
  /// `--page` is missing.
  case noPage
  case badSelector(String, SelectorProblem)
  case noElement(String)
  case severalElements(String)

  var report: FailureReport {
    switch self {
    case .severalQuestions:
      .usage(
        "use one of '--selector', '--element' and '--html', together with '--page'",
        "leave out the others, '--url', '--type', '--frame' and '-'",
        of: .match)
    case .noPage:
      .usage("no page given: filters hide on some pages and not on others", "add --page URL", of: .match)
    case .badSelector(let text, let problem):
      .usage(
        "option '--selector' takes a selector that WebKit accepts, not '\(text)': \(problem.message)",
        of: .match)
    case .noElement(let text):
      .usage(
        "option '--element' takes an element such as '<div class=\"ad\" id=x>', not '\(text)'", of: .match)
    case .severalElements(let text):
      .usage(
        "option '--element' takes a single element with its content; another element follows in '\(text)'",
        "use --html FILE for a page",
        of: .match)
    }
  }
}
