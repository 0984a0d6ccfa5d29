import SluiceConversion
import SluicePageScript
import SluiceRules
import SluiceSyntax
import SluiceSystem

/// The summary of a conversion.
struct Summary {
  struct ReasonCount: Equatable {
    let outcome: Outcome
    let reason: String
    let count: Int
  }

  struct NoteCount: Equatable {
    let note: ConversionNote
    let count: Int

    func line(style: TextStyle) -> String {
      note.line(about: Format.counted(count, noun: "filter"), style: style)
    }
  }

  /// A rule list that was written.
  struct Output: Equatable {
    let part: ConvertedList.Part
    /// The file, or `standard output`.
    let name: String
    let rules: Int
    let bytes: Int
    var form = ListForm.compile
    var cost = PageCost()
    /// The most expensive filters; nil for those that are unknown.
    var mostExpensive: [PlacedFilter?] = []
  }

  /// The filters that were written for apps with content scripts (`--advanced`).
  struct AdvancedFiltersFile: Equatable {
    /// The file, or `standard output`.
    let name: String
    let filters: Int
    let bytes: Int
  }

  /// The rules for a web extension that were written for filters that change requests (`--request-changes`).
  struct RequestChanges: Equatable {
    /// The file, or `standard output`.
    let name: String
    let filters: Int
    let rules: Int
    /// The number of resources next to the rules, to which they redirect.
    let resources: Int
    let bytes: Int
  }

  struct List: Equatable {
    let name: String
    let reading: ListReading
  }

  /// The names of the inputs, as given.
  var inputs: [String]
  var lists: [List] = []
  /// The number of lines in all inputs. ``filters`` counts those that are not blank, comments or directives.
  var lines: Int
  var filters: Int
  /// The number of lines that `!#if` and platform hints disable.
  var inactive = 0
  var counts: [Outcome: Int]
  /// The reasons, the most frequent first.
  var reasons: [ReasonCount]
  var notes: [NoteCount] = []
  var outputs: [Output]
  var sizeFindings: [SizeFinding] = []
  /// The cost of a document with `--split`, in microseconds. It is nil if the rules would be the same in two lists,
  /// so that the cost of the list contains it.
  var microsecondsInTwoLists: Int?
  /// The rules that change requests; nil if not requested.
  var requestChanges: RequestChanges?
  /// The filters for content scripts; nil if not requested.
  var advancedFilters: AdvancedFiltersFile?
  /// The page scripts; nil if not requested.
  var page: Page?
  var duration: Duration

  /// The outcomes to show: without page scripts, no filter is done in pages.
  var outcomes: [Outcome] { Outcome.allCases.filter { $0 != .inPage || page != nil } }
  var notConverted: Int { count(.needsScript) + count(.unsupported) }
  var rules: Int { outputs.reduce(0) { $0 + $1.rules } }
  var bytes: Int { outputs.reduce(0) { $0 + $1.bytes } }

  func count(_ outcome: Outcome) -> Int { counts[outcome] ?? 0 }

  /// Whether there is a single list whose cost is large enough to mention.
  var mayAdviseSplitting: Bool {
    guard outputs.count == 1, let output = outputs.first, output.part == .all else { return false }
    return output.cost.microsecondsPerDocument >= PageCostText.leastMicrosecondsPerDocument
  }

  /// The percentage of the cost of a document that `--split` saves; nil if the list is split already, or if
  /// the cost is too small to mention.
  var percentSavedBySplitting: Int? {
    guard mayAdviseSplitting, let cost = outputs.first?.cost else { return nil }
    let saved =
      microsecondsInTwoLists.map { cost.microsecondsPerDocument - $0 } ?? cost.microsecondsSavedInTwoLists
    return saved * 100 / cost.microsecondsPerDocument
  }

  /// The names of the lists on one line: file names without folder and extension.
  var title: String { Self.title(of: inputs) }

  static func readings(of lists: [List]) -> [(reading: ListReading, names: [String])] {
    var readings: [(reading: ListReading, names: [String])] = []
    for list in lists {
      if let index = readings.firstIndex(where: { $0.reading == list.reading }) {
        readings[index].names.append(list.name)
      } else {
        readings.append((list.reading, [list.name]))
      }
    }
    return readings
  }

  static func title(of inputs: [String]) -> String {
    guard inputs.count <= 3 else { return "\(Format.grouped(inputs.count)) lists" }
    return inputs.map { input in
      guard input != InputFile.standardInputName else { return "stdin" }
      let name = Pathname.name(of: input)
      guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
      return String(name[..<dot])
    }.joined(separator: " + ")
  }
}

extension Summary {
  init(
    _ report: ConversionReport, inputs: [String], outputs: [Output], duration: Duration
  ) {
    self.init(
      inputs: inputs, lines: report.lines, filters: report.filters, inactive: report.inactive,
      counts: Dictionary(uniqueKeysWithValues: Outcome.allCases.map { ($0, report.count($0)) }),
      reasons: report.reasons.map { .init(outcome: $0.outcome, reason: $0.reason.id, count: $0.count) },
      notes: report.notes.map { .init(note: $0.note, count: $0.count) }, outputs: outputs, duration: duration)
  }

  struct Page: Equatable {
    /// The script files; empty if no filter needs a page script.
    let files: [PageScriptFiles.File]
    /// The number of filters and exceptions that the scripts apply.
    let filters: Int
    /// The reasons why the scripts do not apply other filters, most frequent first, each with an example.
    let reasons: [Reason]

    struct Reason: Equatable {
      let id: String
      let count: Int
      /// The location and text of the first filter.
      let example: String
    }
  }
}

extension Summary.Page {
  init(
    _ script: PageScript?, files: [PageScriptFiles.File], problems: [PageFilterProblem],
    in names: [String]
  ) {
    self.init(
      files: files, filters: (script?.filters ?? 0) + (script?.exceptions ?? 0),
      reasons: Self.reasons(problems, names: names))
  }

  private static func reasons(_ problems: [PageFilterProblem], names: [String]) -> [Reason] {
    var counts: [String: (count: Int, first: PageFilterProblem)] = [:]
    for problem in problems { counts[problem.reason.id, default: (0, problem)].count += 1 }
    return counts.map { id, row in
      let text = row.first.text.isEmpty ? "" : " '\(row.first.text.prefix(40))'"
      let place = "\(names[row.first.place.source]):\(row.first.location.line)"
      return Reason(id: id, count: row.count, example: "\(place):\(text) \(row.first.reason.message)")
    }.sorted { ($1.count, $0.id) < ($0.count, $1.id) }
  }
}
