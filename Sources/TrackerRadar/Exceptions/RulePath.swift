import ContentBlocker

/// The path of an allowlist or blocklist rule: what a URL goes on with behind its host, with wildcards.
struct RulePath: Hashable {
  typealias Term = URLFilterPattern.Term

  let bytes: [UInt8]
  let syntax: Syntax

  /// How a wildcard is written, and what it stands for.
  enum Syntax {
    /// `.*`: any text of the path. Case, port and query do not count.
    case allowlist
    /// `*`: any text. Case, port and query are part of what the rule is about.
    case blocklist
  }

  init(_ bytes: [UInt8], _ syntax: Syntax) {
    self.bytes = bytes
    self.syntax = syntax
  }

  /// The path as terms: text, and runs for wildcards.
  var terms: [Term] {
    var terms: [Term] = []
    var index = 0
    while index < bytes.count {
      let wildcard = wildcardLength(at: index)
      if wildcard > 0 {
        if terms.last != run { terms.append(run) }
      } else {
        terms += Self.literal(bytes[index])
      }
      index += max(wildcard, 1)
    }
    // Anything may follow anyway.
    if terms.last == run { terms.removeLast() }
    return terms
  }

  /// Whether what follows on a URL's host, in the blocklist with the port, begins with what the rule says.
  func matches(_ text: ArraySlice<UInt8>) -> Bool {
    var rest: ArraySlice<UInt8>
    switch syntax {
    case .allowlist: rest = text.prefix { $0 != UInt8(ascii: "?") }
    case .blocklist: rest = text
    }
    let parts = parts
    guard let first = parts.first, starts(rest, with: first) else { return false }
    rest = rest.dropFirst(first.count)
    for part in parts.dropFirst() {
      while !starts(rest, with: part) {
        if rest.isEmpty { return false }
        rest = rest.dropFirst()
      }
      rest = rest.dropFirst(part.count)
    }
    return true
  }

  /// Whether the path can be that of another rule's request: by the text before the first wildcard.
  func mayOverlap(_ other: RulePath) -> Bool {
    zip(literalStart, other.literalStart).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }

  /// Whether the path has a wildcard.
  var hasWildcard: Bool { literalStart.count < bytes.count }

  private var literalStart: ArraySlice<UInt8> {
    bytes[..<(bytes.indices.first { wildcardLength(at: $0) > 0 } ?? bytes.endIndex)]
  }

  /// The length of the wildcard at an index; 0 when there is none.
  private func wildcardLength(at index: Int) -> Int {
    switch syntax {
    case .allowlist:
      bytes[index] == UInt8(ascii: ".") && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "*")
        ? 2 : 0
    case .blocklist: bytes[index] == UInt8(ascii: "*") ? 1 : 0
    }
  }

  /// What a wildcard stands for.
  private var run: Term {
    switch syntax {
    case .allowlist: Term(.characters(.init(ASCIISet(UInt8(ascii: "?")), isNegated: true)), .zeroOrMore)
    case .blocklist: .anyRun
    }
  }

  /// The texts between wildcards, as they stand in URLs, in lower case where case does not count.
  private var parts: [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    for term in terms {
      if case .literal(let byte) = term.atom {
        parts[parts.count - 1].append(folded(byte))
      } else {
        parts.append([])
      }
    }
    return parts
  }

  private func starts(_ text: ArraySlice<UInt8>, with part: [UInt8]) -> Bool {
    text.count >= part.count && zip(text, part).allSatisfy { folded($0) == $1 }
  }

  private func folded(_ byte: UInt8) -> UInt8 {
    switch syntax {
    case .allowlist: byte.asciiLowercased
    case .blocklist: byte
    }
  }

  /// The byte as it stands in a serialised URL.
  private static func literal(_ byte: UInt8) -> [Term] {
    guard byte <= 0x20 || byte >= 0x7F else { return [Term(.literal(byte))] }
    return byte.percentEncoded.map { Term(.literal($0)) }
  }
}
