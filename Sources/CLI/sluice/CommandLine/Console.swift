import SluiceLists
import SluiceSystem

/// The environment of the process: its streams, their capabilities, and the options for output.
struct Console: Sendable {
  let output: OpenFile
  let error: OpenFile
  /// The capabilities of standard output.
  let outputTerminal: Terminal
  /// The capabilities of standard error.
  let errorTerminal: Terminal
  /// The start time of the process, or of the current run of a command that watches files.
  var start: ContinuousClock.Instant
  var reporting = Reporting()
  /// The steps of the command, for progress output.
  private(set) var steps = Steps.silent

  /// Returns the environment of this run.
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
  /// The colors of standard output.
  var outputStyle: TextStyle { TextStyle(isColored: outputTerminal.hasColors(reporting.color)) }
  /// The colors of standard error.
  var errorStyle: TextStyle { TextStyle(isColored: errorTerminal.hasColors(reporting.color)) }

  /// Writes text to standard output.
  func print(_ text: String) throws(CommandError) { try write(Array(text.utf8)) }

  /// Writes bytes to standard output.
  func write(_ bytes: [UInt8]) throws(CommandError) {
    try CommandError.of({ OutputError.writing("standard output", $0) }) { () throws(SystemError) in
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

  /// Writes text to standard error.
  func printError(_ text: String) { printError(Array(text.utf8)) }

  /// Writes bytes to standard error and ignores failures.
  func printError(_ bytes: [UInt8]) {
    try? steps.write(bytes, to: error)
  }

  /// Writes an error and its remedies to standard error.
  func report(_ failure: FailureReport) {
    guard let message = failure.message else { return }
    func shown(_ text: String) -> String { DisplayText.escaping(URLSecrets.removed(from: text)) }
    var text = errorStyle.bold("sluice: ") + errorStyle.red("error: ") + shown(message) + "\n"
    for advice in failure.advice { text += "  = help: \(shown(advice))\n" }
    printError(text)
  }
}
