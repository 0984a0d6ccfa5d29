import SluiceListFiles
import SluiceLists
import SluiceSystem
import SluiceText

/// The environment of the process: its streams, their capabilities, and the options for output.
struct Console: Sendable {
  let output: OpenFile
  let error: OpenFile
  let outputTerminal: Terminal
  let errorTerminal: Terminal
  /// The start time of the process, or of the current run of a command that watches files.
  var start: ContinuousClock.Instant
  var reporting = Reporting()
  private(set) var steps = Steps.silent

  static func ofRun() -> Console {
    Console(
      output: .standardOutput, error: .standardError, outputTerminal: .of(.standardOutput),
      errorTerminal: .of(.standardError), start: .now)
  }

  /// Starts reporting steps, according to the options and the capabilities of standard error.
  mutating func recordSteps(of command: CommandName) {
    let form: Steps.Form? =
      switch (reporting.detail, command, reporting.findingFormat) {
      case (.quiet, _, _), (.usual, _, _): nil
      // `convert` writes its findings to standard error, too, so steps must have the same format.
      case (.verbose, .convert, .jsonLines): .jsonLines
      case (.verbose, _, _): .text(errorStyle)
      }
    let isShown = reporting.detail != .quiet && errorTerminal.showsProgress
    if command.hasSteps, form != nil || isShown { steps = Steps(form: form, error: error, isShown: isShown) }
  }

  /// The number of columns for text on standard output, used by the help.
  var outputWidth: Int { outputTerminal.width(otherwise: 80, atMost: 100) }
  var outputStyle: TextStyle { TextStyle(isColored: outputTerminal.hasColors(reporting.color)) }
  var errorStyle: TextStyle { TextStyle(isColored: errorTerminal.hasColors(reporting.color)) }

  func print(_ text: String) throws(CommandError) { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws(CommandError) {
    try CommandError.of({ OutputError.writing("standard output", error: $0).report }) {
      () throws(SystemError) in
      try steps.write(bytes, to: output)
    }
  }

  /// Writes a JSON object to standard output, on its own line.
  func writeObject(_ members: (inout JSONWriter) -> Void) throws(CommandError) {
    var json = JSONWriter(.hidden)
    json.object(members)
    json.endLine()
    try write(json.bytes)
  }

  /// Writes text to standard error, unless `--quiet` is set.
  func message(_ text: String) {
    if !reporting.isQuiet { printError(text) }
  }

  /// Writes notes to standard error, unless `--quiet` is set.
  func message(notes: [String]) {
    for note in notes { message("note: \(DisplayText.escaping(note))\n") }
  }

  func printError(_ text: String) { printError(Array(text.utf8)) }

  /// Writes bytes to standard error and ignores failures.
  func printError(_ bytes: [UInt8]) {
    try? steps.write(bytes, to: error)
  }

  func report(_ error: CommandError) {
    guard let message = error.message else { return }
    func shown(_ text: String) -> String { DisplayText.escaping(URLSecrets.removed(from: text)) }
    var text = errorStyle.bold("sluice: ") + errorStyle.red("error: ") + shown(message) + "\n"
    for advice in error.advice { text += "  = help: \(shown(advice))\n" }
    printError(text)
  }
}

struct Terminal: Sendable {
  var isInteractive: Bool
  var columns: Int?
  /// `TERM`, if it is set.
  var type: String?
  /// Whether `NO_COLOR` is set and not empty (no-color.org).
  var refusesColors: Bool
  /// Whether `CLICOLOR_FORCE` is set, and neither 0 nor empty (bixense.com/clicolors). It enables colors
  /// without a terminal, for CI logs.
  var forcesColors: Bool
  /// Whether `CI` is set, and neither false nor empty. If so, no progress is shown, even if the stream is a
  /// terminal.
  var isOfCI: Bool

  static func of(_ stream: OpenFile) -> Terminal {
    Terminal(
      isInteractive: stream.isTerminal, columns: stream.columns, type: CurrentProcess.variable("TERM"),
      refusesColors: CurrentProcess.variable("NO_COLOR").map { !$0.isEmpty } ?? false,
      forcesColors: CurrentProcess.variable("CLICOLOR_FORCE").map { !$0.isEmpty && $0 != "0" } ?? false,
      isOfCI: CurrentProcess.variable("CI").map { !$0.isEmpty && $0 != "false" } ?? false)
  }

  func hasColors(_ choice: ColorChoice) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto: !refusesColors && (forcesColors || isInteractive && type != "dumb")
    }
  }

  /// Whether a progress line can be redrawn and users see it.
  var showsProgress: Bool { isInteractive && !isOfCI && type.map { !$0.isEmpty && $0 != "dumb" } ?? false }

  /// Returns the number of columns to which lines are cut: those of a terminal, at least 40, or `other` for
  /// pipes and files.
  func lineWidth(otherwise other: Int) -> Int { isInteractive ? columns.map { max(40, $0) } ?? other : other }

  func width(otherwise: Int, atMost: Int) -> Int { max(40, min(columns ?? otherwise, atMost)) }
}

struct TextStyle: Sendable {
  let isColored: Bool

  static let plain = TextStyle(isColored: false)

  func bold(_ text: String) -> String { styled("1", text: text) }
  func dim(_ text: String) -> String { styled("2", text: text) }
  func red(_ text: String) -> String { styled("1;31", text: text) }
  func green(_ text: String) -> String { styled("1;32", text: text) }
  func yellow(_ text: String) -> String { styled("1;33", text: text) }
  func cyan(_ text: String) -> String { styled("1;36", text: text) }

  private func styled(_ code: String, text: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
