import Platform

/// What a stream can show.
struct Terminal: Sendable {
  /// Whether a person is at the other end.
  var isInteractive: Bool
  /// Columns, when it is known.
  var columns: Int?
  /// `TERM`, when it is set.
  var type: String?
  /// Whether `NO_COLOR` is set, to anything but nothing (no-color.org).
  var refusesColors: Bool
  /// Whether `CLICOLOR_FORCE` is set, to anything but 0 or nothing (bixense.com/clicolors): colours although nobody
  /// is at the other end, as logs of CI show them.
  var forcesColors: Bool
  /// Whether nobody looks at what it looks like a person would: `CI` is set, to anything but false or nothing.
  var isOfCI: Bool

  /// What this stream can show.
  static func of(_ stream: FileDescriptor) -> Terminal {
    Terminal(
      isInteractive: stream.isTerminal, columns: stream.columns, type: CurrentProcess.variable("TERM"),
      refusesColors: CurrentProcess.variable("NO_COLOR").map { !$0.isEmpty } ?? false,
      forcesColors: CurrentProcess.variable("CLICOLOR_FORCE").map { !$0.isEmpty && $0 != "0" } ?? false,
      isOfCI: CurrentProcess.variable("CI").map { !$0.isEmpty && $0 != "false" } ?? false)
  }

  /// Whether to write colours.
  func hasColors(_ choice: ColorChoice) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto: !refusesColors && (forcesColors || isInteractive && type != "dumb")
    }
  }

  /// Whether a line can be drawn over, and somebody sees it.
  var showsProgress: Bool { isInteractive && !isOfCI && type.map { !$0.isEmpty && $0 != "dumb" } ?? false }

  /// Columns to write, at least 40.
  func width(otherwise: Int, atMost: Int) -> Int { max(40, min(columns ?? otherwise, atMost)) }
}
