/// The commands by name.
enum CommandName: String, CaseIterable, Sendable {
  case convert
  case build
  case serve
  case merge
  case check
  case match
  case explain
  case diff
  case conformance
  /// What `check --engine` runs: not in any help.
  case webKitCompile = "webkit-compile"
  case help
}

/// One command: a row of the table that drives parser and help.
struct Command: Sendable {
  /// What words a command takes besides flags.
  struct Operands: Sendable {
    /// What help calls them.
    let placeholder: String
    /// The most of them; nil for any number.
    let maximum: Int?
  }

  /// A command line that help shows.
  struct Example: Sendable {
    let line: String
    let explanation: String
  }

  /// What it is called.
  let name: CommandName
  /// What it does, in one line without a full stop.
  let summary: String
  /// What else its help says, by paragraph.
  let details: [String]
  /// The words it takes.
  let operands: Operands
  /// Command lines to start from.
  let examples: [Example]
  /// Whether help leaves it out.
  var isHidden = false
  /// How it can end.
  var exitCodes: [ExitCode] = [.success, .failure, .usage]
  /// Does it.
  let run: @Sendable (Arguments, Console) throws(CommandError) -> ExitCode

  /// How it is used, in one line.
  var usage: String { "sluice \(name.rawValue) \(operands.placeholder) [options]" }
}
