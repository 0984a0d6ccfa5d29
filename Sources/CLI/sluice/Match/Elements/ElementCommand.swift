import SluiceAnalysis
import SluicePageInspection

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
    guard elements.count == 1, !hasLoad else { throw CommandError(ElementFailure.severalQuestions) }
    guard arguments.page != nil else { throw CommandError(ElementFailure.noPage) }
    return try ElementQuestion.read(elements)
  }

  static func run(
    _ asked: (question: ElementQuestion, notes: [String]), _ paths: [String], _ arguments: MatchArguments,
    _ console: Console
  ) throws(CommandError) -> ExitCode {
    let suffixes = try SuffixSource(arguments.suffixes)
    let files = try ListFiles(paths, sourceMaps: arguments.sourceMaps, arguments.conversion, console.steps)
    console.message(notes: files.notes + asked.notes)
    let description = RequestDescription(url: nil, page: Array((arguments.page ?? "").utf8))
    console.steps.begin(Step("judging elements"))
    let answer = ElementAnswer(asked.question, description, files.lists, suffixes.suffixes)
    console.steps.end()
    switch console.reporting.format {
    case .text:
      try console.print(ElementText(style: console.outputStyle, showsAll: arguments.showsAll).render(answer))
    case .jsonLines: try console.write(ElementJSON().render(answer))
    }
    return .success
  }
}
