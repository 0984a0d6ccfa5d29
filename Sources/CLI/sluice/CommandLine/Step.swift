import SluiceLists
import SluiceSyntax

/// A step of a command, reported while it runs and when it is done.
struct Step: Sendable {
  /// The activity, such as `reading`.
  let name: String
  /// The object of the activity, such as a file or URL; nil if the name is enough.
  var subject: String?
  /// The number of the step, or its progress.
  var count: Count?
  /// The detected kind and dialect of a list.
  var reading: ListReading?

  /// The number of finished items, and their total.
  struct Count: Hashable, Sendable {
    var done: Int
    /// The total; nil if unknown.
    var total: Int?
  }

  init(_ name: String, _ subject: String? = nil, _ done: Int? = nil, of total: Int? = nil) {
    (self.name, self.subject) = (name, subject)
    count = done.map { Count(done: $0, total: total) }
  }

  /// Creates a step that reports the detected kind and dialect of a list.
  init(_ name: String, _ subject: String, _ reading: ListReading) {
    (self.name, self.subject, self.reading) = (name, subject, reading)
  }

  /// The progress text without secrets: `converting 3 of 12: ads`.
  var words: String {
    var text = name
    if let count {
      text += " \(Format.grouped(count.done))"
      if let total = count.total { text += " of \(Format.grouped(total))" }
    }
    return subject.map { "\(text): \(Self.shown($0))" } ?? text
  }

  /// The title without progress: `reading easylist.txt`.
  var title: String { subject.map { "\(name) \(Self.shown($0))" } ?? name }

  private static func shown(_ subject: String) -> String {
    DisplayText.escaping(URLSecrets.removed(from: subject))
  }
}

/// An amount that a step processed.
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

  /// Returns an amount as text: `2 files`, `4.1 MB`.
  func words(_ number: Int) -> String {
    switch self {
    case .bytes: Format.size(number)
    case .files, .lines, .filters, .rules, .lists, .requests, .pages, .loads, .findings, .differences:
      Format.counted(number, String(rawValue.dropLast()))
    }
  }
}

/// The amounts that a step processed, in display order.
typealias StepAmounts = KeyValuePairs<StepAmount, Int>
