/// A host in a url-filter: letters, digits, `-`, `_` and escaped dots.
package struct WrittenHost {
  /// The range of the host; empty if there is no host.
  package let range: Range<Int>
  /// Whether the host contains uppercase letters.
  package let hasCapitals: Bool

  /// Reads the host that starts at `start`.
  @inline(__always)
  package init(in span: Span<UInt8>, from start: Int) {
    var hasCapitals = false
    var index = start
    scan: while index < span.count {
      switch span[index] {
      case let byte where byte.isLabelByte: break
      case let byte where byte.isCapital: hasCapitals = true
      case ASCII.backslash where span.byte(index + 1) == ASCII.dot: index += 1
      default: break scan
      }
      index += 1
    }
    range = start..<index
    self.hasCapitals = hasCapitals
  }

  /// Returns the host in lowercase, without escapes.
  package func name(in span: Span<UInt8>) -> [UInt8] {
    var name: [UInt8] = []
    name.reserveCapacity(range.count)
    for index in range where span[index] != ASCII.backslash { name.append(span[index].asciiLowercased) }
    return name
  }
}

extension URLFilter {
  /// Returns the host if the text consists of `start`, a lowercase host and `end`; nil for any other text.
  static func host(in span: Span<UInt8>, between start: HostAnchor, and end: HostAnchor.End) -> [UInt8]? {
    let lower = start.text.utf8CodeUnitCount
    let upper = span.count - end.text.utf8CodeUnitCount
    guard lower < upper, span.starts(with: start.text, at: 0), span.starts(with: end.text, at: upper) else {
      return nil
    }
    let host = WrittenHost(in: span, from: lower)
    return host.range.upperBound == upper && !host.hasCapitals ? host.name(in: span) : nil
  }
}
