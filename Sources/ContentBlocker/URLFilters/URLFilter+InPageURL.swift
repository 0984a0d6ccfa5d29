extension URLFilter {
  /// The filter of requests as conditions on the URL of a page, of which one must hold; none when it asks for a `#`.
  ///
  /// WebKit compares conditions with the page's URL as it stands in the window, with its user and its fragment,
  /// while the URL of a request has no fragment (measured). So what is before the fragment decides here, and the
  /// host is one only where the authority ends.
  public var inPageURL: [URLFilter] {
    let pattern = self.pattern
    let authority = pattern.authorityEnd ?? 0
    guard var rest = pattern.terms[authority...].beforeFragment else { return [] }
    if pattern.isAnchoredAtEnd {
      let fragment: [URLFilterPattern.Term] = [
        .init(.literal(UInt8(ascii: "#"))), .init(.any, .zeroOrMore),
      ]
      rest.append(.init(.group(fragment), .optional))
    }
    var endings = [rest]
    if authority == 0, !pattern.isAnchoredAtStart {
      endings = [[.init(.characters(.init(.fragment, isNegated: true)), .zeroOrMore)] + rest]
    } else if authority > 0, rest[0] == .hostEnd, rest.count == 1 || rest[1].isRun {
      endings = [[.port, .slash] + rest.dropFirst()]
      // What follows the run may begin with the slash behind the port.
      if rest.count > 2, rest[2].repetition == .one, rest[2].canMatch(UInt8(ascii: "/")) {
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
  /// The number of the term that ends the authority of a URL with which the pattern begins: what is before it
  /// matches nothing beyond. Nil where there is none.
  fileprivate var authorityEnd: Int? {
    let slash = UInt8(ascii: "/")
    guard isAnchoredAtStart, terms.count > 4, !terms[0].canMatch(UInt8(ascii: ":")),
      terms[1] == Term(.literal(UInt8(ascii: ":"))), terms[2] == .slash, terms[3].atom == .literal(slash)
    else { return nil }
    return terms.indices.dropFirst(4).first { terms[$0].canMatch(slash) }
      .flatMap { terms[$0] == .slash || terms[$0] == .hostEnd ? $0 : nil }
  }
}

extension URLFilterPattern.Term {
  /// Whether the term is any number of characters.
  fileprivate var isRun: Bool {
    repetition == .zeroOrMore && atom.beforeFragment == URLFilterPattern.Atom.any.beforeFragment
  }

  /// Whether some character of a match can be this one.
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
  /// The terms as far as they match without a `#`; nil if they cannot.
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
    case .literal(let byte): byte == UInt8(ascii: "#") ? nil : self
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
  /// What a fragment begins with.
  fileprivate static let fragment = ASCIISet(UInt8(ascii: "#"))
}
