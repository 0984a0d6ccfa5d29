#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

import ListBuilder

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

  /// What this stream can show.
  static func of(_ stream: FileDescriptor) -> Terminal {
    var size = winsize()
    let isInteractive = stream.isTerminal
    let hasSize = isInteractive && ioctl(stream.number, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return Terminal(
      isInteractive: isInteractive, columns: hasSize ? Int(size.ws_col) : nil, type: variable("TERM"),
      refusesColors: variable("NO_COLOR").map { !$0.isEmpty } ?? false)
  }

  /// Whether to write colours.
  func hasColors(_ choice: ColorChoice) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto: isInteractive && !refusesColors && type != "dumb"
    }
  }

  /// Columns to write, at least 40.
  func width(otherwise: Int, atMost: Int) -> Int { max(40, min(columns ?? otherwise, atMost)) }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
