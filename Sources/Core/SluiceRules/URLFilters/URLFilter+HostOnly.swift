extension URLFilter {
  /// Whether all letters of the pattern can only match in the host of a URL, or in a user name before it.
  ///
  /// WebKit converts the hosts of http, https, ws and wss URLs to lowercase before it matches. For a
  /// lowercase pattern, case sensitivity therefore only matters if a user name contains the host in
  /// uppercase: `https://www.ADS.example:x@other.example/`.
  @inline(__always)
  var isHostOnly: Bool { isPlainHost || isOtherHostOnly }

  /// Whether ``host(_:)`` writes this text, as for nine of ten patterns. The check takes few instructions.
  @inline(__always)
  private var isPlainHost: Bool {
    let (span, anchor, hostEnd) = (bytes.span, HostAnchor.label.text, HostAnchor.End.request.text)
    let (start, end) = (anchor.utf8CodeUnitCount, span.count - hostEnd.utf8CodeUnitCount)
    guard start < end, span.hasLongText(anchor, at: 0), span.equals(end..<span.count, hostEnd) else {
      return false
    }
    return span.withUnsafeBytes { bytes in
      var index = start
      while true {
        // Letters do not go on behind the host, where a bracket follows.
        index += bytes.paddedWord(at: index).lowercaseLettersAtStart
        if index == end { return true }
        switch bytes[index] {
        case let byte where byte.isLabelByte: index += 1
        case ASCII.backslash where bytes[index + 1] == ASCII.dot: index += 2
        default: return false
        }
      }
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

  /// The texts that ``URLFilterBuilder`` writes in place of a public suffix.
  private static let hostSuffixes = [URLFilterBuilder.publicSuffixText, URLFilterBuilder.oneOrTwoLabelsText]
}
