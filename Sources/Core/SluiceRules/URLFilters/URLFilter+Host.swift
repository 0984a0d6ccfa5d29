extension URLFilter {
  /// Returns a filter for requests to a host and its subdomains: `||host^` in filter syntax.
  ///
  /// Nine of ten filters in real lists have this form, so it is written in a single pass. `host` is converted
  /// to lowercase, as WebKit does with hosts before it matches. Returns nil if the host contains a byte other
  /// than letters, digits, `-`, `_` and `.`, an empty label before a dot, or a label of Punycode that is not the code
  /// of a text.
  public static func host(_ host: Span<UInt8>) -> URLFilter? {
    self.host(host, between: .label, and: .request)
  }

  /// Returns a filter that consists of these two forms and the host between them. The method is inlined so
  /// that the texts of the forms are constants.
  @inline(__always)
  static func host(
    _ host: Span<UInt8>, between anchor: HostAnchor, and hostEnd: HostAnchor.End
  ) -> URLFilter? {
    let (hostStart, hostEnd) = (anchor.text, hostEnd.text)
    // The maximum size: two texts, and up to two bytes for each byte of the host, since dots are escaped. Words
    // are written whole.
    let room = hostStart.utf8CodeUnitCount + 2 * host.count + hostEnd.utf8CodeUnitCount + 8
    return withUnsafeTemporaryAllocation(byteCount: room, alignment: 1) { buffer -> URLFilter? in
      guard !host.isEmpty, let start = buffer.baseAddress else { return nil }
      var end = start
      append(hostStart, at: &end)
      guard append(host, at: &end) else { return nil }
      append(hostEnd, at: &end)
      let written = UnsafeRawBufferPointer(start: start, count: end - start).bindMemory(to: UInt8.self)
      // Two thirds of the instructions of reserving capacity and appending.
      return URLFilter(trusted: [UInt8](written))
    }
  }

  private static func hasOnlyCodes(_ host: UnsafeRawBufferPointer) -> Bool {
    HostNames.hasOnlyCodes(Array(host).span)
  }

  /// Writes a host with escaped dots; the letters between other bytes in words of eight. Returns false if it is
  /// not a host.
  @inline(__always)
  private static func append(_ host: Span<UInt8>, at end: inout UnsafeMutableRawPointer) -> Bool {
    host.withUnsafeBytes { host in
      var index = 0
      while index < host.count {
        let word = host.paddedWord(at: index)
        end.storeBytes(of: word.littleEndian, as: UInt64.self)
        let letters = word.lowercaseLettersAtStart
        index += letters
        end += letters
        if letters == 8 || index == host.count { continue }
        let byte = host[index]
        switch byte {
        // Only labels in Punycode have two hyphens in a row, apart from a few.
        case ASCII.dash where index > 0 && host[index - 1] == byte && !hasOnlyCodes(host): return false
        case _ where byte.isLabelByte: append(byte, at: &end)
        case _ where byte.isCapital: append(byte.asciiLowercased, at: &end)
        case ASCII.dot:
          // The labels of a host are not empty.
          if index == 0 || host[index - 1] == byte { return false }
          append(ASCII.backslash, at: &end)
          append(byte, at: &end)
        default: return false
        }
        index += 1
      }
      return true
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
