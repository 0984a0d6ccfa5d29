import SluiceSystem

/// The limits for clients of the server.
struct ServerLimits: Sendable {
  /// The maximum number of connections.
  ///
  /// For a new connection beyond the limit, the server closes one without a request, or one whose client does
  /// not receive its response. If no connection can be closed, the new one waits.
  var connections = 256
  /// The maximum time that a connection stays open between requests.
  var idle = Duration.seconds(30)
  /// The maximum time to receive the head of a request, from its first byte.
  var head = Duration.seconds(10)
  /// The maximum time to send a response.
  var answer = Duration.seconds(300)
  /// The minimum time that a connection without a request is kept while others wait. Its request may be on
  /// its way.
  var grace = Duration.milliseconds(200)
  /// The maximum time that a client may receive nothing of its response while others wait.
  var stall = Duration.seconds(30)

  /// Returns limits that fit the maximum number of open files of the process. A connection needs two: its
  /// socket and the file that it sends.
  static func ofProcess() -> ServerLimits {
    var limits = ServerLimits()
    guard let files = CurrentProcess.maximumOpenFiles else { return limits }
    limits.connections = min(limits.connections, max((files - reservedFiles) / 2, 1))
    return limits
  }

  /// The number of open files that are reserved for other purposes, such as the folders in the path of a
  /// file.
  private static let reservedFiles = 16
}
