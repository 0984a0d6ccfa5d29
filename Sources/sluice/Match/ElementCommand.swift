import SluiceAnalysis
import SluiceDocuments
import SluicePageInspection
import SluiceRules

/// `sluice match` with `--selector`, `--element` or `--html`.
enum ElementCommand {
  /// Returns the question about elements, and notes about how it was read; nil if none of the flags is set.
  static func question(
    _ arguments: MatchArguments
  ) throws(CommandError) -> (question: ElementQuestion, notes: [String])? {
    let elements = arguments.elements
    guard elements.count > 0 else { return nil }
    let hasLoad =
      arguments.url != nil || arguments.frame != nil || arguments.requestType != nil
      || arguments.lists.contains("-")
    guard elements.count == 1, !hasLoad else {
      throw .usage(
        "use one of '--selector', '--element' and '--html', together with '--page'",
        advice: "leave out the others, '--url', '--type', '--frame' and '-'",
        of: .match)
    }
    guard arguments.page != nil else {
      throw .usage(
        "no page given: filters hide on some pages and not on others", advice: "add --page URL", of: .match)
    }
    return try ElementQuestion.read(elements)
  }

  static func run(
    _ asked: (question: ElementQuestion, notes: [String]), paths: [String], arguments: MatchArguments,
    console: Console
  ) throws(CommandError) -> ExitCode {
    let suffixes = try SuffixSource(arguments.suffixes)
    let files = try ListFiles(
      paths, sourceMaps: arguments.sourceMaps, conversion: arguments.conversion, steps: console.steps)
    console.message(notes: files.notes + asked.notes)
    let description = RequestDescription(url: nil, page: Array((arguments.page ?? "").utf8))
    console.steps.begin(Step("judging elements"))
    let answer = ElementAnswer(
      asked.question, description: description, lists: files.lists, suffixes: suffixes.suffixes)
    console.steps.end()
    switch console.reporting.format {
    case .text:
      try console.print(ElementText(style: console.outputStyle, showsAll: arguments.showsAll).render(answer))
    case .jsonLines: try console.write(ElementJSON().render(answer))
    }
    return .success
  }
}

extension ElementQuestion {
  /// Returns the question that the flags ask, and notes about how it was read; nil if none of the flags is
  /// set.
  static func read(
    _ arguments: ElementArguments
  ) throws(CommandError) -> (question: ElementQuestion, notes: [String])? {
    if let text = arguments.selector {
      let selector = try CommandError.of({ .badSelector(text, of: "--selector", $0, in: .match) }) {
        () throws(SelectorProblem) in try CSSSelector(parsing: text)
      }
      return (.selector(AskedSelector(selector)), [])
    }
    if let text = arguments.element {
      let found = try CommandError.of({ .unreadable("--element", because: $0) }) {
        () throws(HTMLProblem) in try HTMLDocument.element(parsing: text)
      }
      guard let found else {
        throw .usage(
          "option '--element' takes an element such as '<div class=\"ad\" id=x>', not '\(text)'", of: .match)
      }
      guard found.isAlone else {
        throw .usage(
          "option '--element' takes a single element with its content; another element follows in '\(text)'",
          advice: "use --html FILE for a page",
          of: .match)
      }
      return (.element(SelectorMatcher(found.document, openElement: found.element), found.element), [])
    }
    guard let path = arguments.html else { return nil }
    let file = try InputFile(path)
    let text = PageText(file.bytes)
    let document = try CommandError.of({ .unreadable(file.name, because: $0) }) { () throws(HTMLProblem) in
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
