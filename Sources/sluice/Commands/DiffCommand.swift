import ContentBlocker
import ListBuilding
import Conversion

/// `sluice diff OLD NEW`
enum DiffCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitCode {
    guard arguments.operands.count == 2 else { throw .usage(UsageError(.twoLists, command: .diff)) }
    guard arguments.operands.count(where: { $0 == "-" }) < 2 else {
      throw .usage(UsageError(.standardInputTwice, command: .diff))
    }
    var maps: [SourceMap] = []
    for path in arguments.sourceMaps { maps.append(try RuleListFile.sourceMap(path)) }
    let old = try ComparedList(arguments.operands[0], arguments, maps: maps)
    let new = try ComparedList(arguments.operands[1], arguments, maps: maps)
    if !maps.isEmpty, !old.hasMap, !new.hasMap {
      throw .mapOfOtherList(arguments.sourceMaps.joined(separator: ", "))
    }
    let comparison = Comparison(old, new)
    switch arguments.format {
    case .text:
      let style = TextStyle(isColored: Terminal.of(console.output).hasColors(arguments.color))
      let limit = arguments.maximumDiagnostics == 0 ? Int.max : arguments.maximumDiagnostics
      try console.print(ComparisonText(style: style, limit: limit).render(comparison))
    case .jsonLines: try ComparisonJSON().write(comparison, to: console)
    }
    let notes = [old.note, new.note].compactMap { $0 }.map { "note: \(DisplayText.escaping($0))\n" }
    if !arguments.isQuiet { console.printError(Array(notes.joined().utf8)) }
    switch arguments.failOnDifference {
    case .never: return .success
    case .widened: return comparison.isWidened ? .findings : .success
    case .changed: return comparison.difference.isEmpty ? .success : .findings
    }
  }
}

/// At which differences `sluice diff` ends with 1.
enum DifferenceThreshold: String, CaseIterable, Sendable {
  case never
  /// The new list may act on more of what the old one was there for.
  case widened
  /// Any difference.
  case changed
}
