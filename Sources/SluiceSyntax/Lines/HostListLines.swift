import SluiceText

/// Lines of an Unbound configuration: `local-zone: "h" always_nxdomain`.
enum UnboundLine {
  private static let settings: [StaticString] = [
    "server:", "local-zone:", "local-data:", "local-data-ptr:", "local-zone-tag:", "forward-zone:",
    "stub-zone:",
    "auth-zone:", "view:",
  ]

  static func matches(_ bytes: Span<UInt8>, line: ByteRange) -> Bool {
    settings.contains { bytes.hasPrefix($0, in: line) }
  }

  static func parse(_ bytes: Span<UInt8>, line: ByteRange) throws(SyntaxProblem) -> Line.Content {
    var words = Words(bytes, line: line, marks: ASCII.hash).ranges
    guard var first = words.first else { return .comment }
    // In `local-zone:"h" static` there is no space after the name of the setting.
    if let colon = bytes.firstIndex(of: ASCII.colon, in: first), colon + 1 < first.upperBound {
      words.replaceSubrange(
        0..<1, with: [ByteRange(first.lowerBound, colon + 1), ByteRange(colon + 1, first.upperBound)])
      first = words[0]
    }
    // The name of a setting consists of words and dashes.
    let name = ByteRange(first.lowerBound, first.upperBound - 1)
    guard bytes[name.upperBound] == ASCII.colon, !name.isEmpty,
      name.indices.allSatisfy({ bytes[$0].isLetter || bytes[$0].isDigit || bytes[$0] == ASCII.dash })
    else { throw SyntaxProblem(.unsupportedEntry, span: line) }
    guard words.count > 1 else { return .comment }
    if bytes.isText("local-zone:", in: first) {
      let name = unquoted(bytes, word: words[1])
      let type = words.count > 2 ? bytes.text(unquoted(bytes, word: words[2])).asciiLowercased : ""
      return .hosts(
        try hosts(
          bytes, word: name, scope: .hostAndBelow, effect: blocking.contains(type) ? .block : .mapping))
    }
    guard bytes.isText("local-data:", in: first) else { return .comment }
    // `"h 3600 IN A 0.0.0.0"`
    let record = words.dropFirst().map { unquoted(bytes, word: $0) }
    guard let name = record.first, let address = record.last, record.count > 1 else {
      throw SyntaxProblem(.invalidHost, span: line)
    }
    let isNowhere =
      HostsLineParser.isAddress(bytes, in: address) && HostsLineParser.isNowhere(bytes, address: address)
    return .hosts(try hosts(bytes, word: name, scope: .host, effect: isNowhere ? .block : .mapping))
  }

  /// The zone types that return no address. `redirect` and `static` return the local data, or no address if
  /// there is no data.
  private static let blocking: Set<String> = [
    "always_nxdomain", "always_null", "always_nodata", "always_refuse", "always_deny", "refuse", "deny",
    "redirect",
    "static", "inform_deny", "inform_redirect",
  ]

  private static func hosts(
    _ bytes: Span<UInt8>, word: ByteRange, scope: HostsLine.Scope, effect: HostsLine.Effect
  ) throws(SyntaxProblem) -> HostsLine {
    let name = DomainListParser.name(bytes, word: word)
    guard DomainListParser.isHost(bytes, in: name) else { throw SyntaxProblem(.invalidHost, span: word) }
    return HostsLine(
      address: ByteRange(name.upperBound, name.upperBound), hosts: [name], scope: scope, effect: effect)
  }

  private static func unquoted(_ bytes: Span<UInt8>, word: ByteRange) -> ByteRange {
    var (start, end) = (word.lowerBound, word.upperBound)
    func isQuote(_ byte: UInt8) -> Bool { byte == ASCII.quote || byte == ASCII.apostrophe }
    if start < end, isQuote(bytes[start]) { start += 1 }
    if start < end, isQuote(bytes[end - 1]) { end -= 1 }
    return ByteRange(start, end)
  }
}

/// The words of a line before its comment.
struct Words {
  private(set) var ranges: [ByteRange] = []

  /// Splits a line into at most `limit` words. `marks` is the byte that starts a comment.
  init(_ bytes: Span<UInt8>, line: ByteRange, marks: UInt8, limit: Int = .max) {
    var start = line.lowerBound
    while ranges.count < limit {
      while start < line.upperBound, bytes[start].isBlank { start += 1 }
      guard start < line.upperBound, bytes[start] != marks else { return }
      let end = bytes.endOfRun(from: start, to: line.upperBound) { !$0.isBlank }
      ranges.append(ByteRange(start, end))
      start = end
    }
  }
}

/// A line of a response policy zone: `h CNAME .`
enum ZoneLine {
  case names(HostsLine)
  /// A setting of the zone: `$TTL 60`, `@ SOA …`, `NS localhost.`
  case setting
  /// A record that is not about a host, or that does not occur in response policy zones.
  case other(ByteRange)

  init?(_ bytes: Span<UInt8>, line: ByteRange) {
    let first = bytes[line.lowerBound]
    if first == ASCII.dollar {
      guard bytes.hasPrefix("$TTL", in: line) || bytes.hasPrefix("$ORIGIN", in: line) else { return nil }
      self = .setting
      return
    }
    guard first.isHostCharacter || first == ASCII.star || first == ASCII.at else { return nil }
    let words = Words(bytes, line: line, marks: ASCII.semicolon, limit: 6).ranges
    guard words.count > 1 else { return nil }
    // The owner, a TTL and `IN` can precede the type.
    guard let type = words.indices.prefix(4).first(where: { Self.type(bytes, word: words[$0]) != nil }),
      words[..<type].dropFirst().allSatisfy({ Self.isClassOrTime(bytes, word: $0) }), type + 1 < words.count,
      let kind = Self.type(bytes, word: words[type])
    else { return nil }
    let data = words[type + 1]
    switch kind {
    case .authority: self = .setting
    case .alias:
      guard type > 0 else { return nil }
      switch true {
      case bytes.isText(".", in: data), bytes.isText("*.", in: data), bytes.isText("rpz-drop.", in: data):
        self.init(bytes, owner: words[0], effect: .block)
      case bytes.isText("rpz-passthru.", in: data): self.init(bytes, owner: words[0], effect: .allow)
      case _: self.init(bytes, owner: words[0], effect: .mapping)
      }
    case .address:
      guard type > 0, HostsLineParser.isAddress(bytes, in: data) else { return nil }
      self.init(
        bytes, owner: words[0], effect: HostsLineParser.isNowhere(bytes, address: data) ? .block : .mapping)
    case .other: self = .other(words[0])
    }
  }

  private init(_ bytes: Span<UInt8>, owner: ByteRange, effect: HostsLine.Effect) {
    let isBelow = bytes.hasPrefix("*.", in: owner)
    let name = isBelow ? ByteRange(owner.lowerBound + 2, owner.upperBound) : owner
    // Triggers for addresses and name servers look like subdomains of special hosts. A name that ends with a
    // dot is absolute: it includes the name of the zone.
    guard DomainListParser.isHost(bytes, in: name), !Self.endsInTrigger(bytes, name: name) else {
      self = .other(owner)
      return
    }
    self = .names(
      HostsLine(
        address: ByteRange(owner.upperBound, owner.upperBound), hosts: [name],
        scope: isBelow ? .below : .host,
        effect: effect))
  }

  static func parse(_ bytes: Span<UInt8>, line: ByteRange) throws(SyntaxProblem) -> Line.Content {
    switch bytes[line.lowerBound] {
    case ASCII.semicolon, ASCII.hash: return .comment
    case _: break
    }
    switch ZoneLine(bytes, line: line) {
    case .names(let hosts): return .hosts(hosts)
    case .setting: return .comment
    case .other(let owner): throw SyntaxProblem(.unsupportedEntry, span: owner)
    case nil:
      // The numbers of an SOA record, and its end.
      let words = Words(bytes, line: line, marks: ASCII.semicolon).ranges
      guard words.allSatisfy({ bytes.isText(")", in: $0) || isClassOrTime(bytes, word: $0) }) else {
        throw SyntaxProblem(.unsupportedEntry, span: line)
      }
      return .comment
    }
  }

  private enum Kind { case alias, address, authority, other }

  private static func type(_ bytes: Span<UInt8>, word: ByteRange) -> Kind? {
    switch bytes.lowercased(word.count > 8 ? ByteRange(word.lowerBound, word.lowerBound) : word) {
    case let type where type.elementsEqual("cname".utf8): .alias
    case let type where type.elementsEqual("a".utf8) || type.elementsEqual("aaaa".utf8): .address
    case let type where type.elementsEqual("soa".utf8) || type.elementsEqual("ns".utf8): .authority
    case let type where type.elementsEqual("txt".utf8) || type.elementsEqual("mx".utf8): .other
    case _: nil
    }
  }

  private static func isClassOrTime(_ bytes: Span<UInt8>, word: ByteRange) -> Bool {
    bytes.lowercased(word).elementsEqual("in".utf8)
      || bytes[word.lowerBound].isDigit && word.indices.allSatisfy { bytes[$0].isDigit || bytes[$0].isLetter }
  }

  private static func endsInTrigger(_ bytes: Span<UInt8>, name: ByteRange) -> Bool {
    let labels: [StaticString] = [".rpz-ip", ".rpz-nsip", ".rpz-nsdname", ".rpz-client-ip"]
    return labels.contains { label in
      name.count > label.utf8CodeUnitCount
        && bytes.hasText(label, at: name.upperBound - label.utf8CodeUnitCount, in: name)
    }
  }
}

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
  static func isAboutDomain(_ bytes: Span<UInt8>, line: ByteRange) -> Bool? {
    if bytes.isText("payload:", in: line) || bytes.isText("rules:", in: line) { return true }
    let entry = Self.entry(bytes, line: line)
    if entry.isYAML, bytes.hasPrefix("+.", in: entry.text) { return true }
    guard let comma = bytes.firstIndex(of: ASCII.comma, in: entry.text), comma - entry.text.lowerBound < 16
    else {
      return entry.isYAML && entry.isQuoted && DomainListParser.isHost(bytes, in: entry.text) ? true : nil
    }
    let type = ByteRange(entry.text.lowerBound, comma)
    if scope(bytes, type: type) != nil { return true }
    return otherTypes.contains { isType($0, in: bytes, type: type) } ? false : nil
  }

  static func parse(_ bytes: Span<UInt8>, line: ByteRange) throws(SyntaxProblem) -> Line.Content {
    let first = bytes[line.lowerBound]
    if first == ASCII.hash || first == ASCII.semicolon || first == ASCII.openBracket
      || bytes.hasPrefix("//", in: line)
      || bytes.isText("payload:", in: line) || bytes.isText("rules:", in: line)
    {
      return .comment
    }
    let (text, _, isYAML) = entry(bytes, line: line)
    guard let comma = bytes.firstIndex(of: ASCII.comma, in: text) else {
      // In domain sets, `+.h` and `.h` also cover subdomains.
      guard isYAML else {
        let name = DomainListParser.name(bytes, word: text)
        return .hosts(try hosts(bytes, name: name, scope: .hostAndBelow, isBlock: true))
      }
      if bytes.hasPrefix("+.", in: text) {
        return .hosts(
          try hosts(
            bytes, name: ByteRange(text.lowerBound + 2, text.upperBound), scope: .hostAndBelow, isBlock: true)
        )
      }
      if bytes.hasPrefix(".", in: text) {
        return .hosts(
          try hosts(
            bytes, name: ByteRange(text.lowerBound + 1, text.upperBound), scope: .below, isBlock: true))
      }
      // `*` stands for exactly one label, which filters cannot express.
      if bytes.firstIndex(of: ASCII.star, in: text) != nil {
        throw SyntaxProblem(.unsupportedEntry, span: text)
      }
      return .hosts(try hosts(bytes, name: text, scope: .host, isBlock: true))
    }
    guard let scope = scope(bytes, type: ByteRange(text.lowerBound, comma)) else {
      throw SyntaxProblem(.unsupportedEntry, span: text)
    }
    let rest = ByteRange(comma + 1, text.upperBound)
    let end = bytes.firstIndex(of: ASCII.comma, in: rest) ?? rest.upperBound
    let name = DomainListParser.name(bytes, word: bytes.trimmed(ByteRange(rest.lowerBound, end)))
    guard end < rest.upperBound else {
      return .hosts(try hosts(bytes, name: name, scope: scope, isBlock: true))
    }
    let policies = ByteRange(end + 1, rest.upperBound)
    let policy = bytes.trimmed(
      ByteRange(policies.lowerBound, bytes.firstIndex(of: ASCII.comma, in: policies) ?? policies.upperBound))
    let isReject = bytes.lowercased(policy).starts(with: "reject".utf8)
    return .hosts(try hosts(bytes, name: name, scope: scope, isBlock: isReject || policy.isEmpty))
  }

  private static func hosts(
    _ bytes: Span<UInt8>, name: ByteRange, scope: HostsLine.Scope, isBlock: Bool
  ) throws(SyntaxProblem) -> HostsLine {
    guard DomainListParser.isHost(bytes, in: name) else { throw SyntaxProblem(.invalidHost, span: name) }
    return HostsLine(
      address: ByteRange(name.upperBound, name.upperBound), hosts: [name], scope: scope,
      effect: isBlock ? .block : .mapping)
  }

  /// Returns the rule in `- 'rule' # comment`, without the dash, the quotes and the comment.
  private static func entry(
    _ bytes: Span<UInt8>, line: ByteRange
  ) -> (text: ByteRange, isQuoted: Bool, isYAML: Bool) {
    var text = line
    for index in text.indices.dropFirst() where bytes[index] == ASCII.hash && bytes[index - 1].isBlank {
      text = bytes.trimmed(ByteRange(text.lowerBound, index))
      break
    }
    let isYAML = bytes.hasPrefix("- ", in: text)
    if isYAML { text = bytes.trimmed(ByteRange(text.lowerBound + 2, text.upperBound)) }
    guard text.count > 1, let last = bytes.last(in: text), bytes[text.lowerBound] == last,
      last == ASCII.quote || last == ASCII.apostrophe
    else { return (text, false, isYAML) }
    return (ByteRange(text.lowerBound + 1, text.upperBound - 1), true, isYAML)
  }

  private static func scope(_ bytes: Span<UInt8>, type: ByteRange) -> HostsLine.Scope? {
    domainTypes.first { isType($0.0, in: bytes, type: type) }?.1
  }

  private static func isType(_ name: StaticString, in bytes: Span<UInt8>, type: ByteRange) -> Bool {
    guard type.count == name.utf8CodeUnitCount else { return false }
    return (0..<type.count).allSatisfy { bytes[type.lowerBound + $0] & ~0x20 == name.utf8Start[$0] & ~0x20 }
  }
}
