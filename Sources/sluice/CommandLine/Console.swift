import ListBuilding
import Platform

/// The process's surroundings: its streams, what they can show, and what is wanted on them.
struct Console: Sendable {
  let output: FileDescriptor
  let error: FileDescriptor
  /// What standard output can show.
  let outputTerminal: Terminal
  /// What standard error can show.
  let errorTerminal: Terminal
  /// When the process began.
  let start: ContinuousClock.Instant
  var reporting = Reporting()
  /// What the command does, for whoever waits for it.
  private(set) var steps = Steps.untold

  /// The surroundings of this process, made safe to write to.
  static func ofProcess() -> Console {
    let start = ContinuousClock.now
    CurrentProcess.prepareStreams()
    return Console(
      output: .standardOutput, error: .standardError, outputTerminal: .of(.standardOutput),
      errorTerminal: .of(.standardError), start: start)
  }

  /// Begins to tell of steps, as is wanted and as standard error can show it.
  mutating func tellSteps(of command: CommandName) {
    let form: Steps.Form? =
      switch (reporting.detail, command, reporting.findingFormat) {
      case (.quiet, _, _), (.usual, _, _): nil
      // Its findings are on standard error too.
      case (.verbose, .convert, .jsonLines): .jsonLines
      case (.verbose, _, _): .text(errorStyle)
      }
    let isShown = reporting.detail != .quiet && errorTerminal.showsProgress
    if command.hasSteps, form != nil || isShown { steps = Steps(form: form, error: error, isShown: isShown) }
  }

  /// Columns of text on standard output, for help.
  var outputWidth: Int { outputTerminal.width(otherwise: 80, atMost: 100) }
  /// The colours of standard output.
  var outputStyle: TextStyle { TextStyle(isColored: outputTerminal.hasColors(reporting.color)) }
  /// The colours of standard error.
  var errorStyle: TextStyle { TextStyle(isColored: errorTerminal.hasColors(reporting.color)) }

  /// Writes text to standard output.
  func print(_ text: String) throws(CommandError) { try write(Array(text.utf8)) }

  /// Writes bytes to standard output.
  func write(_ bytes: [UInt8]) throws(CommandError) {
    do throws(SystemError) {
      try steps.write(bytes, to: output)
    } catch {
      throw CommandError(OutputError.writing("standard output", error))
    }
  }

  /// Writes an object to standard output, in a line of its own.
  func writeObject(_ members: (inout JSONWriter) -> Void) throws(CommandError) {
    var json = JSONWriter(.hidden)
    json.object(members)
    json.endLine()
    try write(json.bytes)
  }

  /// Writes to standard error what `--quiet` leaves out.
  func tell(_ text: String) {
    if !reporting.isQuiet { printError(text) }
  }

  /// Writes text to standard error.
  func printError(_ text: String) { printError(Array(text.utf8)) }

  /// Writes bytes to standard error. That nobody reads them is no reason to fail.
  func printError(_ bytes: [UInt8]) {
    try? steps.write(bytes, to: error)
  }

  /// Writes what went wrong and what to do to standard error.
  func report(_ failure: FailureReport) {
    guard let message = failure.message else { return }
    func shown(_ text: String) -> String { DisplayText.escaping(URLSecrets.removed(from: text)) }
    var text = errorStyle.bold("sluice: ") + errorStyle.red("error: ") + shown(message) + "\n"
    for advice in failure.advice { text += "  = help: \(shown(advice))\n" }
    printError(text)
  }
}
