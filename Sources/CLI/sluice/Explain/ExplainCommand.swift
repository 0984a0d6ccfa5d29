import SluiceConversion
import SluiceLint
import SluiceSyntax

/// `sluice explain [FILTER|REASON]`
enum ExplainCommand {
  static let command = Command(
    name: .explain,
    summary: "Explain a filter or a reason",
    details: [
      """
      With the text of a filter: prints its parts and their meaning, the JSON that it becomes on its own, and the \
      parts that are not exact. With the id of a reason: prints its meaning, an example, and an alternative. \
      Without an operand: lists all reasons.
      """
    ],
    operands: "[FILTER|REASON]", maximumOperands: 1, completion: .words { KnownReason.ids },
    usualOptions: ["target", "split", "dialect", "format"],
    examples: [
      ("sluice explain '||ads.example^$script,third-party'", "a filter"),
      ("sluice explain procedural-selector", "a reason"),
    ])

  static func run(_ arguments: ExplainArguments, _ console: Console) throws(CommandError) -> ExitCode {
    switch try subject(arguments) {
    case .allReasons:
      switch console.reporting.objectFormat {
      case .text: try console.print(ReasonText(style: console.outputStyle).list)
      case .json: try console.writeObject { $0.add("reasons", of: KnownReason.all) }
      }
    case .reasons(let reasons):
      switch console.reporting.objectFormat {
      case .text:
        let text = ReasonText(style: console.outputStyle)
        try console.print(reasons.map(text.render).joined(separator: "\n"))
      case .json: try console.writeObject { $0.add("reasons", of: reasons) }
      }
    case .filter(let explanation):
      switch console.reporting.objectFormat {
      case .text:
        let text = FilterText(style: console.outputStyle, width: console.outputWidth)
        try console.print(text.render(explanation))
      case .json: try console.writeObject { $0.add(explanation) }
      }
    }
    return .success
  }

  private enum Subject {
    case allReasons
    /// One identifier can stand for the same reason in several commands.
    case reasons([KnownReason])
    case filter(FilterExplanation)
  }

  private static func subject(_ arguments: ExplainArguments) throws(CommandError) -> Subject {
    guard let text = arguments.text else { return .allReasons }
    let found = KnownReason.all.filter { $0.id == text }
    guard found.isEmpty else { return .reasons(found) }
    if looksLikeID(text), let near = Suggestion.nearest(to: text, among: KnownReason.all.map(\.id)) {
      throw CommandError(ExplainFailure.unknownReason(text, suggestion: near))
    }
    let lines = FilterList(parsing: text).lines
    guard lines.dropFirst().allSatisfy({ $0.content == .continuation }) else {
      throw CommandError(ExplainFailure.severalFilters)
    }
    return .filter(try FilterExplanation(text, arguments.conversion))
  }

  /// Returns whether text looks like an identifier: lower-case words with hyphens.
  private static func looksLikeID(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == ASCII.dash || $0 &- UInt8(ascii: "a") < 26 }
  }
}

struct ExplainArguments: Sendable {
  /// A filter or the identifier of a reason; nil for all reasons.
  var text: String?
  var conversion = ConversionOptions()
}
