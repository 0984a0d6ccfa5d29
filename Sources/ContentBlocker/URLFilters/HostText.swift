/// Host names as they are written in a url-filter: letters, digits, `-` and `_`, and dots that are escaped.
extension URLFilter {
  /// The host of `start`, the host and `end`; nil for any other text.
  static func host(
    in span: Span<UInt8>, between start: StaticString, and end: StaticString
  ) -> [UInt8]? {
    let lower = start.utf8CodeUnitCount
    let upper = span.count - end.utf8CodeUnitCount
    guard lower < upper, span.equals(0..<lower, start), span.equals(upper..<span.count, end) else {
      return nil
    }
    var host: [UInt8] = []
    host.reserveCapacity(upper - lower)
    var index = lower
    while index < upper {
      let byte = span[index]
      index += 1
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        host.append(byte)
      case UInt8(ascii: "\\") where index < upper && span[index] == UInt8(ascii: "."):
        host.append(UInt8(ascii: "."))
        index += 1
      default: return nil
      }
    }
    return host
  }
}
