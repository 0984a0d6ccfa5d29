extension URLFilter {
  /// The patterns for page URLs that correspond to this filter for request URLs. A page matches if at least
  /// one of them matches. The array is empty if the filter requires a `#`.
  ///
  /// WebKit matches conditions against the full page URL with its user name and fragment, while the URL of a
  /// request has no fragment (measured). The patterns therefore match only text before the fragment, and a
  /// host must end where the authority ends.
  public var inPageURL: [URLFilter] {
    let pattern = self.pattern
    let authority = pattern.authorityEnd ?? 0
    guard var rest = pattern.terms[authority...].beforeFragment else { return [] }
    if pattern.isAnchoredAtEnd {
      let fragment: [URLFilterPattern.Term] = [
        .init(.literal(ASCII.hash)), .init(.any, .zeroOrMore),
      ]
      rest.append(.init(.group(fragment), .optional))
    }
    var endings = [rest]
    if authority == 0, !pattern.isAnchoredAtStart {
      endings = [[.init(.characters(.init(.fragment, isNegated: true)), .zeroOrMore)] + rest]
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

  /// Returns whether a match of the term can contain this character.
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
        terms.append(.init(atom, term.repetition))
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
  /// The character that starts a fragment.
  fileprivate static let fragment = ASCIISet(ASCII.hash)
}
