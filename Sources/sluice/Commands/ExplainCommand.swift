import ContentBlocker
import Conversion
import ListBuilding
import FilterSyntax

/// `sluice explain [FILTER|REASON]`
enum ExplainCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitCode {
    let style = TextStyle(isColored: Terminal.of(console.output).hasColors(arguments.color))
    guard let text = arguments.operands.first else {
      try console.print(ReasonText(style: style).list)
      return .success
    }
    // Some ids are given by both, for what is the same.
    let reason = Reason(id: text).map { ReasonText(style: style).render($0) }
    let checkReason = RuleListFinding.Reason.examples.first { $0.id == text }.map {
      ReasonText(style: style).render($0)
    }
    let found = [reason, checkReason].compactMap { $0 }
    guard found.isEmpty else {
      try console.print(found.joined(separator: "\n"))
      return .success
    }
    if let note = ConversionNote(rawValue: text) {
      try console.print(ReasonText(style: style).render(note))
      return .success
    }
    let ids =
      Reason.allCases.map(\.id) + ConversionNote.allCases.map(\.id)
      + RuleListFinding.Reason.examples.map(\.id)
    if looksLikeID(text), let near = Suggestion.nearest(to: text, among: ids) {
      throw .usage(UsageError(.unknownReason(text, suggestion: near), command: .explain))
    }
    let lines = FilterList(bytes: Array(text.utf8)).lines
    guard lines.dropFirst().allSatisfy({ $0.content == .continuation }) else {
      throw .usage(UsageError(.severalFilters, command: .explain))
    }
    let explanation = try FilterExplanation(text, arguments)
    try console.print(FilterText(style: style, width: console.outputWidth).render(explanation))
    return .success
  }

  /// Whether a text is written like an id: words of lower-case letters with hyphens between them.
  private static func looksLikeID(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 &- UInt8(ascii: "a") < 26 }
  }
}
