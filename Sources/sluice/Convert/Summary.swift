import ContentBlocker
import Conversion
import FilterSyntax
import Platform

/// What a conversion read and gave.
struct Summary {
  /// A reason and how many filters it holds for.
  struct ReasonCount: Equatable {
    let outcome: Outcome
    let reason: String
    let count: Int
  }

  /// What holds for many filters, with how many they are.
  struct NoteCount: Equatable {
    let note: ConversionNote
    let count: Int
  }

  /// A list that was written.
  struct Output: Equatable {
    let part: ConvertedList.Part
    /// The file, or `standard output`.
    let name: String
    let rules: Int
    let bytes: Int
    var form = ListForm.compile
    /// What it costs pages.
    var cost = PageCost()
    /// The dearest filters, where they are known.
    var dearest: [PlacedFilter?] = []
  }

  /// The filters that were written for hosts with scripts.
  struct Deferred: Equatable {
    /// The file, or `standard output`.
    let name: String
    let filters: Int
    let bytes: Int
  }

  /// A list, and what it was taken for.
  struct List: Equatable {
    let name: String
    let reading: ListReading
  }

  /// The inputs as given.
  var inputs: [String]
  /// What they were taken for.
  var lists: [List] = []
  /// Lines of all inputs; filters are those that are not blank, comments or directives.
  var lines: Int
  var filters: Int
  /// Lines that `!#if` and hints about platforms take out.
  var inactive = 0
  var exact: Int
  var approximated: Int
  /// Done by the scripts for pages.
  var inPage = 0
  /// Not converted, since they need a script or a style sheet in the page.
  var needsScript: Int
  /// Not converted, and no script does them either.
  var unsupported: Int
  /// Most first.
  var reasons: [ReasonCount]
  var notes: [NoteCount] = []
  var outputs: [Output]
  var remarks: [SizeRemark] = []
  /// Nil when they were not asked for.
  var deferred: Deferred?
  /// Nil when they were not asked for.
  var page: Page?
  var duration: Duration

  /// Filters that are not converted.
  var notExpressible: Int { needsScript + unsupported }
  var rules: Int { outputs.reduce(0) { $0 + $1.rules } }
  var bytes: Int { outputs.reduce(0) { $0 + $1.bytes } }

  /// What the lists are called in one line: file names without folder and extension.
  var title: String { Self.title(of: inputs) }

  /// What lists were taken for, and which.
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

  /// What these lists are called in one line.
  static func title(of inputs: [String]) -> String {
    guard inputs.count <= 3 else { return "\(Format.grouped(inputs.count)) lists" }
    return inputs.map { input in
      guard input != InputFile.standardInputName else { return "stdin" }
      let name = Path.name(of: input)
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
      exact: report.exact,
      approximated: report.count(.approximated), inPage: report.count(.inPage),
      needsScript: report.count(.deferred), unsupported: report.count(.dropped),
      reasons: report.reasons.map { .init(outcome: $0.outcome, reason: $0.reason.id, count: $0.count) },
      notes: report.notes.map { .init(note: $0.note, count: $0.count) }, outputs: outputs, duration: duration)
  }
}
