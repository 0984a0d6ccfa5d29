import SluiceSystem

/// A non-blocking connection for one request and its response.
struct HTTPConnection {
  let descriptor: OpenFile
  /// The time at which the connection is closed.
  private(set) var deadline: ContinuousClock.Instant
  /// The time from which a new connection can take the place of this one. Before, its request can be on its
  /// way, or its client is receiving the response.
  private(set) var expendable: ContinuousClock.Instant
  private let limits: ServerLimits
  /// The received bytes; nil after the request.
  private var received: [UInt8]? = []
  private var unsent: ArraySlice<UInt8> = []
  /// The file to send after the unsent bytes, from an offset on.
  private var file: HTTPResponse.File?
  private var offset = 0

  init(_ descriptor: OpenFile, limits: ServerLimits) {
    (self.descriptor, self.limits) = (descriptor, limits)
    (deadline, expendable) = (.now + limits.request, .now + ServerLimits.grace)
  }

  var isSending: Bool { !unsent.isEmpty || file != nil }

  /// Sends or receives without blocking, and responds to a complete or too large head. Returns false at the end
  /// of the connection.
  mutating func proceed(_ respond: ([UInt8]) -> HTTPResponse) -> Bool {
    if isSending { return send() }
    // After an error, the next call returns the end.
    guard let bytes = try? descriptor.receive(atMost: 4096) else { return true }
    received? += bytes
    let size = received.flatMap(HTTPHead.size)
    guard let head = received, size != nil || head.count > HTTPRequest.maximumHead
    else { return !bytes.isEmpty }
    received = nil
    let response = respond(Array(head.prefix(size ?? head.count)))
    (unsent, file) = (response.head[...] + response.text, response.file)
    deadline = .now + limits.answer
    return send()
  }

  /// Sends as much of the response as the client accepts, but not so much that other clients must wait.
  /// Returns false if the connection fails.
  private mutating func send() -> Bool {
    let count: Int?
    do throws(SystemError) {
      if let file, unsent.isEmpty {
        count = try descriptor.send(file.file, from: offset, atMost: file.status.size - offset)
        offset += count ?? 0
      } else {
        count = try descriptor.send(unsent)
        unsent = unsent.dropFirst(count ?? 0)
      }
    } catch {
      return error == .interrupted
    }
    // If the file became shorter, the announced length cannot be sent.
    guard let count, count > 0 else { return count == nil }
    expendable = .now + limits.stall
    guard unsent.isEmpty, offset >= file?.status.size ?? 0 else { return true }
    // Gives the client a moment to close the connection. If the server closed it with unread bytes, the system
    // would discard the response.
    descriptor.endSending()
    try? file?.file.close()
    (file, deadline, expendable) = (nil, .now + .seconds(2), .now)
    return true
  }

  func close() {
    try? file?.file.close()
    try? descriptor.close()
  }
}

struct ServerLimits: Sendable {
  /// The maximum number of connections, each with two open files. New ones replace expendable ones, or wait.
  var connections = min(256, max(((CurrentProcess.maximumOpenFiles ?? 1024) - 16) / 2, 1))
  /// The maximum time to receive a request, from the start of the connection.
  var request = Duration.seconds(30)
  /// The maximum time to send a response.
  var answer = Duration.seconds(300)
  /// The maximum time that a client may receive nothing of its response while others wait.
  var stall = Duration.seconds(5)
  /// The minimum time that a connection without a request is kept while others wait.
  static let grace = Duration.milliseconds(200)
}
