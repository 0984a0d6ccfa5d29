/// A line of a response policy zone: `h CNAME .`
enum ZoneLine {
  /// A host name and the effect on requests to it.
  case names(HostsLine)
  /// A setting of the zone: `$TTL 60`, `@ SOA …`, `NS localhost.`
  case setting
  /// A record that is not about a host, or that does not occur in response policy zones.
  case other(ByteRange)

  /// Parses the line; returns nil if it is not a line of a zone.
  init?(_ bytes: Span<UInt8>, _ line: ByteRange) {
    let first = bytes[line.lowerBound]
    if first == ASCII.dollar {
      guard bytes.hasPrefix("$TTL", line) || bytes.hasPrefix("$ORIGIN", line) else { return nil }
      self = .setting
      return
    }
    guard first.isHostCharacter || first == ASCII.star || first == ASCII.at else { return nil }
    let words = Words(bytes, line, marks: ASCII.semicolon, limit: 6).ranges
    guard words.count > 1 else { return nil }
    // The owner, a TTL and `IN` can precede the type.
    guard let type = words.indices.prefix(4).first(where: { Self.type(bytes, words[$0]) != nil }),
      words[..<type].dropFirst().allSatisfy({ Self.isClassOrTime(bytes, $0) }), type + 1 < words.count,
      let kind = Self.type(bytes, words[type])
    else { return nil }
    let data = words[type + 1]
    switch kind {
    case .authority: self = .setting
    case .alias:
      guard type > 0 else { return nil }
      switch true {
      case bytes.isText(".", data), bytes.isText("*.", data), bytes.isText("rpz-drop.", data):
        self.init(bytes, words[0], .block)
      case bytes.isText("rpz-passthru.", data): self.init(bytes, words[0], .allow)
      case _: self.init(bytes, words[0], .mapping)
      }
    case .address:
      guard type > 0, HostsLineParser.isAddress(bytes, data) else { return nil }
      self.init(bytes, words[0], HostsLineParser.isNowhere(bytes, data) ? .block : .mapping)
    case .other: self = .other(words[0])
    }
  }

  private init(_ bytes: Span<UInt8>, _ owner: ByteRange, _ effect: HostsLine.Effect) {
    let isBelow = bytes.hasPrefix("*.", owner)
    let name = isBelow ? ByteRange(owner.lowerBound + 2, owner.upperBound) : owner
    // Triggers for addresses and name servers look like subdomains of special hosts. A name that ends with a
    // dot is absolute: it includes the name of the zone.
    guard DomainListParser.isHost(bytes, name), !Self.endsInTrigger(bytes, name) else {
      self = .other(owner)
      return
    }
    self = .names(
      HostsLine(
        address: ByteRange(owner.upperBound, owner.upperBound), hosts: [name],
        scope: isBelow ? .below : .host,
        effect: effect))
  }

  /// Parses a line of a response policy zone.
  static func parse(_ bytes: Span<UInt8>, _ line: ByteRange) throws(SyntaxProblem) -> Line.Content {
    switch bytes[line.lowerBound] {
    case ASCII.semicolon, ASCII.hash: return .comment
    case _: break
    }
    switch ZoneLine(bytes, line) {
    case .names(let hosts): return .hosts(hosts)
    case .setting: return .comment
    case .other(let owner): throw SyntaxProblem(.unsupportedEntry, owner)
    case nil:
      // The numbers of an SOA record, and its end.
      let words = Words(bytes, line, marks: ASCII.semicolon).ranges
      guard words.allSatisfy({ bytes.isText(")", $0) || isClassOrTime(bytes, $0) }) else {
        throw SyntaxProblem(.unsupportedEntry, line)
      }
      return .comment
    }
  }

  private enum Kind { case alias, address, authority, other }

  private static func type(_ bytes: Span<UInt8>, _ word: ByteRange) -> Kind? {
    switch bytes.lowercased(word.count > 8 ? ByteRange(word.lowerBound, word.lowerBound) : word) {
    case let type where type.elementsEqual("cname".utf8): .alias
    case let type where type.elementsEqual("a".utf8) || type.elementsEqual("aaaa".utf8): .address
    case let type where type.elementsEqual("soa".utf8) || type.elementsEqual("ns".utf8): .authority
    case let type where type.elementsEqual("txt".utf8) || type.elementsEqual("mx".utf8): .other
    case _: nil
    }
  }

  private static func isClassOrTime(_ bytes: Span<UInt8>, _ word: ByteRange) -> Bool {
    bytes.lowercased(word).elementsEqual("in".utf8)
      || bytes[word.lowerBound].isDigit && word.indices.allSatisfy { bytes[$0].isDigit || bytes[$0].isLetter }
  }

  private static func endsInTrigger(_ bytes: Span<UInt8>, _ name: ByteRange) -> Bool {
    let labels: [StaticString] = [".rpz-ip", ".rpz-nsip", ".rpz-nsdname", ".rpz-client-ip"]
    return labels.contains { label in
      name.count > label.utf8CodeUnitCount
        && bytes.hasText(label, at: name.upperBound - label.utf8CodeUnitCount, in: name)
    }
  }
}
