extension URLFilter {
  /// A filter of the same requests of which WebKit's compiler makes fewer states and its interpreter takes fewer
  /// steps, or this one where none is known.
  ///
  /// It is about `||host…*…`. WebKit makes an automaton of its own of each text in front of a `*`, joins them as far
  /// as they have no more than 100 states, and runs them all for every request: nearly all that network rules cost
  /// a page. `HostAnchor.labelBeforeRun` says what is better about the form.
  ///
  /// Patterns with many `*` are left as they are: each of theirs would lead back to the labels from all states of those
  /// before it, and ten filters with twelve `*` compiled for 14 s instead of 0.1 s (measured). With three it is the same time.
  ///
  /// - Parameter isException: whether the filter lifts what others do. The best form for patterns that go on behind a
  ///   port or the `/` does not find a host below the named one behind a password, where the other forms do. An exception
  ///   keeps to those: otherwise more would be blocked than without the rewriting.
  public func withFewerStates(isException: Bool) -> URLFilter {
    guard hasRunBehindLabel else { return self }
    var pattern = self.pattern
    let labels = HostAnchor.termsOfLabel.count
    guard let run = pattern.terms.dropFirst(labels).firstIndex(of: .anyRun) else { return self }
    guard pattern.terms.count(where: { $0 == .anyRun }) <= Self.mostRuns else { return self }
    let isBehindPort = !isException && pattern.terms[labels..<run].contains(.hostEnd)
    for index in pattern.terms.indices.dropFirst(run) where pattern.terms[index] == .anyRun {
      pattern.terms[index] = .anyRunOfURL
    }
    pattern.terms.replaceSubrange(
      ..<labels, with: isBehindPort ? HostAnchor.termsBeforePortAndRun : HostAnchor.termsBeforeRun)
    return URLFilter(pattern) ?? self
  }

  /// How many `*` a pattern may have for it.
  private static let mostRuns = 3

  /// Whether the pattern begins with a `||` and a `.*` may stand behind that: asked of every filter, so they are not
  /// parsed for it.
  private var hasRunBehindLabel: Bool {
    let span = bytes.span
    guard let anchor = HostAnchor.labelAnchors.first(where: { span.starts(with: $0.text, at: 0) }) else {
      return false
    }
    var index = anchor.text.utf8CodeUnitCount + 1
    while index < span.count {
      if span[index] == UInt8(ascii: "*"), span[index - 1] == UInt8(ascii: ".") { return true }
      index += 1
    }
    return false
  }
}

extension HostAnchor {
  // As many terms as the other form of `||` has.
  fileprivate static let termsOfLabel = HostAnchor.label.terms
  fileprivate static let termsBeforeRun = HostAnchor.labelBeforeRun.terms
  fileprivate static let termsBeforePortAndRun = HostAnchor.labelBeforePortAndRun.terms
}

extension URLFilterPattern.Term {
  fileprivate static let anyRun = Self(.any, .zeroOrMore)
  /// The same in a URL, in which no U+0001 stands. Where that byte leads back to the labels, this is not there too.
  fileprivate static let anyRunOfURL = Self(.characters(.init(ASCIISet(1), isNegated: true)), .zeroOrMore)
}
