extension URLFilter {
  /// Whether some URL of http, https, ws or wss could be matched. False is certain.
  package func canMatchURL(isCaseSensitive: Bool) -> Bool {
    if bytes.isPlainText || Self.plainHost(bytes.span) != nil { return true }
    return pattern.canMatchURL(isCaseSensitive: isCaseSensitive)
  }
}

extension [UInt8] {
  /// Whether a pattern can begin anywhere and has nothing in it that stands in no URL; most are so.
  fileprivate var isPlainText: Bool {
    guard first != UInt8(ascii: "^") else { return false }
    return allSatisfy { byte in
      switch byte {
      case 0...0x20, 0x7F..., UInt8(ascii: "\\"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "#"),
        UInt8(ascii: "<"), UInt8(ascii: ">"):
        false
      default: true
      }
    }
  }
}

extension URLFilterPattern {
  /// Whether some URL of http, https, ws or wss could be matched. False is certain.
  ///
  /// Such a URL is a scheme, `://`, an authority with the host in lower case, `/` and the rest, without its
  /// fragment; blanks, quotes, angle brackets and all that is not ASCII are escaped.
  package func canMatchURL(isCaseSensitive: Bool) -> Bool {
    if self == .any { return true }
    // What a pattern that can begin anywhere matches can stand in the path or the query.
    guard isAnchoredAtStart else {
      return terms.allSatisfy { $0.canStandInURL(isCaseSensitive: isCaseSensitive) }
    }
    // One that names another scheme is meant for it.
    if namesScheme { return true }
    return ["http://", "https://", "ws://", "wss://"].contains { scheme in
      URLWalk(scheme, isCaseSensitive: isCaseSensitive).canMatch(self)
    }
  }

  /// Whether it begins with letters and a colon.
  private var namesScheme: Bool {
    let rest = terms.drop { term in
      guard case .literal(let byte) = term.atom, term.repetition == .one else { return false }
      return ASCIISet.letters.contains(byte)
    }
    return rest.count < terms.count && rest.first == Term(.literal(UInt8(ascii: ":")))
      && !Self.webSchemes.contains(
        String(decoding: terms.prefix(terms.count - rest.count).compactMap(\.literal), as: UTF8.self)
          .lowercased())
  }

  private static let webSchemes: Set<String> = ["http", "https", "ws", "wss"]

  /// The characters of paths and queries.
  fileprivate static let urlCharacters: ASCIISet = {
    var set = ASCIISet(0x21...0x7E)
    for byte in "\"#<>".utf8 { set = set.subtracting(ASCIISet(byte)) }
    return set
  }()
}

extension URLFilterPattern.Term {
  fileprivate var literal: UInt8? {
    if case .literal(let byte) = atom { byte } else { nil }
  }

  /// Whether it can be matched, or left out, in a path or query.
  fileprivate func canStandInURL(isCaseSensitive: Bool) -> Bool {
    if repetition == .optional || repetition == .zeroOrMore { return true }
    if case .group(let terms) = atom {
      return terms.allSatisfy { $0.canStandInURL(isCaseSensitive: isCaseSensitive) }
    }
    return !atom.urlBytes(isCaseSensitive: isCaseSensitive).isEmpty
  }
}

extension URLFilterPattern.Atom {
  /// The characters of URLs that it takes, and NUL, which stands for the end.
  fileprivate func urlBytes(isCaseSensitive: Bool) -> ASCIISet {
    // A class with NUL in it, or without it but negated, can take the end of the URL.
    if case .characters(let characters) = self, characters.isNegated != characters.members.contains(0) {
      return characters.matched(isCaseSensitive: isCaseSensitive).intersection(URLFilterPattern.urlCharacters)
        .union(ASCIISet(0))
    }
    return matched(isCaseSensitive: isCaseSensitive).intersection(URLFilterPattern.urlCharacters)
  }
}

/// Walks through a pattern that begins with the URL, with the set of places in the URL where it can be.
private struct URLWalk {
  /// Places: the characters of the scheme, then the first character of the authority, the authority as it may
  /// have a user's name, the host, and what follows. A set of them is a number.
  private let scheme: [UInt8]
  private let isCaseSensitive: Bool

  private var start: Int { scheme.count }
  private var user: Int { scheme.count + 1 }
  private var host: Int { scheme.count + 2 }
  private var rest: Int { scheme.count + 3 }

  init(_ scheme: String, isCaseSensitive: Bool) {
    self.scheme = Array(scheme.utf8)
    self.isCaseSensitive = isCaseSensitive
  }

  func canMatch(_ pattern: URLFilterPattern) -> Bool { walk(pattern.terms, from: 1) != 0 }

  /// The places after the terms.
  private func walk(_ terms: [URLFilterPattern.Term], from places: UInt32) -> UInt32 {
    var places = places
    for term in terms {
      if places == 0 { return 0 }
      switch term.repetition {
      case .one: places = step(term.atom, places)
      case .optional: places |= step(term.atom, places)
      case .zeroOrMore: places = close(term.atom, places)
      case .oneOrMore: places = close(term.atom, step(term.atom, places))
      }
    }
    return places
  }

  /// The places after any number of the atom.
  private func close(_ atom: URLFilterPattern.Atom, _ places: UInt32) -> UInt32 {
    var places = places
    while true {
      let more = places | step(atom, places)
      if more == places { return places }
      places = more
    }
  }

  /// The places after one of the atom. A URL can go on as it likes, so that its end needs no place.
  private func step(_ atom: URLFilterPattern.Atom, _ places: UInt32) -> UInt32 {
    if case .group(let terms) = atom { return walk(terms, from: places) }
    let bytes = atom.urlBytes(isCaseSensitive: isCaseSensitive)
    var next: UInt32 = 0
    for place in 0...rest where places >> UInt32(place) & 1 == 1 {
      if place < start {
        if bytes.contains(scheme[place]) { next |= 1 << UInt32(place + 1) }
        continue
      }
      if place == rest {
        if !bytes.isEmpty { next |= 1 << UInt32(rest) }
        continue
      }
      if place != host, !bytes.intersection(Self.userCharacters).isEmpty { next |= 1 << UInt32(user) }
      if place == user, bytes.contains(UInt8(ascii: "@")) { next |= 1 << UInt32(host) }
      // As a whole the authority is a host, or it has one after its user: both are the place `host`.
      if place != user, !bytes.intersection(Self.hostCharacters).isEmpty { next |= 1 << UInt32(host) }
      if place == host, bytes.contains(UInt8(ascii: "/")) { next |= 1 << UInt32(rest) }
    }
    return next
  }

  /// All but what ends the authority.
  private static let userCharacters: ASCIISet = {
    var set = URLFilterPattern.urlCharacters
    for byte in "/?@[]\\^|".utf8 { set = set.subtracting(ASCIISet(byte)) }
    return set
  }()

  /// Hosts, ports, and addresses in brackets.
  private static let hostCharacters: ASCIISet = {
    var set = userCharacters.union(ASCIISet(UInt8(ascii: "["))).union(ASCIISet(UInt8(ascii: "]")))
    set = set.subtracting(ASCIISet(UInt8(ascii: "A")...UInt8(ascii: "Z")))
    return set.subtracting(ASCIISet(UInt8(ascii: "%")))
  }()
}
