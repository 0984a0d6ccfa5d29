/// A pattern that starts at the beginning of a URL and contains a host: the form in which converters write
/// `||host`.
///
/// Comparisons of these patterns hold for URLs with the schemes http, https, ws and wss. In these URLs, the
/// host is lowercase and follows exactly two slashes.
struct ComparedHostPattern {
  /// The part of a pattern after the host.
  enum Tail {
    /// `[:/]` and nothing else.
    case end
    /// `/`, possibly with more text.
    case slash
    /// `[:/]` with more text.
    case other
  }

  let labels: HostAnchor.Labels
  /// The host in lowercase.
  let host: [UInt8]
  let tail: Tail
  /// Whether the pattern spells the host with uppercase letters.
  let hasCapitals: Bool

  /// Parses a pattern; returns nil if it has another form.
  init?(_ pattern: [UInt8]) {
    let span = pattern.span
    guard span.byte(0) == ASCII.caret,
      let start = HostAnchor.ofConverters.first(where: { start in
        span.starts(with: start.text, at: 0)
          && !(start.labels == .none && span.byte(start.text.utf8CodeUnitCount) == ASCII.openParenthesis)
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
      // An optional terminator does not end the host.
      let next = span[end]
      let isOptional = next == ASCII.question || next == ASCII.star || next == ASCII.openBrace
      return isOptional ? nil : tail
    }
    return nil
  }

  /// Returns whether this pattern matches every URL that the other one matches. The host of this pattern must
  /// be the host of the other one or a parent domain of it.
  func covers(_ other: ComparedHostPattern, isCaseSensitive: Bool, otherIsCaseSensitive: Bool) -> Bool {
    guard tail == .end, labels == .wide || labels == .narrow && other.labels != .wide else { return false }
    // A case-sensitive pattern with an uppercase host never matches.
    guard !(hasCapitals && isCaseSensitive), !(other.hasCapitals && otherIsCaseSensitive) else {
      return false
    }
    // The text before a colon can be a user name with uppercase letters. The text before a slash is always
    // the host.
    return !isCaseSensitive || otherIsCaseSensitive || other.tail == .slash
  }
}
