import Conversion
import FilterSyntax
import ListBuilding
import Platform

/// What a command does, one step after the other. With `--verbose` each is told when it is done; at a
/// terminal the one that lasts is shown as a line, from a second after the first began.
final class Steps: Sendable {
  /// How steps are told that are done.
  enum Form: Sendable {
    case text(TextStyle)
    /// One object a line, under the key `step`.
    case jsonLines
  }

  private struct State {
    /// What is being done.
    var step: Step?
    /// Whether it may be shown.
    var isShown = true
    var start = ContinuousClock.now
    /// When the first of the steps began that follow each other; nil between two stretches of work.
    var stretch: ContinuousClock.Instant?
  }

  private let form: Form?
  private let error: FileDescriptor
  private let line: TerminalLine?
  private let state = Locked(State())

  /// What takes less is not shown.
  private static let patience = Duration.seconds(1)
  /// How often the line is drawn, in milliseconds.
  private static let interval: Int32 = 100

  /// Steps that nobody is told of.
  static let untold = Steps(form: nil, error: .standardError, isShown: false)

  /// - Parameters:
  ///   - form: How steps are told that are done; nil for not at all.
  ///   - isShown: Whether the step that lasts is shown.
  init(form: Form?, error: FileDescriptor, isShown: Bool) {
    (self.form, self.error) = (form, error)
    line = isShown ? TerminalLine(error) : nil
    line?.draw(every: Self.interval) { [weak self] in self?.draw() }
  }

  /// Whether anybody is told.
  private var isTold: Bool { form != nil || line != nil }

  /// Whether steps are told that are done.
  var isTelling: Bool { form != nil }

  // MARK: Commands

  /// Begins a step, with which the one before ends.
  ///
  /// - Parameter isShown: Whether it may be shown: not while the terminal belongs to what is read from it or
  ///   written to it.
  func begin(_ step: @autoclosure () -> Step, isShown: Bool = true) {
    guard isTold else { return }
    end()
    let (step, now) = (step(), ContinuousClock.now)
    state.withLock { state in
      (state.step, state.isShown, state.start) = (step, isShown, now)
      if state.stretch == nil { state.stretch = now }
    }
    if !isShown { line?.hide() }
  }

  /// Says how far the step is.
  func advance(_ step: @autoclosure () -> Step) {
    guard line != nil else { return }
    let step = step()
    state.withLock { $0.step = step }
  }

  /// Ends the step, with what it was done with.
  func end(_ amounts: @autoclosure () -> StepAmounts = [:]) {
    guard isTold else { return }
    let (step, start) = state.withLock { state in
      defer { state.step = nil }
      return (state.step, state.start)
    }
    if let step { tell(step, amounts(), .now - start) }
  }

  /// Tells a step that was done beside others.
  func tell(_ step: @autoclosure () -> Step, _ amounts: @autoclosure () -> StepAmounts, _ duration: Duration)
  {
    guard let form else { return }
    let text = Self.text(step(), amounts(), duration, form)
    // That nobody reads it is no reason to fail.
    try? write(text, to: error)
  }

  /// Nothing is to do for a while, or it failed: what comes next has a second again before it is shown.
  func rest() {
    state.withLock { ($0.step, $0.stretch) = (nil, nil) }
    line?.hide()
  }

  /// Ends all that was to do. Nothing more is shown.
  func finish() {
    end()
    line?.end()
  }

  /// Ends all, since it failed. Nothing more is shown.
  func abandon() {
    rest()
    line?.end()
  }

  /// Reads what a command is given, as a step. While it is standard input nothing is shown: whoever writes to
  /// it may show something at the same terminal.
  func read<Failure>(
    _ paths: [String], _ read: () throws(Failure) -> [InputFile]
  ) throws(Failure) -> [InputFile] {
    begin(Step("reading", paths.count == 1 ? paths[0] : nil), isShown: !paths.isEmpty && !paths.contains("-"))
    let files = try read()
    end([.files: files.count, .bytes: files.reduce(0) { $0 + $1.bytes.count }])
    return files
  }

  /// Writes to a stream of the process while no line is shown. What goes through a pipe can appear on the
  /// same screen at any time: from then on there is none.
  func write(_ bytes: [UInt8], to stream: FileDescriptor) throws(SystemError) {
    guard let line else { return try stream.write(bytes) }
    if stream != error, !stream.isTerminal, (try? stream.status().kind) != .regular { line.end() }
    try line.aside { () throws(SystemError) in try stream.write(bytes) }
  }

  // MARK: Progress line

  private func draw() {
    guard let line else { return }
    let now = ContinuousClock.now
    // Drawn before anybody can begin what must not be shown.
    state.withLock { state in
      guard let step = state.step, state.isShown, let stretch = state.stretch, now - stretch >= Self.patience
      else { return }
      let seconds = (now - stretch).components.seconds
      // The last column of a terminal can begin another line.
      line.show(Self.fitted("\(seconds) s  \(step.words)", (line.columns ?? 80) - 1))
    }
  }

  /// As much of a text as has room, with an ellipsis behind what is cut.
  static func fitted(_ text: String, _ width: Int) -> String {
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
    _ step: Step, _ amounts: StepAmounts, _ duration: Duration, _ form: Form
  ) -> [UInt8] {
    let seconds = Format.milliseconds(duration)
    switch form {
    case .text(let style):
      let facts = (step.reading.map { [$0.words] } ?? []) + amounts.map { $0.key.words($0.value) }
      let numbers = facts.joined(separator: ", ")
      let time = String(repeating: " ", count: max(0, 7 - seconds.utf8.count)) + seconds
      return Array("\(style.dim("\(time) s"))  \(step.title)\(numbers.isEmpty ? "" : ": \(numbers)")\n".utf8)
    case .jsonLines:
      var json = JSONWriter(.hidden)
      json.line("step") { json in
        json.add("name", step.name)
        if let subject = step.subject { json.add("of", URLSecrets.removed(from: subject)) }
        if let reading = step.reading { json.add(reading) }
        for (amount, number) in amounts { json.add(named: amount.rawValue, number) }
        json.add("seconds", duration)
      }
      return json.bytes
    }
  }
}

extension JSONWriter {
  /// Adds what a list was taken for.
  mutating func add(_ reading: ListReading) {
    add("kind", reading.kind.rawValue)
    add("dialect", reading.dialect.rawValue)
  }
}
