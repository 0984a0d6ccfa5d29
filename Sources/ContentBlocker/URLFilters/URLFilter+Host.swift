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
    let bytes = [UInt8](unsafeUninitializedCapacity: hostStart.count + host.count + dots + hostEnd.count) {
      buffer, count in
      var end = 0
      for byte in hostStart {
        buffer[end] = byte
        end += 1
      }
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
      for byte in hostEnd {
        buffer[end] = byte
        end += 1
      }
      count = end
    }
    return isHost ? URLFilter(trusted: bytes) : nil
  }

  private static let hostStart = Array("^[^:]+://([^/]+\\.)?".utf8)
  private static let hostEnd = Array("[:/]".utf8)
}
