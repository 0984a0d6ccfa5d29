import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluiceSyntax
import SluiceSystem
import SluiceText

/// The steps of a command. With `--verbose`, each step is reported when it is done.
///
/// On a terminal, a progress line shows the current step. It appears one second after the first step began.
final class Steps: Sendable {
  enum Form: Sendable {
    case text(TextStyle)
    /// JSON, one object per line, under the key `step`.
    case jsonLines
  }

  private struct State {
    var step: Step?
    /// Whether the progress line may show it.
    var isShown = true
    var start = ContinuousClock.now
    /// The start of the first of several consecutive steps; nil while nothing is running.
    var stretch: ContinuousClock.Instant?
  }

  private let form: Form?
  private let error: OpenFile
  private let line: TerminalLine?
  private let state = Locked(State())

  /// The delay before the progress line appears.
  private static let patience = Duration.seconds(1)
  /// The interval between updates of the line, in milliseconds.
  private static let interval: Int32 = 100

  static let silent = Steps(form: nil, error: .standardError, isShown: false)

  /// Creates steps.
  ///
  /// - Parameters:
  ///   - form: The form in which finished steps are reported; nil to not report them.
  ///   - isShown: Whether a progress line shows the current step.
  init(form: Form?, error: OpenFile, isShown: Bool) {
    (self.form, self.error) = (form, error)
    line = isShown ? TerminalLine(error) : nil
    line?.draw(every: Self.interval) { [weak self] in self?.draw() }
  }

  private var isActive: Bool { form != nil || line != nil }

  var isRecording: Bool { form != nil }

  // MARK: Commands

  /// Begins a step and ends the previous one.
  ///
  /// - Parameter isShown: Whether the progress line may show it. It must not if the command reads from or
  ///   writes to the terminal.
  func begin(_ step: @autoclosure () -> Step, isShown: Bool = true) {
    guard isActive else { return }
    end()
    let (step, now) = (step(), ContinuousClock.now)
    state.withLock { state in
      (state.step, state.isShown, state.start) = (step, isShown, now)
      if state.stretch == nil { state.stretch = now }
    }
    if !isShown { line?.hide() }
  }

  func advance(_ step: @autoclosure () -> Step) {
    guard line != nil else { return }
    let step = step()
    state.withLock { $0.step = step }
  }

  func end(_ amounts: @autoclosure () -> StepAmounts = [:]) {
    guard isActive else { return }
    let (step, start) = state.withLock { state in
      defer { state.step = nil }
      return (state.step, state.start)
    }
    if let step { record(step, amounts: amounts(), duration: .now - start) }
  }

  /// Reports a step that ran in parallel with others.
  func record(
    _ step: @autoclosure () -> Step, amounts: @autoclosure () -> StepAmounts, duration: Duration
  ) {
    guard let form else { return }
    let text = Self.text(step(), amounts: amounts(), duration: duration, form: form)
    // A failed write to standard error is ignored.
    try? write(text, to: error)
  }

  /// Hides the progress line during a pause or after a failure. The delay applies again to the next step.
  func rest() {
    state.withLock { ($0.step, $0.stretch) = (nil, nil) }
    line?.hide()
  }

  /// Ends all steps. Nothing is shown afterwards.
  func finish() {
    end()
    line?.end()
  }

  /// Ends all steps after a failure. Nothing is shown afterwards.
  func abandon() {
    rest()
    line?.end()
  }

  /// Reads the inputs of a command as a step.
  ///
  /// While it reads standard input, no progress line is shown, because the program that writes to the pipe
  /// may print to the same terminal.
  func read<Failure>(
    _ paths: [String], read: () throws(Failure) -> [InputFile]
  ) throws(Failure) -> [InputFile] {
    begin(
      Step("reading", subject: paths.count == 1 ? paths[0] : nil),
      isShown: !paths.isEmpty && !paths.contains("-"))
    let files = try read()
    end([.files: files.count, .bytes: files.reduce(0) { $0 + $1.bytes.count }])
    return files
  }

  /// Writes to a stream of the process while the progress line is hidden.
  ///
  /// Data written to a pipe can appear on the same screen at any time, so the line is not shown again
  /// afterwards.
  func write(_ bytes: [UInt8], to stream: OpenFile) throws(SystemError) {
    guard let line else { return try stream.write(bytes) }
    if stream != error, !stream.isTerminal, (try? stream.status().kind) != .regular { line.end() }
    try line.aside { () throws(SystemError) in try stream.write(bytes) }
  }

  // MARK: Progress line

  private func draw() {
    guard let line else { return }
    let now = ContinuousClock.now
    // Draws while it holds the lock, so that no step that must not be shown can begin in the meantime.
    state.withLock { state in
      guard let step = state.step, state.isShown, let stretch = state.stretch, now - stretch >= Self.patience
      else { return }
      let seconds = (now - stretch).components.seconds
      // Text in the last column can make a terminal wrap.
      line.show(Self.fitted("\(seconds) s  \(step.words)", width: (line.columns ?? 80) - 1))
    }
  }

  /// Returns as much of the text as fits, with an ellipsis if it is truncated.
  static func fitted(_ text: String, width: Int) -> String {
    let widths = text.unicodeScalars.map { DisplayText.cell($0).width }
    guard widths.reduce(0, +) > width else { return text }
    var (rest, scalars) = (width - 1, String.UnicodeScalarView())
    for (scalar, columns) in zip(text.unicodeScalars, widths) {
      rest -= columns
      guard rest >= 0 else { break }
      scalars.append(scalar)
    }
    return width > 0 ? String(scalars) + "…" : ""
  }

  // MARK: Messages

  private static func text(
    _ step: Step, amounts: StepAmounts, duration: Duration, form: Form
  ) -> [UInt8] {
    let seconds = Format.milliseconds(duration)
    switch form {
    case .text(let style):
      let facts = (step.reading.map { [$0.words] } ?? []) + amounts.map { $0.key.words($0.value) }
      let numbers = facts.joined(separator: ", ")
      let time = seconds.padded(to: 7)
      return Array("\(style.dim("\(time) s"))  \(step.title)\(numbers.isEmpty ? "" : ": \(numbers)")\n".utf8)
    case .jsonLines:
      var json = JSONWriter(.hidden)
      json.line("step") { json in
        json.add("name", text: step.name)
        if let subject = step.subject { json.add("of", text: URLSecrets.removed(from: subject)) }
        if let reading = step.reading { json.add(reading) }
        for (amount, number) in amounts { json.add(named: amount.rawValue, number) }
        json.add("seconds", duration: duration)
      }
      return json.bytes
    }
  }
}

extension JSONWriter {
  mutating func add(_ reading: ListReading) {
    add("kind", text: reading.kind.rawValue)
    add("dialect", text: reading.dialect.rawValue)
  }
}

/// A step of a command, reported while it runs and when it is done.
struct Step: Sendable {
  /// The activity, such as `reading`.
  let name: String
  /// The object of the activity, such as a file or URL; nil if the name is enough.
  var subject: String?
  var count: Count?
  var reading: ListReading?

  struct Count: Hashable, Sendable {
    var done: Int
    var total: Int?
  }

  init(_ name: String, subject: String? = nil, done: Int? = nil, of total: Int? = nil) {
    (self.name, self.subject) = (name, subject)
    count = done.map { Count(done: $0, total: total) }
  }

  init(_ name: String, subject: String, reading: ListReading) {
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
      Format.counted(number, noun: String(rawValue.dropLast()))
    }
  }
}

/// The amounts that a step processed, in display order.
typealias StepAmounts = KeyValuePairs<StepAmount, Int>
