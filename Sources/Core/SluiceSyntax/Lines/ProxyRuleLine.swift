/// Rules of Surge, Clash, Shadowrocket and Quantumult: `DOMAIN-SUFFIX,h,REJECT`, and Clash's `- '+.h'`.
enum ProxyRuleLine {
  private static let domainTypes: [(StaticString, HostsLine.Scope)] = [
    ("DOMAIN-SUFFIX", .hostAndBelow), ("DOMAIN", .host), ("HOST-SUFFIX", .hostAndBelow), ("HOST", .host),
  ]
  private static let otherTypes: [StaticString] = [
    "DOMAIN-KEYWORD", "DOMAIN-WILDCARD", "DOMAIN-REGEX", "DOMAIN-SET", "HOST-KEYWORD", "HOST-WILDCARD",
    "IP-CIDR",
    "IP-CIDR6", "IP6-CIDR", "IP-ASN", "GEOIP", "GEOSITE", "USER-AGENT", "URL-REGEX", "PROCESS-NAME",
    "RULE-SET",
    "FINAL", "MATCH", "DEST-PORT", "DST-PORT", "SRC-IP", "AND", "OR", "NOT",
  ]

  /// Returns whether the line is a proxy rule for a domain; nil if it is not a proxy rule.
  static func isAboutDomain(_ bytes: Span<UInt8>, _ line: ByteRange) -> Bool? {
    if bytes.isText("payload:", line) || bytes.isText("rules:", line) { return true }
    let entry = Self.entry(bytes, line)
    if entry.isYAML, bytes.hasPrefix("+.", entry.text) { return true }
    guard let comma = bytes.firstIndex(of: ASCII.comma, in: entry.text), comma - entry.text.lowerBound < 16
    else {
      return entry.isYAML && entry.isQuoted && DomainListParser.isHost(bytes, entry.text) ? true : nil
    }
    let type = ByteRange(entry.text.lowerBound, comma)
    if scope(bytes, type) != nil { return true }
    return otherTypes.contains { isType($0, bytes, type) } ? false : nil
  }

  /// Parses a line of a list of proxy rules.
  static func parse(_ bytes: Span<UInt8>, _ line: ByteRange) throws(SyntaxProblem) -> Line.Content {
    let first = bytes[line.lowerBound]
    if first == ASCII.hash || first == ASCII.semicolon || first == ASCII.openBracket
      || bytes.hasPrefix("//", line)
      || bytes.isText("payload:", line) || bytes.isText("rules:", line)
    {
      return .comment
    }
    let (text, _, isYAML) = entry(bytes, line)
    guard let comma = bytes.firstIndex(of: ASCII.comma, in: text) else {
      // In domain sets, `+.h` and `.h` also cover subdomains.
      guard isYAML else {
        let name = DomainListParser.name(bytes, text)
        return .hosts(try hosts(bytes, name, .hostAndBelow, isBlock: true))
      }
      if bytes.hasPrefix("+.", text) {
        return .hosts(
          try hosts(bytes, ByteRange(text.lowerBound + 2, text.upperBound), .hostAndBelow, isBlock: true))
      }
      if bytes.hasPrefix(".", text) {
        return .hosts(
          try hosts(bytes, ByteRange(text.lowerBound + 1, text.upperBound), .below, isBlock: true))
      }
      // `*` stands for exactly one label, which filters cannot express.
      if bytes.firstIndex(of: ASCII.star, in: text) != nil { throw SyntaxProblem(.unsupportedEntry, text) }
      return .hosts(try hosts(bytes, text, .host, isBlock: true))
    }
    guard let scope = scope(bytes, ByteRange(text.lowerBound, comma)) else {
      throw SyntaxProblem(.unsupportedEntry, text)
    }
    let rest = ByteRange(comma + 1, text.upperBound)
    let end = bytes.firstIndex(of: ASCII.comma, in: rest) ?? rest.upperBound
    let name = DomainListParser.name(bytes, bytes.trimmed(ByteRange(rest.lowerBound, end)))
    guard end < rest.upperBound else { return .hosts(try hosts(bytes, name, scope, isBlock: true)) }
    let policies = ByteRange(end + 1, rest.upperBound)
    let policy = bytes.trimmed(
      ByteRange(policies.lowerBound, bytes.firstIndex(of: ASCII.comma, in: policies) ?? policies.upperBound))
    let isReject = bytes.lowercased(policy).starts(with: "reject".utf8)
    return .hosts(try hosts(bytes, name, scope, isBlock: isReject || policy.isEmpty))
  }

  private static func hosts(
    _ bytes: Span<UInt8>, _ name: ByteRange, _ scope: HostsLine.Scope, isBlock: Bool
  ) throws(SyntaxProblem) -> HostsLine {
    guard DomainListParser.isHost(bytes, name) else { throw SyntaxProblem(.invalidHost, name) }
    return HostsLine(
      address: ByteRange(name.upperBound, name.upperBound), hosts: [name], scope: scope,
      effect: isBlock ? .block : .mapping)
  }

  /// Returns the rule in `- 'rule' # comment`, without the dash, the quotes and the comment.
  private static func entry(
    _ bytes: Span<UInt8>, _ line: ByteRange
  ) -> (text: ByteRange, isQuoted: Bool, isYAML: Bool) {
    var text = line
    for index in text.indices.dropFirst() where bytes[index] == ASCII.hash && bytes[index - 1].isBlank {
      text = bytes.trimmed(ByteRange(text.lowerBound, index))
      break
    }
    let isYAML = bytes.hasPrefix("- ", text)
    if isYAML { text = bytes.trimmed(ByteRange(text.lowerBound + 2, text.upperBound)) }
    guard text.count > 1, let last = bytes.last(in: text), bytes[text.lowerBound] == last,
      last == ASCII.quote || last == ASCII.apostrophe
    else { return (text, false, isYAML) }
    return (ByteRange(text.lowerBound + 1, text.upperBound - 1), true, isYAML)
  }

  private static func scope(_ bytes: Span<UInt8>, _ type: ByteRange) -> HostsLine.Scope? {
    domainTypes.first { isType($0.0, bytes, type) }?.1
  }

  private static func isType(_ name: StaticString, _ bytes: Span<UInt8>, _ type: ByteRange) -> Bool {
    guard type.count == name.utf8CodeUnitCount else { return false }
    return (0..<type.count).allSatisfy { bytes[type.lowerBound + $0] & ~0x20 == name.utf8Start[$0] & ~0x20 }
  }
}
