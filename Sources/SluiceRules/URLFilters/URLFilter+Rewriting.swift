import SluiceText

extension URLFilter {
  /// Returns an equivalent filter with fewer states in WebKit's compiler and fewer steps in its interpreter,
  /// or this filter if no better form is known.
  ///
  /// The optimization applies to `||host…*…`. WebKit makes a separate automaton for each text before a `*`,
  /// joins automata up to 100 states, and runs all of them for every request. They cause nearly all of the
  /// cost of network rules for a page. See `HostAnchor.labelBeforeRun` for the advantage of the form.
  ///
  /// Patterns with more than three `*` are not changed. With each further `*`, more states would have
  /// transitions back to the labels. Ten filters with twelve `*` compiled for 14 s instead of 0.1 s
  /// (measured). With three `*`, the compile time does not change.
  ///
  /// - Parameter isException: whether the filter is an exception. The best form for patterns that continue
  ///   after a port or the `/` does not match a subdomain of the host after a password; the other forms do.
  ///   Exceptions therefore use another form. With the best form, more would be blocked than without the
  ///   optimization.
  package func withFewerStates(isException: Bool) -> URLFilter {
    guard let start = startOfRunBehindLabel else { return self }
    return textWithFewerStates(from: start, isException: isException)
      ?? patternWithFewerStates(isException: isException)
  }

  /// Returns ``withFewerStates(isException:)`` by parsing the pattern.
  func patternWithFewerStates(isException: Bool) -> URLFilter {
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

  /// The maximum number of `*` in a pattern for the optimization.
  private static let mostRuns = 3

  /// The length of `||` if the pattern starts with it and may contain a later `.*`. This check is fast and avoids
  /// parsing most filters.
  private var startOfRunBehindLabel: Int? {
    let span = bytes.span
    guard let anchor = HostAnchor.labelAnchors.first(where: { span.hasLongText($0.text, at: 0) }) else {
      return nil
    }
    let start = anchor.text.utf8CodeUnitCount
    guard span.hasRepetition(from: start) else { return nil }
    for index in start + 1..<span.count where span[index] == ASCII.star && span[index - 1] == ASCII.dot {
      return start
    }
    return nil
  }

  /// Returns ``withFewerStates(isException:)`` without parsing if the pattern consists of characters, `.*` and the
  /// classes that ``URLFilterBuilder`` writes for filters; nil for other patterns.
  private func textWithFewerStates(from start: Int, isException: Bool) -> URLFilter? {
    let span = bytes.span
    var rest: [UInt8] = []
    rest.reserveCapacity(span.count + 32)
    var (index, runs, isBehindPort) = (start, 0, false)
    while index < span.count {
      let byte = span[index]
      switch byte {
      case ASCII.dot where span.byte(index + 1) == ASCII.star:
        rest.append(#"[^\x01]*"#)
        (index, runs) = (index + 2, runs + 1)
      case ASCII.backslash where URLFilterWriter.isEscaped(span.byte(index + 1)):
        rest.append(span.extracting(index..<index + 2))
        index += 2
      case ASCII.openBracket:
        guard let known = Self.classes.first(where: { span.starts(with: $0.written, at: index) }) else {
          return nil
        }
        rest.append(known.canonical)
        index += known.written.utf8CodeUnitCount
        if known.isHostEnd, runs == 0, !isException { isBehindPort = true }
      case ASCII.dollar where index == span.count - 1,
        _ where byte > ASCII.space && byte < 0x7f && !URLFilterWriter.isEscaped(byte):
        rest.append(byte)
        index += 1
      default: return nil
      }
    }
    if runs == 0 || runs > Self.mostRuns { return self }
    var text: [UInt8] = []
    text.reserveCapacity(rest.count + 40)
    text.append(isBehindPort ? HostAnchor.labelBeforePortAndRun.text : HostAnchor.labelBeforeRun.text)
    return URLFilter(trusted: text + rest)
  }

  /// The classes of ``URLFilterBuilder``, and the form in which ``URLFilterWriter`` writes them.
  private static let classes: [(written: StaticString, canonical: StaticString, isHostEnd: Bool)] = [
    ("[^a-z0-9_.%-]", "[^%.0-9_a-z-]", false), ("[^A-Za-z0-9_.%-]", "[^%.0-9A-Z_a-z-]", false),
    (HostAnchor.End.request.text, "[/:]", true),
  ]
}

extension URLFilter {
  /// Whether the pattern may have a repetition after its start. This check is fast and avoids parsing most
  /// filters.
  @inlinable package var mayRepeatBehindText: Bool { Self.mayRepeatBehindText(bytes.span) }

  @usableFromInline static func mayRepeatBehindText(_ span: Span<UInt8>) -> Bool {
    var index = HostAnchor.lengthOfBeginning(in: span)
    // Most patterns contain none of these bytes.
    guard span.hasRepetition(from: index) else { return false }
    while index < span.count {
      switch span[index] {
      case ASCII.backslash: index += 2
      case ASCII.star, ASCII.plus, ASCII.question: return true
      default: index += 1
      }
    }
    return false
  }
}

extension HostAnchor {
  /// Returns the length of the host anchor at the start of a pattern; 0 if it has none.
  fileprivate static func lengthOfBeginning(in span: Span<UInt8>) -> Int {
    guard span.byte(0) == ASCII.caret else { return 0 }
    // Sluice's own anchors, which are the most common.
    if span.hasLongText(label.text, at: 0) { return label.text.utf8CodeUnitCount }
    if span.hasLongText(labelBeforePath.text, at: 0) { return labelBeforePath.text.utf8CodeUnitCount }
    var length = 0
    for (text, _) in ofConverters where span.starts(with: text, at: 0) {
      length = max(length, text.utf8CodeUnitCount)
    }
    return length
  }

  // Both texts of `||` have the same number of terms.
  fileprivate static let termsOfLabel = HostAnchor.label.terms
  fileprivate static let termsBeforeRun = HostAnchor.labelBeforeRun.terms
  fileprivate static let termsBeforePortAndRun = HostAnchor.labelBeforePortAndRun.terms
}

extension URLFilterPattern.Term {
  fileprivate static let anyRun = Self(.any, repetition: .zeroOrMore)
  /// Any characters of a URL, which never contains U+0001. Excluding that byte keeps it free for the
  /// transition back to the labels.
  fileprivate static let anyRunOfURL = Self(
    .characters(.init(ASCIISet(1), isNegated: true)), repetition: .zeroOrMore)
}

extension URLFilter {
  /// The patterns for page URLs that correspond to this filter for request URLs. A page matches if at least
  /// one of them matches. The array is empty if the filter requires a `#`.
  ///
  /// WebKit matches conditions against the full page URL with its user name and fragment, while the URL of a
  /// request has no fragment (measured). The patterns therefore match only text before the fragment, and a
  /// host must end where the authority ends.
  package var inPageURL: [URLFilter] {
    let pattern = self.pattern
    let authority = pattern.authorityEnd ?? 0
    guard var rest = pattern.terms[authority...].beforeFragment else { return [] }
    if pattern.isAnchoredAtEnd {
      let fragment: [URLFilterPattern.Term] = [
        .init(.literal(ASCII.hash)), .init(.any, repetition: .zeroOrMore),
      ]
      rest.append(.init(.group(fragment), repetition: .optional))
    }
    var endings = [rest]
    if authority == 0, !pattern.isAnchoredAtStart {
      endings = [[.init(.characters(.init(.fragment, isNegated: true)), repetition: .zeroOrMore)] + rest]
    } else if authority > 0, rest[0] == .hostEnd, rest.count == 1 || rest[1].isRun {
      endings = [[.port, .slash] + rest.dropFirst()]
      // The text after the `*` may start with the slash after a port.
      if rest.count > 2, rest[2].repetition == .one, rest[2].canMatch(ASCII.slash) {
        endings.append([.writtenPort, .slash] + rest.dropFirst(3))
      }
    }
    return endings.compactMap {
      URLFilter(
        URLFilterPattern(
          pattern.terms[..<authority] + $0, isAnchoredAtStart: true, isAnchoredAtEnd: pattern.isAnchoredAtEnd)
      )
    }
  }
}

extension URLFilterPattern {
  /// The index of the term that ends the authority at the start of the pattern; nil if no term does. The
  /// terms before it cannot match anything beyond the authority.
  fileprivate var authorityEnd: Int? {
    let slash = ASCII.slash
    guard isAnchoredAtStart, terms.count > 4, !terms[0].canMatch(ASCII.colon),
      terms[1] == Term(.literal(ASCII.colon)), terms[2] == .slash, terms[3].atom == .literal(slash)
    else { return nil }
    return terms.indices.dropFirst(4).first { terms[$0].canMatch(slash) }
      .flatMap { terms[$0] == .slash || terms[$0] == .hostEnd ? $0 : nil }
  }
}

extension URLFilterPattern.Term {
  /// Whether the term matches any number of characters.
  fileprivate var isRun: Bool {
    repetition == .zeroOrMore && atom.beforeFragment == URLFilterPattern.Atom.any.beforeFragment
  }

  fileprivate func canMatch(_ byte: UInt8) -> Bool {
    switch atom {
    case .literal(let literal): literal == byte
    case .any: true
    case .characters(let characters): characters.members.contains(byte) != characters.isNegated
    case .group(let terms): terms.contains { $0.canMatch(byte) }
    }
  }
}

extension Sequence<URLFilterPattern.Term> {
  /// The terms, restricted so that no match contains a `#`; nil if every match contains one.
  fileprivate var beforeFragment: [URLFilterPattern.Term]? {
    var terms: [URLFilterPattern.Term] = []
    for term in self {
      if let atom = term.atom.beforeFragment {
        terms.append(.init(atom, repetition: term.repetition))
      } else if term.repetition == .one || term.repetition == .oneOrMore {
        return nil
      }
    }
    return terms
  }
}

extension URLFilterPattern.Atom {
  fileprivate var beforeFragment: Self? {
    switch self {
    case .literal(let byte): byte == ASCII.hash ? nil : self
    case .any: .characters(.init(.fragment, isNegated: true))
    case .characters(let characters) where characters.isNegated:
      .characters(.init(characters.members.union(.fragment), isNegated: true))
    case .characters(let characters):
      characters.members.isSubset(of: .fragment)
        ? nil : .characters(.init(characters.members.subtracting(.fragment)))
    case .group(let terms): terms.beforeFragment.map { .group($0) }
    }
  }
}

extension ASCIISet {
  fileprivate static let fragment = ASCIISet(ASCII.hash)
}
