import SluiceSystem

/// A connection of the browser, with or without TLS. It is used by one thread, which blocks on it.
struct ReplayConnection: ~Copyable {
  private let descriptor: OpenFile
  private let library: TLSLibrary
  private var session: TLSLibrary.Pointer?
  /// The bytes that were received but not processed.
  private var rest: [UInt8] = []

  /// The maximum idle time in milliseconds, after which the connection is closed.
  private static let patience: Int32 = 60_000
  private static let piece = 64 << 10

  init(_ descriptor: OpenFile, _ library: TLSLibrary) {
    (self.descriptor, self.library) = (descriptor, library)
  }

  deinit {
    if let session {
      // GNUTLS_SHUT_WR
      _ = library.end(session, 1)
      library.freeSession(session)
    }
    try? descriptor.close()
  }

  /// Returns whether the next bytes begin a TLS handshake, or `nil` at the end of the stream.
  func beginsSecurely() -> Bool? {
    // A client that requests a tunnel must wait for the response before it sends more.
    guard rest.isEmpty, wait(.readable) else { return nil }
    return descriptor.nextByte.map { $0 == 0x16 }
  }

  /// Starts TLS on the connection.
  mutating func secure() -> Bool {
    var made: TLSLibrary.Pointer?
    // GNUTLS_SERVER | GNUTLS_NONBLOCK
    guard library.newSession(&made, 1 | 1 << 3) == 0, let made else { return false }
    session = made
    // GNUTLS_CRD_CERTIFICATE
    guard library.setPriority(made) == 0, library.setCredentials(made, 1, library.credentials.pointer) == 0
    else { return false }
    library.setDescriptors(made, descriptor.number, descriptor.number)
    while true {
      let code = library.handshake(made)
      if code == 0 { return true }
      guard Self.isToTryAgain(Int(code)), wait(.readable) else { return false }
    }
  }

  /// Returns the bytes up to and including an empty line, or `nil` if the connection ends first or the limit
  /// is exceeded.
  mutating func head(atMost limit: Int) -> [UInt8]? {
    var searched = 0
    while true {
      if let end = Self.end(ofHead: rest, from: searched) {
        let head = Array(rest[..<end])
        rest.removeFirst(end)
        return head
      }
      searched = max(0, rest.count - 3)
      guard rest.count <= limit, receive() else { return nil }
    }
  }

  private static func end(ofHead bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + 4 <= bytes.count {
      if bytes[index] == 0x0D, bytes[index + 1] == 0x0A, bytes[index + 2] == 0x0D, bytes[index + 3] == 0x0A {
        return index + 4
      }
      index += 1
    }
    return nil
  }

  /// Reads and discards bytes.
  mutating func skip(_ count: Int) -> Bool {
    var left = count
    while left > rest.count {
      left -= rest.count
      rest.removeAll()
      guard receive() else { return false }
    }
    rest.removeFirst(left)
    return true
  }

  mutating func send(_ bytes: [UInt8]) -> Bool {
    guard let session else { return (try? descriptor.write(bytes)) != nil }
    var sent = 0
    while sent < bytes.count {
      // GnuTLS reads no more bytes than the slice has.
      let code = bytes[sent...].withUnsafeBytes {
        library.send(session, $0.baseAddress, min($0.count, Self.piece))
      }
      if code > 0 {
        sent += code
      } else if !Self.isToTryAgain(code) || !wait(.writable) {
        return false
      }
    }
    return true
  }

  /// Waits for more bytes. Returns `false` at the end of the stream.
  private mutating func receive() -> Bool {
    while true {
      if let session {
        var code = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.piece) { buffer, count in
          code = library.receive(session, buffer.baseAddress, Self.piece)
          count = max(code, 0)
        }
        rest += bytes
        if code > 0 { return true }
        guard code < 0, Self.isToTryAgain(code), wait(.readable) else { return false }
      } else {
        guard wait(.readable) else { return false }
        guard let bytes = try? descriptor.receive(atMost: Self.piece) else { continue }
        rest += bytes
        return !bytes.isEmpty
      }
    }
  }

  private func wait(_ event: OpenFile.Event) -> Bool {
    OpenFile.wait(for: [(descriptor, event)], milliseconds: Self.patience)[0]
  }

  // GNUTLS_E_AGAIN, GNUTLS_E_INTERRUPTED
  private static func isToTryAgain(_ code: Int) -> Bool { code == -28 || code == -52 }
}
