extension URLFilter {
  /// The host if the filter is what ``host(_:)`` writes, and so asks for nothing else.
  var plainHost: [UInt8]? { Self.plainHost(bytes.span) }

  /// The host if the text is that of such a filter.
  static func plainHost(_ span: Span<UInt8>) -> [UInt8]? {
    let prefix: StaticString = #"^[^:]+://([^/]+\.)?"#
    let suffix: StaticString = "[:/]"
    let start = prefix.utf8CodeUnitCount
    let end = span.count - suffix.utf8CodeUnitCount
    guard start < end, span.equals(0..<start, prefix), span.equals(end..<span.count, suffix) else {
      return nil
    }
    var host: [UInt8] = []
    host.reserveCapacity(end - start)
    var index = start
    while index < end {
      let byte = span[index]
      index += 1
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        host.append(byte)
      case UInt8(ascii: "\\") where index < end && span[index] == UInt8(ascii: "."):
        host.append(UInt8(ascii: "."))
        index += 1
      default: return nil
      }
    }
    return host
  }
}
