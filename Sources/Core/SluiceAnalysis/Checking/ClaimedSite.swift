/// A host that a pattern for page URLs names, and the text after it.
struct ClaimedSite {
  let host: [UInt8]
  /// The text after the host, which starts with `/` or `:`.
  let rest: [UInt8]
  /// Whether the pattern requires the first character of the host literally.
  let hasNamedStart: Bool

  /// Creates the site for the pages of a domain.
  init(_ domain: Domain) {
    host = domain.host
    rest = [ASCII.slash]
    hasNamedStart = true
  }

  /// Creates the site from a short text that the pattern matches; returns nil if the text contains no host.
  init?(_ pattern: URLFilterPattern) {
    var sample = Sample()
    guard sample.append(pattern.terms) else { return nil }
    var text = sample.bytes[...]
    let hasScheme: Bool
    if let slashes = text.firstIndex(ofText: "//"), slashes == 0 || text[slashes - 1] == ASCII.colon {
      hasScheme = true
      text = text[(slashes + 2)...]
    } else {
      hasScheme = false
      // A pattern can begin with the dot before a label, as in `\.good\.example`, or with a class of what is
      // before a host, as in `[./]good\.example`.
      while let first = text.first, text.count > 1,
        first == ASCII.dot || !sample.isLiteral[text.startIndex] && first == ASCII.slash
      { text.removeFirst() }
    }
    let end = text.firstIndex(where: Self.endsHost) ?? text.endIndex
    let host = text[..<end].map { $0.asciiLowercased }
    guard Domain.isHost(host), let dot = host.lastIndex(of: ASCII.dot),
      sample.isLiteral[text.startIndex..<end].count(where: { $0 }) >= Self.leastLiterals
    else { return nil }
    let last = host[(dot + 1)...]
    guard last.allSatisfy({ !$0.isDigit }) || last.starts(with: Array("xn--".utf8)),
      hasScheme || !Self.fileEndings.contains(String(decoding: last, as: UTF8.self))
    else { return nil }
    let hasRest = text[end...].first.map { $0 == ASCII.slash || $0 == ASCII.colon } ?? false
    self.host = host
    self.rest = (hasRest ? [] : [ASCII.slash]) + text[end...]
    hasNamedStart = sample.isLiteral[text.startIndex]
  }

  /// The minimum number of literal characters in a host.
  private static let leastLiterals = 4

  /// File extensions. Without a scheme, a name that ends in one of these is not treated as a host.
  private static let fileEndings: Set<String> = [
    "asp", "aspx", "cgi", "css", "gif", "htm", "html", "jpg", "js", "json", "jsp", "pdf", "php", "png",
    "shtml",
    "svg", "txt", "xhtml", "xml",
  ]

  private static func endsHost(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.slash, ASCII.colon, ASCII.question, ASCII.hash: true
    default: false
    }
  }
}

/// A short text that matches a sequence of terms.
private struct Sample {
  private(set) var bytes: [UInt8] = []
  /// For each byte, whether the pattern allows only this byte there.
  private(set) var isLiteral: [Bool] = []

  /// The bytes to use for `.`, and for a class that contains them.
  private static let preferred = Array("x0/-_=".utf8)

  /// Appends the shortest text that matches the terms. Returns false if a URL cannot contain it.
  mutating func append(_ terms: [URLFilterPattern.Term]) -> Bool {
    for term in terms {
      switch term.repetition {
      case .optional, .zeroOrMore: continue
      case .one, .oneOrMore: break
      }
      switch term.atom {
      case .literal(let byte): append(byte, isLiteral: true)
      case .any: append(Self.preferred[0], isLiteral: false)
      case .characters(let characters):
        let members = characters.matched(isCaseSensitive: true).intersection(ASCIISet(0x21...0x7E))
        guard let byte = Self.preferred.first(where: members.contains) ?? members.first else { return false }
        append(byte, isLiteral: false)
      case .group(let inner):
        if !append(inner) { return false }
      }
    }
    return true
  }

  private mutating func append(_ byte: UInt8, isLiteral: Bool) {
    bytes.append(byte)
    self.isLiteral.append(isLiteral)
  }
}

extension ArraySlice<UInt8> {
  fileprivate func firstIndex(ofText text: String) -> Int? {
    let text = Array(text.utf8)
    return indices.first { self[$0...].starts(with: text) }
  }
}
