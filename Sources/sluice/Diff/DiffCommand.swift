import ContentBlocker
import ListBuilding
import Conversion

/// `sluice diff OLD NEW`
enum DiffCommand {
  static let command = Command(
    name: .diff,
    summary: "Show what a new version of a rule list does that the old one did not",
    details: [
      """
      Compares rule lists (JSON, or filter lists, which are converted for it) by what their rules say: rules that \
      are new or gone, rules of the same pattern that act on more (widened), on less (narrowed) or on other \
      loads, by action; selectors of hiding rules one by one; and exceptions that lift other rules than before \
      because the order changed. Rules count from 0.
      """,
      """
      With --fail-on widened the exit status is 1 if the new list may block or hide more of what the old one \
      knew: a rule was widened, or an exception narrowed, removed or moved. New rules do not count.
      """,
    ],
    operands: "OLD NEW", maximumOperands: 2,
    examples: [("sluice diff --fail-on widened old.json new.json", "before a new list goes out")],
    exitCodes: [.success, .findings, .failure, .usage])

  static func run(_ arguments: DiffArguments, _ console: Console) throws(CommandError) -> ExitCode {
    let lists = arguments.lists
    guard lists.count == 2 else {
      throw .usage(.operands("Two lists are compared: OLD and NEW."), of: .diff)
    }
    try InputFile.refuseStandardInputTwice(lists, of: .diff)
    let maps = try SourceMapFiles(arguments.sourceMaps)
    let old = try ComparedList(lists[0], arguments.conversion, maps)
    let new = try ComparedList(lists[1], arguments.conversion, maps)
    try maps.refuse(unlessUsed: old.mapped != nil || new.mapped != nil)
    let comparison = Comparison(old, new)
    switch console.reporting.format {
    case .text:
      let text = ComparisonText(style: console.outputStyle, limit: console.reporting.maximumDiagnostics)
      try console.print(text.render(comparison))
    case .jsonLines: try ComparisonJSON().write(comparison, to: console)
    }
    let notes = [old.note, new.note].compactMap { $0 }.map { "note: \(DisplayText.escaping($0))\n" }
    console.tell(notes.joined())
    switch arguments.failOn {
    case .never: return .success
    case .widened: return comparison.isWidened ? .findings : .success
    case .changed: return comparison.difference.isEmpty ? .success : .findings
    }
  }
}
