import SluiceRules

/// Building blocks of patterns.
extension URLFilterPattern.Term {
  static let anyRun = Self(.any, .zeroOrMore)
  static let authorityRun = Self(.characters(.notSlash), .zeroOrMore)

  var isGroup: Bool { if case .group = atom { true } else { false } }

  /// Returns whether a single repetition of the term matches the byte, ignoring case.
  func accepts(_ byte: UInt8) -> Bool {
    switch atom {
    case .any: true
    case .literal(let literal): literal == byte || ASCIISet(literal).caseFolded.contains(byte)
    case .characters(let characters): characters.matched(isCaseSensitive: false).contains(byte)
    case .group: false
    }
  }

  /// The term without the characters that cannot occur in a host, or `nil` if nothing remains.
  var insideHost: Self? {
    let outside = ASCIISet(ASCII.slash).union(ASCIISet(ASCII.colon))
      .union(ASCIISet(ASCII.question))
    switch atom {
    case .any: return Self(.characters(.init(outside, isNegated: true)), repetition)
    case .literal(let byte): return outside.contains(byte) ? nil : self
    case .characters(let characters) where characters.isNegated:
      return Self(.characters(.init(characters.members.union(outside), isNegated: true)), repetition)
    case .characters(let characters):
      let members = characters.members.subtracting(outside)
      return members.isEmpty ? nil : Self(.characters(.init(members)), repetition)
    case .group: return nil
    }
  }
}

extension URLFilterPattern.CharacterClass {
  static let notSlash = Self(ASCIISet(ASCII.slash), isNegated: true)
}

extension [URLFilterPattern.Term] {
  /// The start of a URL, up to its authority.
  static let atAuthority = HostAnchor.authority.terms
  /// The start of a URL, up to its host or a label of the host: the filter syntax's `||`.
  static let atHostLabel = HostAnchor.label.terms

  /// The text of the terms, or `nil` if not all of them are literals.
  var literalText: String? {
    var bytes: [UInt8] = []
    for term in self {
      guard case .literal(let byte) = term.atom else { return nil }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
