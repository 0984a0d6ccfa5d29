import ContentBlocker

/// The path of an allowlist rule as terms: text, and runs for `.*`. Case does not count, nor does the query.
enum AllowlistPath {
  typealias Term = URLFilterPattern.Term

  /// The terms of a path.
  static func terms(of path: [UInt8]) -> [Term] {
    var terms: [Term] = []
    var index = 0
    while index < path.count {
      if path[index] == UInt8(ascii: "."), index + 1 < path.count, path[index + 1] == UInt8(ascii: "*") {
        terms.append(Term(.characters(.init(ASCIISet(UInt8(ascii: "?")), isNegated: true)), .zeroOrMore))
        index += 2
      } else {
        terms += literal(path[index])
        index += 1
      }
    }
    return terms
  }

  /// The byte as it stands in a serialised URL.
  private static func literal(_ byte: UInt8) -> [Term] {
    guard byte <= 0x20 || byte >= 0x7F else { return [Term(.literal(byte))] }
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]].map { Term(.literal($0)) }
  }

  /// Whether a URL's path begins with what the rule's path says.
  static func matches(_ rule: [UInt8], _ path: ArraySlice<UInt8>) -> Bool {
    let parts = parts(of: rule)
    guard let first = parts.first, starts(path, with: first) else { return false }
    var rest = path.dropFirst(first.count)
    for part in parts.dropFirst() {
      while !starts(rest, with: part) {
        if rest.isEmpty { return false }
        rest = rest.dropFirst()
      }
      rest = rest.dropFirst(part.count)
    }
    return true
  }

  /// The texts between wildcards, as they stand in URLs, in lower case.
  private static func parts(of rule: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    for term in terms(of: rule) {
      if case .literal(let byte) = term.atom {
        parts[parts.count - 1].append(byte.asciiLowercase)
      } else {
        parts.append([])
      }
    }
    return parts
  }

  private static func starts(_ path: ArraySlice<UInt8>, with text: [UInt8]) -> Bool {
    path.count >= text.count && zip(path, text).allSatisfy { $0.asciiLowercase == $1 }
  }

  /// Whether one rule's path can be that of another's request: by the text before the first wildcard.
  static func mayOverlap(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    zip(literalStart(a), literalStart(b)).allSatisfy { $0.asciiLowercase == $1.asciiLowercase }
  }

  /// Whether the path has a wildcard.
  static func hasWildcard(_ path: [UInt8]) -> Bool { literalStart(path).count < path.count }

  private static func literalStart(_ path: [UInt8]) -> ArraySlice<UInt8> {
    for index in path.indices.dropLast()
    where path[index] == UInt8(ascii: ".") && path[index + 1] == UInt8(ascii: "*") {
      return path[..<index]
    }
    return path[...]
  }
}

extension UInt8 {
  /// The byte, a capital letter as a small one.
  var asciiLowercase: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
