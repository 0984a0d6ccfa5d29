import SluiceRules

/// The path of an allowlist or blocklist rule: a prefix of the URL after its host, with wildcards.
struct RulePath: Hashable {
  typealias Term = URLFilterPattern.Term

  let bytes: [UInt8]
  let syntax: Syntax

  /// The syntax and meaning of wildcards.
  enum Syntax {
    /// `.*` matches any text in the path. Case, port and query are ignored.
    case allowlist
    /// `*` matches any text. Case, port and query are significant.
    case blocklist
  }

  init(_ bytes: [UInt8], _ syntax: Syntax) {
    self.bytes = bytes
    self.syntax = syntax
  }

  /// The path as pattern terms: literals, and repetitions for wildcards.
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
    // A trailing wildcard is redundant.
    if terms.last == run { terms.removeLast() }
    return terms
  }

  /// Returns whether a text begins with this path. The text is the part of a URL after the host; for the
  /// blocklist, it includes the port.
  func matches(_ text: ArraySlice<UInt8>) -> Bool {
    var rest: ArraySlice<UInt8>
    switch syntax {
    case .allowlist: rest = text.prefix { $0 != ASCII.question }
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

  /// The text before the first wildcard.
  var literalStart: ArraySlice<UInt8> {
    bytes[..<(bytes.indices.first { wildcardLength(at: $0) > 0 } ?? bytes.endIndex)]
  }

  /// Returns the length of the wildcard at an index, or 0 if there is no wildcard.
  private func wildcardLength(at index: Int) -> Int {
    switch syntax {
    case .allowlist:
      bytes[index] == ASCII.dot && index + 1 < bytes.count && bytes[index + 1] == ASCII.star
        ? 2 : 0
    case .blocklist: bytes[index] == ASCII.star ? 1 : 0
    }
  }

  /// The term for a wildcard.
  private var run: Term {
    switch syntax {
    case .allowlist: Term(.characters(.init(ASCIISet(ASCII.question), isNegated: true)), .zeroOrMore)
    case .blocklist: .anyRun
    }
  }

  /// The texts between wildcards as they occur in URLs; in lowercase if case is ignored.
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

  /// Returns the terms for a byte as serialized URLs contain it: literally or percent-encoded.
  private static func literal(_ byte: UInt8) -> [Term] {
    guard byte <= 0x20 || byte >= 0x7F else { return [Term(.literal(byte))] }
    return byte.percentEncoded.map { Term(.literal($0)) }
  }
}
