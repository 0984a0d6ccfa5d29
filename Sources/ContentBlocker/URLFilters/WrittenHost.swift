/// A host as it is written in a url-filter: letters, digits, `-` and `_`, and dots that are escaped.
struct WrittenHost {
  /// Where it stands; empty when there is none.
  let range: Range<Int>
  /// Whether it is written with capitals.
  let hasCapitals: Bool

  /// The host that begins at `start`, as far as it goes.
  @inline(__always)
  init(in span: Span<UInt8>, from start: Int) {
    var hasCapitals = false
    var index = start
    scan: while index < span.count {
      switch span[index] {
      case let byte where byte.isLabelByte: break
      case let byte where byte.isCapital: hasCapitals = true
      case UInt8(ascii: "\\") where span.byte(index + 1) == UInt8(ascii: "."): index += 1
      default: break scan
      }
      index += 1
    }
    range = start..<index
    self.hasCapitals = hasCapitals
  }

  /// The host itself, in lower case.
  func name(in span: Span<UInt8>) -> [UInt8] {
    var name: [UInt8] = []
    name.reserveCapacity(range.count)
    for index in range where span[index] != UInt8(ascii: "\\") { name.append(span[index].asciiLowercased) }
    return name
  }
}

extension URLFilter {
  /// The host if the text is `start`, a host in lower case and `end`; nil for any other text.
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
