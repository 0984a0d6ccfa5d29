import SluiceC

/// A listening socket of a server.
package struct Listener: Sendable {
  package let descriptor: OpenFile
  /// The port, including one that the system has chosen.
  package let port: Int

  /// Listens on an IPv4 address and port. Port 0 means any free port.
  package init(address: String, port: Int) throws(SystemError) {
    let number = socket(AF_INET, streamSocket, 0)
    guard number >= 0 else { throw .last }
    descriptor = OpenFile(number: number)
    do throws(SystemError) {
      self.port = try Self.take(descriptor, address: address, port: port)
    } catch {
      try? descriptor.close()
      throw error
    }
  }

  /// Binds a socket and starts to listen. Returns the port.
  private static func take(
    _ socket: OpenFile, address: String, port: Int
  ) throws(SystemError) -> Int {
    socket.makeNonBlocking()
    let number = socket.number
    var isReused: Int32 = 1
    setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(port).bigEndian
    guard inet_pton(AF_INET, address, &name.sin_addr) == 1 else { throw .invalid }
    // The calls receive the size of the address, and access no more than that.
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(number, name, size) == 0 && listen(number, 128) == 0 && getsockname(number, name, &size) == 0
          ? 0 : errno
      }
    }
    guard code == 0 else { throw SystemError(code: code) }
    return Int(UInt16(bigEndian: name.sin_port))
  }

  /// Returns the next connection, which is non-blocking. Also throws if no connection is waiting.
  package func accept() throws(SystemError) -> OpenFile {
    while true {
      let number = SluiceC.accept(descriptor.number, nil, nil)
      if number >= 0 {
        let connection = OpenFile(number: number)
        connection.makeNonBlocking()
        return connection
      }
      if errno != EINTR, errno != ECONNABORTED { throw .last }
    }
  }
}

/// Operations on non-blocking descriptors.
extension OpenFile {
  /// Makes calls non-blocking, and prevents child processes from inheriting the descriptor.
  func makeNonBlocking() {
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// Returns received data of a connection; nil if no data is available now. The data is empty only at the
  /// end of the connection.
  package func receive(atMost limit: Int) throws(SystemError) -> [UInt8]? {
    var failure: SystemError?
    // The array uses as many bytes as the call has written, which is at most its capacity.
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let result = recv(number, buffer.baseAddress, limit, 0)
      failure = result < 0 ? .last : nil
      count = max(result, 0)
    }
    guard let failure else { return bytes }
    if failure.code == EAGAIN || failure == .interrupted { return nil }
    throw failure
  }

  /// The next received byte of a connection, which is not consumed; nil if no data is available.
  package var nextByte: UInt8? {
    var byte: UInt8 = 0
    return recv(number, &byte, 1, Int32(MSG_PEEK)) == 1 ? byte : nil
  }

  /// Sends as many bytes as possible without blocking. Returns their number; nil if none can be sent now.
  package func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
    // Never reads beyond the slice.
    try sent(bytes.withUnsafeBytes { SluiceC.write(number, $0.baseAddress, $0.count) })
  }

  /// Sends as much of a file from `offset` on as possible without blocking. Returns the number of bytes; nil
  /// if none can be sent now.
  package func send(
    _ file: OpenFile, from offset: Int, atMost count: Int
  ) throws(SystemError) -> Int? {
    try sent(sendPiece(of: file.number, from: offset, atMost: count, to: number))
  }

  /// Tells the receiver that no more bytes follow.
  package func endSending() { _ = shutdown(number, Int32(SHUT_WR)) }

  private func sent(_ result: Int) throws(SystemError) -> Int? {
    if result >= 0 || errno == EAGAIN { return result < 0 ? nil : result }
    throw .last
  }

  /// An event to wait for on a descriptor.
  package enum Event: Sendable {
    case readable
    case writable
  }

  /// Waits until one of these descriptors is ready, or for this many milliseconds (-1 for no limit). Returns
  /// for each descriptor whether it is ready; nil descriptors never are.
  package static func wait(
    for requests: [(descriptor: OpenFile?, event: Event)], milliseconds: Int32
  ) -> [Bool] {
    var requests = requests.map { request in
      pollfd(
        fd: request.descriptor?.number ?? -1, events: Int16(request.event == .readable ? POLLIN : POLLOUT),
        revents: 0)
    }
    _ = poll(&requests, nfds_t(requests.count), milliseconds)
    return requests.map { $0.revents != 0 }
  }
}

/// The head of an HTTP/1 request as received.
package struct HTTPHead: Equatable, Sendable {
  package let method: Substring
  package let target: Substring
  /// The version, such as `HTTP/1.1`.
  package let version: Substring
  /// The header fields in order, with lowercase names and without spaces around their values.
  package let fields: [Field]

  package struct Field: Equatable, Sendable {
    package let name: String
    package let value: String
  }

  /// Returns the number of bytes up to and including the empty line of a head; nil if it is incomplete.
  ///
  /// A line feed alone also ends a line, so that such heads are invalid instead of incomplete.
  package static func size(in bytes: [UInt8]) -> Int? {
    var isEmptyLine = false
    for (index, byte) in bytes.enumerated() {
      if byte == 0x0A, isEmptyLine { return index + 1 }
      isEmptyLine = byte == 0x0A || byte == 0x0D && isEmptyLine
    }
    return nil
  }

  /// Parses a head, with or without its empty line; returns nil if it is invalid. Heads that intermediaries could
  /// interpret differently are invalid too: two spaces in the first line, bare CR or LF, spaces before a colon,
  /// folded lines, fields without a name.
  package init?(_ head: [UInt8]) {
    var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")[...]
    let words = (lines.popFirst() ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, !words[1].isEmpty, words[2].hasPrefix("HTTP/1.") else {
      return nil
    }
    (method, target, version) = (words[0], words[1], words[2])
    var fields: [Field] = []
    guard !Self.hasControls(head) else { return nil }
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), Self.isName(line[..<colon]) else { return nil }
      var value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      while value.last == " " || value.last == "\t" { value.removeLast() }
      fields.append(Field(name: line[..<colon].lowercased(), value: String(value)))
    }
    self.fields = fields
  }

  /// Returns whether there are control characters other than tabs and complete line ends.
  private static func hasControls(_ head: [UInt8]) -> Bool {
    head.indices.contains { index in
      switch head[index] {
      case 0x09: false
      case 0x0A: index == 0 || head[index - 1] != 0x0D
      case 0x0D: index + 1 == head.count || head[index + 1] != 0x0A
      case let byte: byte < 0x20 || byte == 0x7F
      }
    }
  }

  /// Returns whether the text is a field name: letters, digits and some symbols (RFC 9110, 5.6.2).
  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Returns the first value of a field with this lowercase name.
  package func value(of name: String) -> String? { fields.first { $0.name == name }?.value }
}
