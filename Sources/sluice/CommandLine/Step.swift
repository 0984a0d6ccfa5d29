import FilterSyntax
import ListBuilding

/// Something that a command does, of which it is told while it lasts and when it is done.
struct Step: Sendable {
  /// What is done: `reading`.
  let name: String
  /// What it is done with, as it is called on disk or in the network; nil where the name says it.
  var subject: String?
  /// Which of how many it is, or how much is done.
  var count: Count?
  /// What a list was taken for.
  var reading: ListReading?

  /// How far something is.
  struct Count: Hashable, Sendable {
    var done: Int
    /// Nil where nobody knows.
    var total: Int?
  }

  init(_ name: String, _ subject: String? = nil, _ done: Int? = nil, of total: Int? = nil) {
    (self.name, self.subject) = (name, subject)
    count = done.map { Count(done: $0, total: total) }
  }

  /// That a list was judged.
  init(_ name: String, _ subject: String, _ reading: ListReading) {
    (self.name, self.subject, self.reading) = (name, subject, reading)
  }

  /// `converting 3 of 12: ads`, without secrets.
  var words: String {
    var text = name
    if let count {
      text += " \(Format.grouped(count.done))"
      if let total = count.total { text += " of \(Format.grouped(total))" }
    }
    return subject.map { "\(text): \(Self.shown($0))" } ?? text
  }

  /// `reading easylist.txt`
  var title: String { subject.map { "\(name) \(Self.shown($0))" } ?? name }

  private static func shown(_ subject: String) -> String {
    DisplayText.escaping(URLSecrets.removed(from: subject))
  }
}

/// What a step was done with, by number.
enum StepAmount: String, Sendable {
  case files
  case bytes
  case lines
  case filters
  case rules
  case lists
  case requests
  case pages
  case loads
  case findings
  case differences

  /// `2 files`, `4.1 MB`
  func words(_ number: Int) -> String {
    switch self {
    case .bytes: Format.size(number)
    case .files, .lines, .filters, .rules, .lists, .requests, .pages, .loads, .findings, .differences:
      Format.counted(number, String(rawValue.dropLast()))
    }
  }
}

/// What a step was done with, in the order in which it is told.
typealias StepAmounts = KeyValuePairs<StepAmount, Int>
