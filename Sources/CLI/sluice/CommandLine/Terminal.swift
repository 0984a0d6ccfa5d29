import SluiceSystem

/// The capabilities of a stream.
struct Terminal: Sendable {
  /// Whether the stream is a terminal.
  var isInteractive: Bool
  /// The number of columns, if known.
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

  /// Returns the number of columns for text, at least 40.
  func width(otherwise: Int, atMost: Int) -> Int { max(40, min(columns ?? otherwise, atMost)) }
}
