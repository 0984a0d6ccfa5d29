import SluiceRules
import SluiceText

extension URLFilter {
  /// Returns whether the filter could match a URL with one of these schemes. The result `false` is certain;
  /// `true` is not.
  package func canMatchURL(isCaseSensitive: Bool, schemes: RequestSchemes = .all) -> Bool {
    if bytes.isPlainText || Self.plainHost(bytes.span) != nil { return true }
    return pattern.canMatchURL(isCaseSensitive: isCaseSensitive, schemes: schemes)
  }

  /// Returns whether the filter could match a `blob:` URL. The result `false` is certain; `true` is not.
  package func canMatchBlobURL(isCaseSensitive: Bool) -> Bool {
    if self == .any { return true }
    // In a `blob:` URL, the first colon does not precede slashes. Most patterns begin like this.
    if bytes.span.starts(with: HostAnchor.authority.text, at: 0) { return false }
    return pattern.canMatchBlobURL(isCaseSensitive: isCaseSensitive)
  }
}

extension [UInt8] {
  /// Whether the pattern is not anchored at its start and contains only characters of URLs. Most patterns are
  /// of this kind.
  fileprivate var isPlainText: Bool {
    guard first != ASCII.caret else { return false }
    return allSatisfy { byte in
      switch byte {
      case 0...0x20, 0x7F..., ASCII.backslash, ASCII.openBracket, ASCII.quote, ASCII.hash,
        ASCII.less, ASCII.greater:
        false
      default: true
      }
    }
  }
}

extension URLFilterPattern {
  /// Returns whether the pattern could match a URL with one of these schemes. The result `false` is certain;
  /// `true` is not.
  ///
  /// A URL consists of a scheme, `://`, an authority with a lowercase host, `/` and the rest without a
  /// fragment. Spaces, quotes, angle brackets and non-ASCII characters are percent-encoded.
  package func canMatchURL(isCaseSensitive: Bool, schemes: RequestSchemes = .all) -> Bool {
    if self == .any { return true }
    // An unanchored pattern can match in the path or the query.
    guard isAnchoredAtStart else {
      return terms.allSatisfy { $0.canStandInURL(isCaseSensitive: isCaseSensitive) }
    }
    if let name = otherScheme {
      // A pattern with an unknown scheme is probably intentional.
      return LocalScheme(name).map(schemes.local.contains) ?? true
    }
    return schemes.web.contains { scheme in
      URLWalk(scheme.prefix, isCaseSensitive: isCaseSensitive).canMatch(self)
    }
  }

  /// Returns whether the pattern could match a `blob:` URL: the origin of a page, `/` and a UUID.
  fileprivate func canMatchBlobURL(isCaseSensitive: Bool) -> Bool {
    if self == .any { return true }
    // The last text is for the origin `null`.
    return ["blob:https://", "blob:http://", "blob:"].contains { prefix in
      URLWalk(blob: prefix, isCaseSensitive: isCaseSensitive).canMatch(self)
    }
  }

  /// The scheme, letters and a colon, that the pattern starts with, in lowercase; `nil` if it is a ``WebScheme``, or
  /// if the pattern starts differently.
  private var otherScheme: [UInt8]? {
    let rest = terms.drop { term in
      guard let byte = term.literal, term.repetition == .one else { return false }
      return ASCIISet.letters.contains(byte)
    }
    guard rest.count < terms.count, rest.first == Term(.literal(ASCII.colon)) else { return nil }
    let name = terms.prefix(terms.count - rest.count).compactMap { $0.literal?.asciiLowercased }
    return WebScheme(name) == nil ? name : nil
  }

  /// The characters that can occur in paths and queries.
  fileprivate static let urlCharacters: ASCIISet = {
    var set = ASCIISet(0x21...0x7E)
    for byte in "\"#<>".utf8 { set = set.subtracting(ASCIISet(byte)) }
    return set
  }()
}

extension URLFilterPattern.Term {
  /// Returns whether the term can match, or be skipped, in a path or query.
  fileprivate func canStandInURL(isCaseSensitive: Bool) -> Bool {
    if repetition == .optional || repetition == .zeroOrMore { return true }
    if case .group(let terms) = atom {
      return terms.allSatisfy { $0.canStandInURL(isCaseSensitive: isCaseSensitive) }
    }
    return !atom.urlBytes(isCaseSensitive: isCaseSensitive).isEmpty
  }
}

extension URLFilterPattern.Atom {
  /// Returns the URL characters that the atom matches. NUL stands for the end of the URL.
  fileprivate func urlBytes(isCaseSensitive: Bool) -> ASCIISet {
    // A class that contains NUL, or a negated class without NUL, can match the end of the URL.
    if case .characters(let characters) = self, characters.isNegated != characters.members.contains(0) {
      return characters.matched(isCaseSensitive: isCaseSensitive).intersection(URLFilterPattern.urlCharacters)
        .union(ASCIISet(0))
    }
    return matched(isCaseSensitive: isCaseSensitive).intersection(URLFilterPattern.urlCharacters)
  }
}

/// Determines whether a pattern can match a URL. It walks through the pattern and tracks the set of possible
/// positions in the URL.
///
/// A set of positions is a bit mask. The positions are, in this order: the characters of the scheme, the
/// first character of the authority, an authority that may contain a user name, the host, and the rest.
private struct URLWalk {
  private let scheme: [UInt8]
  /// The characters of user names and passwords; none in `blob:` URLs.
  private let userCharacters: ASCIISet
  /// The characters after the slash that follows the authority. NUL stands for the end of the URL.
  private let restCharacters: ASCIISet
  private let isCaseSensitive: Bool

  private var start: Int { scheme.count }
  private var user: Int { scheme.count + 1 }
  private var host: Int { scheme.count + 2 }
  private var rest: Int { scheme.count + 3 }

  init(_ scheme: String, isCaseSensitive: Bool) {
    self.init(
      scheme, userCharacters: Self.userCharacters, rest: .all.union(ASCIISet(0)),
      isCaseSensitive: isCaseSensitive)
  }

  init(blob scheme: String, isCaseSensitive: Bool) {
    self.init(scheme, userCharacters: ASCIISet(), rest: Self.uuidCharacters, isCaseSensitive: isCaseSensitive)
  }

  private init(_ scheme: String, userCharacters: ASCIISet, rest: ASCIISet, isCaseSensitive: Bool) {
    self.scheme = Array(scheme.utf8)
    self.userCharacters = userCharacters
    restCharacters = rest
    self.isCaseSensitive = isCaseSensitive
  }

  func canMatch(_ pattern: URLFilterPattern) -> Bool {
    let everywhere: UInt32 = (2 << UInt32(rest)) - 1
    let ends = walk(pattern.terms, from: pattern.isAnchoredAtStart ? 1 : everywhere)
    return pattern.isAnchoredAtEnd ? ends >> UInt32(rest) != 0 : ends != 0
  }

  private func walk(_ terms: [URLFilterPattern.Term], from places: UInt32) -> UInt32 {
    var places = places
    for term in terms {
      if places == 0 { return 0 }
      switch term.repetition {
      case .one: places = step(term.atom, places: places)
      case .optional: places |= step(term.atom, places: places)
      case .zeroOrMore: places = close(term.atom, places: places)
      case .oneOrMore: places = close(term.atom, places: step(term.atom, places: places))
      }
    }
    return places
  }

  /// Returns the positions after any number of repetitions of the atom.
  private func close(_ atom: URLFilterPattern.Atom, places: UInt32) -> UInt32 {
    var places = places
    while true {
      let more = places | step(atom, places: places)
      if more == places { return places }
      places = more
    }
  }

  /// Returns the positions after one match of the atom. A URL can always continue, so its end is not a
  /// position.
  private func step(_ atom: URLFilterPattern.Atom, places: UInt32) -> UInt32 {
    if case .group(let terms) = atom { return walk(terms, from: places) }
    let bytes = atom.urlBytes(isCaseSensitive: isCaseSensitive)
    var next: UInt32 = 0
    for place in 0...rest where places >> UInt32(place) & 1 == 1 {
      if place < start {
        if bytes.contains(scheme[place]) { next |= 1 << UInt32(place + 1) }
        continue
      }
      if place == rest {
        if !bytes.intersection(restCharacters).isEmpty { next |= 1 << UInt32(rest) }
        continue
      }
      if place != host, !bytes.intersection(userCharacters).isEmpty { next |= 1 << UInt32(user) }
      if place == user, bytes.contains(ASCII.at) { next |= 1 << UInt32(host) }
      // `host` stands for an authority without a user name and for the host after a user name.
      if place != user, !bytes.intersection(Self.hostCharacters).isEmpty { next |= 1 << UInt32(host) }
      if place == host, bytes.contains(ASCII.slash) { next |= 1 << UInt32(rest) }
    }
    return next
  }

  private static let userCharacters: ASCIISet = {
    var set = URLFilterPattern.urlCharacters
    for byte in "/?@[]\\^|".utf8 { set = set.subtracting(ASCIISet(byte)) }
    return set
  }()

  /// The characters of a UUID, and the end of the URL.
  private static let uuidCharacters = ASCIISet(ASCII.zero...ASCII.nine)
    .union(ASCIISet(UInt8(ascii: "a")...UInt8(ascii: "f"))).union(ASCIISet(ASCII.dash)).union(ASCIISet(0))

  /// The characters of hosts, ports and addresses in brackets.
  private static let hostCharacters: ASCIISet = {
    var set = userCharacters.union(ASCIISet(ASCII.openBracket)).union(ASCIISet(ASCII.closeBracket))
    set = set.subtracting(ASCIISet(UInt8(ascii: "A")...UInt8(ascii: "Z")))
    return set.subtracting(ASCIISet(ASCII.percent))
  }()
}
