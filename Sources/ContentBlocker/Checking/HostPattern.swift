/// A pattern that begins with the start of a URL and a host, as converters write `||host`.
///
/// What it says of the patterns it says for URLs of http, https, ws and wss, whose hosts are in lower case and
/// follow on exactly two slashes.
struct HostPattern {
  /// What may stand before the host.
  enum Labels {
    /// Nothing.
    case none
    /// Labels, and no colon: `([^:/]+\.)?`
    case narrow
    /// Labels, a user and a password: `([^/]+\.)?`
    case wide
  }

  /// What follows on the host.
  enum Tail {
    /// `[:/]`, and no more.
    case end
    /// `/`, and whatever else.
    case slash
    /// `[:/]`, and more.
    case other
  }

  let labels: Labels
  /// The host, in lower case.
  let host: [UInt8]
  let tail: Tail
  /// Whether the host was written with capitals.
  let hasCapitals: Bool

  private static let starts: [(text: StaticString, labels: Labels)] = [
    (#"^[^:]+://([^/]+\.)?"#, .wide), (#"^[^:]+://+([^/]+\.)?"#, .wide),
    (#"^[^:]+://([^:/]+\.)?"#, .narrow), (#"^[^:]+://+([^:/]+\.)?"#, .narrow),
    (#"^[^:]+:\/\/([^/]+\.)?"#, .wide), (#"^[^:]+:\/\/+([^/]+\.)?"#, .wide),
    (#"^[^:]+:\/\/([^:/]+\.)?"#, .narrow), (#"^[^:]+:\/\/+([^:/]+\.)?"#, .narrow),
    (#"^https?://([^/]+\.)?"#, .wide), (#"^https?://([^:/]+\.)?"#, .narrow), (#"^https?://"#, .none),
    (#"^https?:\/\/([^/]+\.)?"#, .wide), (#"^https?:\/\/([^:/]+\.)?"#, .narrow), (#"^https?:\/\/"#, .none),
    (#"^https://"#, .none), (#"^http://"#, .none), (#"^wss?://"#, .none),
  ]

  /// Nil when the pattern is of another form.
  init?(_ pattern: [UInt8]) {
    let span = pattern.span
    guard span.byte(0) == UInt8(ascii: "^"),
      let start = Self.starts.first(where: { start in
        let count = start.text.utf8CodeUnitCount
        return span.count > count && span.equals(0..<count, start.text)
          && !(start.labels == .none && span.byte(count) == UInt8(ascii: "("))
      })
    else { return nil }
    var host: [UInt8] = []
    var hasCapitals = false
    var index = start.text.utf8CodeUnitCount
    while index < span.count {
      let byte = span[index]
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        host.append(byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        hasCapitals = true
        host.append(byte | 0x20)
      case UInt8(ascii: "\\") where span.byte(index + 1) == UInt8(ascii: "."):
        host.append(UInt8(ascii: "."))
        index += 1
      default:
        guard !host.isEmpty, let tail = Self.tail(span, index) else { return nil }
        labels = start.labels
        self.host = host
        self.tail = tail
        self.hasCapitals = hasCapitals
        return
      }
      index += 1
    }
    return nil
  }

  private static func tail(_ span: Span<UInt8>, _ index: Int) -> Tail? {
    for (text, tail) in [("[:/]", Tail.other), ("[/:]", .other), ("/", .slash), (#"\/"#, .slash)]
      as [(StaticString, Tail)]
    {
      let end = index + text.utf8CodeUnitCount
      guard end <= span.count, span.equals(index..<end, text) else { continue }
      if end == span.count { return tail == .other ? .end : tail }
      // Optional, it is none.
      let next = span[end]
      let isOptional = next == UInt8(ascii: "?") || next == UInt8(ascii: "*") || next == UInt8(ascii: "{")
      return isOptional ? nil : tail
    }
    return nil
  }

  /// Whether this matches every URL that the other matches, when its host is the other's or one above it.
  func covers(_ other: HostPattern, isCaseSensitive: Bool, otherIsCaseSensitive: Bool) -> Bool {
    guard tail == .end, labels == .wide || labels == .narrow && other.labels != .wide else { return false }
    // With capitals, where they count, neither matches anything.
    guard !(hasCapitals && isCaseSensitive), !(other.hasCapitals && otherIsCaseSensitive) else {
      return false
    }
    // Before a colon may be a user's name in capitals; before a slash is the host.
    return !isCaseSensitive || otherIsCaseSensitive || other.tail == .slash
  }
}
