import SluiceAnalysis
import SluiceConversion
import SluiceLint
import SluiceLists
import SluicePageInspection
import SluiceRules
import SluiceSystem
import SluiceText

/// `sluice check [FILE...]`
enum CheckCommand {
  static let command = Command(
    name: .check,
    summary: "Check Content Blocker JSON for rules that WebKit rejects or ignores",
    details: [
      """
      Reads rule lists in WebKit's JSON format, from any program. Reports rules that WebKit rejects or silently \
      ignores, redundant rules, patterns that match nothing or are expensive, and exceptions that any page can \
      claim. Without FILE, or if FILE is '-', it reads standard input.
      """,
      """
      A declarativeNetRequest ruleset of a web extension, or the manifest.json of the extension, is checked as WebKit \
      reads it: which rules WebKit leaves out, ignores or reads differently from other browsers.
      """,
      """
      Findings and a summary go to standard output. Lines and columns count from 1, columns in Unicode \
      scalars, rules from 0. docs/guide/check.md lists all reasons.
      """,
    ],
    operands: "[FILE...]",
    usualOptions: [
      "target", "engine", "source-map", "fail-on", "costs", "max-rules", "format", "max-diagnostics",
    ],
    examples: [
      ("sluice check list.json", "check that WebKit accepts it"),
      ("sluice check --engine list.json", "also ask the WebKit of this machine"),
      ("sluice check --target safari-16.4 list.json", "check that older WebKit versions accept it"),
      ("sluice check --fail-on warning --format jsonl list.json", "in a build, for a program"),
    ],
    exitCodes: [.success, .findings, .failure, .usage, .unavailable])

  static func run(_ arguments: CheckArguments, console: Console) throws(CommandError) -> ExitCode {
    guard arguments.watches else { return try check(arguments, console: console) }
    try Watch.refuseStandardInput(arguments.files, of: .check)
    var watch = Watch(console)
    try watch.run { console throws(CommandError) in _ = try check(arguments, console: console) }
  }

  private static func check(_ arguments: CheckArguments, console: Console) throws(CommandError) -> ExitCode {
    var report = CheckReport(console, maps: try SourceMapFiles(arguments.sourceMaps))
    var worst: RuleListFinding.Severity?
    // Thrown at the end, so that the other findings are printed first.
    var engineError: CommandError?
    let paths = try InputFile.paths(arguments.files, of: .check)
    do throws(CommandError) {
      // One file at a time, because the JSON is the largest object in memory.
      for (index, path) in paths.enumerated() {
        let start = ContinuousClock.now
        func step(_ name: String) -> Step { Step(name, subject: path, done: index + 1, of: paths.count) }
        console.steps.begin(step("checking"), isShown: path != "-")
        let file = try InputFile(path)
        let checked = try CheckedFile.all(of: file, arguments.options)
        let duration = start.duration(to: .now)
        console.steps.end([
          .rules: checked.reduce(0) { $0 + $1.check.ruleCount },
          .bytes: checked.reduce(0) { $0 + $1.check.byteCount },
        ])
        for one in checked {
          var check = one.check
          var engine: EngineCheck?
          if arguments.usesEngine, engineError == nil {
            console.steps.begin(step("compiling"))
            do throws(CommandError) {
              engine = try EngineCheck(one.compiled ?? one.file, check: check, timeout: arguments.timeout)
            } catch {
              engineError = error
            }
            console.steps.end()
          }
          if let finding = engine?.finding { check.add(finding) }
          try report.write(check, engine: engine, of: one.file, duration: duration)
          worst = [worst, check.worst].compactMap { $0 }.max()
        }
      }
    } catch {
      // If a list is unreadable, the findings in earlier lists are still written, and a document is still
      // completed.
      try report.finish()
      throw error
    }
    try report.finish()
    try report.refuseUnusedMaps()
    if let engineError { throw engineError }
    return arguments.failOn.isReached(by: worst) ? .findings : .success
  }
}

struct CheckArguments: Sendable {
  /// The rule lists; empty for standard input.
  var files: [String] = []
  var sourceMaps: [String] = []
  var options = CheckOptions()
  /// The lowest severity of a finding that makes the exit status 1.
  var failOn = FailureLevel.error
  var usesEngine = false
  /// The maximum time for a compilation, in seconds.
  var timeout = 300
  var watches = false
}

/// A file with its findings: a rule list, or a ruleset of a web extension.
struct CheckedFile {
  let file: InputFile
  var check: RuleListCheck
  /// The rule list that WebKit compiles; nil if it is the file.
  var compiled: InputFile?

  /// Checks a file, and the rulesets that it names if it is the manifest of an extension.
  static func all(of file: InputFile, _ options: CheckOptions) throws(CommandError) -> [CheckedFile] {
    if let manifest = ExtensionManifest(decodingJSON: file.bytes) {
      return try files(of: manifest, file, options: options)
    }
    guard Ruleset.isRuleset(file.bytes) else {
      return [CheckedFile(file: file, check: RuleList.check(inJSON: file.bytes, options: options))]
    }
    let ruleset = Ruleset(decodingJSON: file.bytes, limit: options.maximumFindings)
    let translation = Ruleset.translation(of: [ruleset])
    return [
      CheckedFile(
        file: file, check: ruleset.check(file.bytes, in: translation),
        compiled: InputFile(name: file.name, bytes: translation.json))
    ]
  }

  private static func files(
    of manifest: ExtensionManifest, _ file: InputFile, options: CheckOptions
  ) throws(CommandError) -> [CheckedFile] {
    let folder = Pathname.folder(of: file.name)
    var files: [InputFile] = []
    for ruleset in manifest.rulesets { files.append(try InputFile(folder.path(of: ruleset.path))) }
    let rulesets = files.map { Ruleset(decodingJSON: $0.bytes, limit: options.maximumFindings) }
    let enabled = rulesets.indices.filter { manifest.rulesets[$0].isEnabled }
    let whole = Ruleset.translation(of: enabled.map { rulesets[$0] })
    var checked = [
      CheckedFile(
        file: file, check: manifest.check(file.bytes, with: rulesets),
        compiled: InputFile(name: file.name, bytes: whole.json))
    ]
    for (index, ruleset) in rulesets.enumerated() {
      let number = enabled.firstIndex(of: index)
      // A ruleset that is not enabled is compiled only after the extension has enabled it.
      let translation = number == nil ? Ruleset.translation(of: [ruleset]) : whole
      let check = ruleset.check(files[index].bytes, in: translation, number: number ?? 0, isStatic: true)
      checked.append(CheckedFile(file: files[index], check: check))
    }
    return checked
  }
}

struct CheckFindingReader: Sequence, IteratorProtocol {
  private let file: InputFile
  private let mapped: MappedFilters?
  private let ids: [Int: Int]
  private var rest: ArraySlice<RuleListFinding>
  private var position = PositionCounter()

  /// The number of bytes of a line to keep after the start of the span. No terminal shows more.
  private static let window = 4096
  /// The maximum number of filters per rule to print.
  private static let filterLimit = 4

  /// Creates a reader. The findings must be sorted by offset. `maps` may contain the source map of this file.
  /// `ids` has the ids of the rules, if they have any.
  init(
    _ findings: ArraySlice<RuleListFinding>, of file: InputFile, ids: [Int: Int], maps: SourceMapFiles
  ) {
    (self.file, self.ids) = (file, ids)
    mapped = maps.filters(of: file.bytes)
    rest = findings
  }

  mutating func next() -> LocatedDiagnostic? {
    guard let finding = rest.popFirst() else { return nil }
    let bytes = file.bytes
    let start = Swift.min(finding.offset, bytes.count)
    // Finds the start of the line. The finding contains its own line and column.
    position.move(to: start, in: bytes)
    let spanEnd = bytes[start..<Swift.min(start + finding.length, bytes.count)].endOfLine
    let lineEnd = bytes[spanEnd..<Swift.min(Swift.max(spanEnd, start + Self.window), bytes.count)].endOfLine
    let line = bytes[position.lineStart..<lineEnd]
    let reason = finding.reason
    return LocatedDiagnostic(
      file: file.name, location: finding.location, severity: reason.severity, reason: reason.id,
      message: reason.message, notes: notes(of: finding), advice: reason.advice,
      // An empty span means that something is missing at this position. The text after it identifies the
      // finding.
      subject: start == spanEnd ? line[start...] : line[(start..<spanEnd).clamped(to: line.indices)],
      excerpt: line, span: start..<spanEnd)
  }

  private func notes(of finding: RuleListFinding) -> [LocatedDiagnostic.Note] {
    var notes: [LocatedDiagnostic.Note] = []
    if let rule = finding.ruleIndex {
      let id = ids[rule].map { ", id \($0)" } ?? ""
      notes.append(.init(label: "rule", text: "\(rule), counted from 0\(id)"))
      if let mapped {
        let filters = mapped.origin(ofRule: rule).filters
        notes += filters.prefix(Self.filterLimit).map { .init(label: "filter", text: mapped.text(of: $0)) }
        if filters.count > Self.filterLimit {
          notes.append(
            .init(label: "filter", text: "and \(Format.grouped(filters.count - Self.filterLimit)) more"))
        }
      }
    }
    if let words = finding.reason.webKitMessage { notes.append(.init(label: "WebKit", text: words)) }
    return notes
  }
}

extension ArraySlice<UInt8> {
  fileprivate var endOfLine: Int { firstIndex { $0 == 0x0A || $0 == 0x0D } ?? endIndex }
}
