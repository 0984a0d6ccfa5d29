import ListBuilding
import Platform

/// The process's surroundings: its streams and what they can show.
struct Console: Sendable {
  let output: FileDescriptor
  let error: FileDescriptor
  /// Columns of text on standard output, for help.
  let outputWidth: Int
  /// What standard output can show.
  let outputTerminal: Terminal
  /// What standard error can show.
  let errorTerminal: Terminal
  /// When the process began.
  let start: ContinuousClock.Instant

  /// The surroundings of this process, made safe to write to.
  static func ofProcess() -> Console {
    let start = ContinuousClock.now
    CurrentProcess.prepareStreams()
    let outputTerminal = Terminal.of(.standardOutput)
    return Console(
      output: .standardOutput, error: .standardError,
      outputWidth: outputTerminal.width(otherwise: 80, atMost: 100), outputTerminal: outputTerminal,
      errorTerminal: .of(.standardError), start: start)
  }

  /// Writes text to standard output.
  func print(_ text: String) throws(CommandError) { try write(Array(text.utf8)) }

  /// Writes bytes to standard output.
  func write(_ bytes: [UInt8]) throws(CommandError) {
    do throws(SystemError) {
      try output.write(bytes)
    } catch {
      throw .output(.writing("standard output", error))
    }
  }

  /// Writes bytes to standard error. That nobody reads them is no reason to fail.
  func printError(_ bytes: [UInt8]) {
    try? error.write(bytes)
  }

  /// Writes what went wrong and what to do to standard error.
  func report(_ failure: CommandError, _ color: ColorChoice) {
    guard let message = failure.message else { return }
    let style = TextStyle(isColored: errorTerminal.hasColors(color))
    func shown(_ text: String) -> String { DisplayText.escaping(URLSecrets.removed(from: text)) }
    var text = style.bold("sluice: ") + style.red("error: ") + shown(message) + "\n"
    for advice in failure.advice { text += "  = help: \(shown(advice))\n" }
    printError(Array(text.utf8))
  }
}
