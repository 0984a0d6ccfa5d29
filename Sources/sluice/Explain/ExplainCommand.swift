import ContentBlocker
import Conversion
import ListBuilding
import FilterSyntax

/// `sluice explain [FILTER|REASON]`
enum ExplainCommand {
  static let command = Command(
    name: .explain,
    summary: "Take a filter apart, or say what a reason means",
    details: [
      """
      With the text of a filter: its parts and what they mean, the JSON that it becomes by itself, and what of \
      it is not exact. With the id of a reason: what it means, an example, and what to write instead. Without \
      either: all reasons.
      """
    ],
    operands: "[FILTER|REASON]", maximumOperands: 1,
    examples: [
      ("sluice explain '||ads.example^$script,third-party'", "a filter"),
      ("sluice explain procedural-selector", "a reason"),
    ])

  static func run(_ arguments: ExplainArguments, _ console: Console) throws(CommandError) -> ExitCode {
    let style = console.outputStyle
    guard let text = arguments.text else {
      try console.print(ReasonText(style: style).list)
      return .success
    }
    let found = ReasonText(style: style).texts(of: text)
    guard found.isEmpty else {
      try console.print(found.joined(separator: "\n"))
      return .success
    }
    if looksLikeID(text), let near = Suggestion.nearest(to: text, among: ReasonText.ids) {
      throw CommandError(ExplainFailure.unknownReason(text, suggestion: near))
    }
    let lines = FilterList(parsing: text).lines
    guard lines.dropFirst().allSatisfy({ $0.content == .continuation }) else {
      throw CommandError(ExplainFailure.severalFilters)
    }
    let explanation = try FilterExplanation(text, arguments.conversion)
    try console.print(FilterText(style: style, width: console.outputWidth).render(explanation))
    return .success
  }

  /// Whether a text is written like an id: words of lower-case letters with hyphens between them.
  private static func looksLikeID(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 &- UInt8(ascii: "a") < 26 }
  }
}
