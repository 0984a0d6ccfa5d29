import ContentBlocker

/// The parts that the patterns here are made of.
extension URLFilterPattern.Term {
  static let anyRun = Self(.any, .zeroOrMore)
  static let authorityRun = Self(.characters(.notSlash), .zeroOrMore)

  var isGroup: Bool { if case .group = atom { true } else { false } }

  /// Whether the term, taken once, matches the byte in either case.
  func accepts(_ byte: UInt8) -> Bool {
    switch atom {
    case .any: true
    case .literal(let literal): literal == byte || ASCIISet(literal).caseFolded.contains(byte)
    case .characters(let characters): characters.matched(isCaseSensitive: false).contains(byte)
    case .group: false
    }
  }

  /// The term without what stands in no host; nil when nothing is left.
  var insideHost: Self? {
    let outside = ASCIISet(UInt8(ascii: "/")).union(ASCIISet(UInt8(ascii: ":")))
      .union(ASCIISet(UInt8(ascii: "?")))
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
  static let notSlash = Self(ASCIISet(UInt8(ascii: "/")), isNegated: true)
}

extension [URLFilterPattern.Term] {
  /// A URL up to where its authority begins.
  static let atAuthority = HostAnchor.authority.terms
  /// A URL up to where its host, or any label of it, begins: the filter syntax's `||`.
  static let atHostLabel = HostAnchor.label.terms

  /// The text of terms that are literals; nil when some are not.
  var literalText: String? {
    var bytes: [UInt8] = []
    for term in self {
      guard case .literal(let byte) = term.atom else { return nil }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
