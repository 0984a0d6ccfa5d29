import Platform

/// What a server spends on its clients at most.
struct ServerLimits: Sendable {
  /// Connections at once. Where one more comes, one without a request to answer ends for it, or one whose answer is not
  /// taken; where all have one and take it, it waits.
  var connections = 256
  /// How long a connection may stay open between requests.
  var idle = Duration.seconds(30)
  /// How long the head of a request may take, from its first byte on.
  var head = Duration.seconds(10)
  /// How long all of an answer may take.
  var answer = Duration.seconds(300)
  /// How long a connection without a request is left alone although others wait: the request may be on its way.
  var grace = Duration.milliseconds(200)
  /// How long a client may take nothing of its answer although others wait.
  var stall = Duration.seconds(30)

  /// The limits within the number of files that the process may have open: a connection takes two, itself and
  /// what it sends.
  static func ofProcess() -> ServerLimits {
    var limits = ServerLimits()
    guard let files = CurrentProcess.maximumOpenFiles else { return limits }
    limits.connections = min(limits.connections, max((files - reservedFiles) / 2, 1))
    return limits
  }

  /// Files that are open besides those of connections, and folders on the way to them.
  private static let reservedFiles = 16
}
