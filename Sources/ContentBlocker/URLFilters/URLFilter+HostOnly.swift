extension URLFilter {
  /// Whether every letter of the pattern can only stand in the host of a URL (or in a user's name before it).
  ///
  /// WebKit lower-cases the hosts of http, https, ws and wss before it matches. So for a pattern in lower case it
  /// makes no difference whether case counts, unless a user's name has the host in capitals:
  /// `https://www.ADS.example:x@other.example/`.
  @inline(__always)
  var isHostOnly: Bool { isPlainHost || isOtherHostOnly }

  /// Whether the text is that of ``host(_:)``, told with few instructions: nine of ten patterns are.
  @inline(__always)
  private var isPlainHost: Bool {
    bytes.withUnsafeBytes { bytes in
      let (anchor, hostEnd) = (HostAnchor.label.text, HostAnchor.End.request.text)
      let (start, end) = (anchor.utf8CodeUnitCount, hostEnd.utf8CodeUnitCount)
      guard bytes.count > start + end else { return false }
      // The start is 19 bytes long: three words, the last of which begins in the second.
      let text = UnsafeRawPointer(anchor.utf8Start)
      func isEqual(at offset: Int) -> Bool {
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          == text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      }
      guard isEqual(at: start - 8), isEqual(at: 8), isEqual(at: 0) else { return false }
      let upper = bytes.count - end
      for index in 0..<end where bytes[upper + index] != hostEnd.utf8Start[index] { return false }
      // The neighbours are inside: before the host stands a `?`, behind it a bracket.
      for index in start..<upper {
        switch bytes[index] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          continue
        case UInt8(ascii: "\\") where bytes[index + 1] == UInt8(ascii: "."): continue
        case UInt8(ascii: ".") where bytes[index - 1] == UInt8(ascii: "\\"): continue
        default: return false
        }
      }
      return true
    }
  }

  private var isOtherHostOnly: Bool {
    let span = bytes.span
    guard let anchor = HostAnchor.labelAnchors.first(where: { span.starts(with: $0.text, at: 0) }) else {
      return false
    }
    let host = WrittenHost(in: span, from: anchor.text.utf8CodeUnitCount)
    var index = host.range.upperBound
    if let suffix = Self.hostSuffixes.first(where: { span.starts(with: $0, at: index) }) {
      index += suffix.utf8CodeUnitCount
    }
    return !host.hasCapitals
      && HostAnchor.End.allCases.contains {
        span.starts(with: $0.text, at: index) && index + $0.text.utf8CodeUnitCount == span.count
      }
  }

  /// What ``URLFilterBuilder`` writes for any public suffix.
  private static let hostSuffixes = [URLFilterBuilder.publicSuffixText, URLFilterBuilder.oneOrTwoLabelsText]
}

extension [Rule] {
  /// Makes patterns ignore case where it can only stand in hosts: shorter, and dearer to compile.
  package mutating func ignoreCaseOfHosts() {
    // Through a pointer, and part by part: a copy of a trigger would retain all that it refers to.
    withUnsafeMutableBufferPointer { rules in
      for index in rules.indices
      where rules[index].trigger.isCaseSensitive && rules[index].trigger.urlFilter.isHostOnly {
        rules[index].trigger.isCaseSensitive = false
      }
    }
  }
}
