extension URLFilter {
  /// Requests to a host, or those below it: the filter syntax's `||host^`.
  ///
  /// Nine of ten filters of real lists are this, so it is written in one go. `host` are bytes of a host
  /// name; upper case is lowered, as WebKit does with the host before it matches. Returns nil when a byte is
  /// none of letters, digits, `-`, `_` and `.`, or a label before a dot is empty.
  public static func host(_ host: Span<UInt8>) -> URLFilter? {
    self.host(host, between: .label, and: .request)
  }

  /// The host between these two. In line, so that their texts are constants.
  @inline(__always)
  static func host(
    _ host: Span<UInt8>, between anchor: HostAnchor, and hostEnd: HostAnchor.End
  ) -> URLFilter? {
    let (hostStart, hostEnd) = (anchor.text, hostEnd.text)
    // All that is written: two texts, and for each byte of the host at most two, for a dot that is escaped.
    let room = hostStart.utf8CodeUnitCount + 2 * host.count + hostEnd.utf8CodeUnitCount
    return withUnsafeTemporaryAllocation(byteCount: room, alignment: 1) { buffer -> URLFilter? in
      guard !host.isEmpty, let start = buffer.baseAddress else { return nil }
      var end = start
      append(hostStart, at: &end)
      for index in host.indices {
        let byte = host[index]
        switch byte {
        case _ where byte.isLabelByte: append(byte, at: &end)
        case _ where byte.isCapital: append(byte.asciiLowercased, at: &end)
        case UInt8(ascii: "."):
          // No host has a label without a character.
          if index == 0 || host[index - 1] == byte { return nil }
          append(UInt8(ascii: "\\"), at: &end)
          append(byte, at: &end)
        default: return nil
        }
      }
      append(hostEnd, at: &end)
      let written = UnsafeRawBufferPointer(start: start, count: end - start)
      // An array that is made with uninitialized elements asks the runtime for its type, every time.
      var bytes: [UInt8] = []
      bytes.reserveCapacity(written.count)
      bytes.append(contentsOf: written)
      return URLFilter(trusted: bytes)
    }
  }

  @inline(__always)
  private static func append(_ byte: UInt8, at end: inout UnsafeMutableRawPointer) {
    end.storeBytes(of: byte, as: UInt8.self)
    end += 1
  }

  @inline(__always)
  private static func append(_ text: StaticString, at end: inout UnsafeMutableRawPointer) {
    end.copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
    end += text.utf8CodeUnitCount
  }
}
