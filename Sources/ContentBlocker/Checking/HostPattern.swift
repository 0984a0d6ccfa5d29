/// A pattern that begins with the start of a URL and a host, as converters write `||host`.
///
/// What it says of the patterns it says for URLs of http, https, ws and wss, whose hosts are in lower case and
/// follow on exactly two slashes.
struct HostPattern {
  /// What follows on the host.
  enum Tail {
    /// `[:/]`, and no more.
    case end
    /// `/`, and whatever else.
    case slash
    /// `[:/]`, and more.
    case other
  }

  let labels: HostAnchor.Labels
  /// The host, in lower case.
  let host: [UInt8]
  let tail: Tail
  /// Whether the host was written with capitals.
  let hasCapitals: Bool

  /// Nil when the pattern is of another form.
  init?(_ pattern: [UInt8]) {
    let span = pattern.span
    guard span.byte(0) == UInt8(ascii: "^"),
      let start = HostAnchor.ofConverters.first(where: { start in
        span.starts(with: start.text, at: 0)
          && !(start.labels == .none && span.byte(start.text.utf8CodeUnitCount) == UInt8(ascii: "("))
      })
    else { return nil }
    let written = WrittenHost(in: span, from: start.text.utf8CodeUnitCount)
    guard !written.range.isEmpty, let tail = Self.tail(span, written.range.upperBound) else { return nil }
    labels = start.labels
    host = written.name(in: span)
    hasCapitals = written.hasCapitals
    self.tail = tail
  }

  private static func tail(_ span: Span<UInt8>, _ index: Int) -> Tail? {
    for (text, tail) in [("[:/]", Tail.other), ("[/:]", .other), ("/", .slash), (#"\/"#, .slash)]
      as [(StaticString, Tail)]
    {
      guard span.starts(with: text, at: index) else { continue }
      let end = index + text.utf8CodeUnitCount
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
