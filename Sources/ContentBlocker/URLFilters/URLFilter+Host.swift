extension URLFilter {
  /// Requests to a host, or those below it: the filter syntax's `||host^`.
  ///
  /// Nine of ten filters of real lists are this, so it is written in one go. `host` are bytes of a host
  /// name; upper case is lowered, as WebKit does with the host before it matches. Returns nil when a byte is
  /// none of letters, digits, `-`, `_` and `.`.
  public static func host(_ host: Span<UInt8>) -> URLFilter? {
    var isHost = !host.isEmpty
    var dots = 0
    for index in host.indices where host[index] == UInt8(ascii: ".") { dots += 1 }
    let size = hostStart.utf8CodeUnitCount + host.count + dots + hostEnd.utf8CodeUnitCount
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    // An array that is made with uninitialized elements asks the runtime for its type, every time.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { buffer in
      var end = copy(hostStart, to: buffer, at: 0)
      for index in host.indices {
        var byte = host[index]
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"), UInt8(ascii: "_"):
          break
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte |= 0x20
        case UInt8(ascii: "."):
          buffer[end] = UInt8(ascii: "\\")
          end += 1
        default: isHost = false
        }
        buffer[end] = byte
        end += 1
      }
      copy(hostEnd, to: buffer, at: end)
      bytes.append(contentsOf: UnsafeBufferPointer(buffer))
    }
    return isHost ? URLFilter(trusted: bytes) : nil
  }

  private static var hostStart: StaticString { #"^[^:]+://([^/]+\.)?"# }
  private static var hostEnd: StaticString { "[:/]" }

  /// Writes the text into the buffer, and returns where it ends there.
  @discardableResult
  private static func copy(
    _ text: StaticString, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) -> Int {
    let end = start + text.utf8CodeUnitCount
    UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[start..<end])
      .copyMemory(from: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    return end
  }
}
