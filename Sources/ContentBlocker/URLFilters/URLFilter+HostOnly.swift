extension URLFilter {
  /// Whether every letter of the pattern can only stand in the host of a URL (or in a user's name before it).
  ///
  /// WebKit lower-cases the hosts of http, https, ws and wss before it matches. So for a pattern in lower case it
  /// makes no difference whether case counts, unless a user's name has the host in capitals:
  /// `https://www.ADS.example:x@other.example/`.
  var isHostOnly: Bool {
    let span = bytes.span
    guard let start = Self.hostAnchors.first(where: { span.starts(with: $0, at: 0) }) else { return false }
    var index = start.utf8CodeUnitCount
    while index < span.count {
      switch span[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        index += 1
      case UInt8(ascii: "\\") where index + 1 < span.count && span[index + 1] == UInt8(ascii: "."): index += 2
      default:
        if let suffix = Self.hostSuffixes.first(where: { span.starts(with: $0, at: index) }) {
          index += suffix.utf8CodeUnitCount
        }
        return Self.hostEnds.contains {
          span.starts(with: $0, at: index) && index + $0.utf8CodeUnitCount == span.count
        }
      }
    }
    return false
  }

  /// How ``URLFilterBuilder`` begins what begins with a host.
  private static let hostAnchors: [StaticString] = [#"^[^:]+://([^/]+\.)?"#, #"^[^:]+://+([^/]+\.)?"#]
  /// What it writes for any public suffix.
  private static let hostSuffixes: [StaticString] = [#"(com?\.)?[^./:]+"#, #"[^./:]+(\.[^./:]+)?"#]
  /// With what it ends a host.
  private static let hostEnds: [StaticString] = ["[:/]", "(:[0-9]+)?/"]
}

extension Trigger {
  /// Whether ``isCaseSensitive`` is set only because WebKit compiles it faster: see ``URLFilter/isHostOnly``.
  package var hasCaseOfHostOnly: Bool { isCaseSensitive && urlFilter.isHostOnly }
}

extension Span<UInt8> {
  /// Whether the text stands at a place.
  fileprivate func starts(with text: StaticString, at index: Int) -> Bool {
    let end = index + text.utf8CodeUnitCount
    return end <= count && equals(index..<end, text)
  }
}
