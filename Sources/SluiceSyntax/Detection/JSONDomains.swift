import SluiceText

/// JSON that only contains hosts: `["h", …]` or `{"domains": ["h", …]}`.
struct JSONDomains {
  /// The hosts as written, in order.
  private(set) var names: [ByteRange] = []

  /// The keys of arrays that contain blocked hosts.
  private static let keys: Set<String> = [
    "domains", "domain", "hosts", "hostnames", "blocklist", "blacklist", "denylist", "blocked", "block",
  ]

  /// Judges a JSON file; returns nil if the start of the file is not JSON.
  static func judgement(of bytes: Span<UInt8>, _ content: Range<Int>) -> ListJudgement? {
    guard let start = content.first(where: { !ListJudgement.isSpace(bytes[$0]) }) else { return nil }
    let next = (start + 1..<content.upperBound).first { !ListJudgement.isSpace(bytes[$0]) }
    switch (bytes[start], next.map { bytes[$0] }) {
    case (ASCII.openBracket, ASCII.quote?), (ASCII.openBracket, ASCII.openBrace?),
      (ASCII.openBracket, ASCII.openBracket?),
      (ASCII.openBracket, nil):
      break
    case (ASCII.openBracket, let first?) where first.isDigit || first == ASCII.dash:
      guard beginsWithNumber(bytes, rest: (next ?? start)..<content.upperBound) else { return nil }
    case (ASCII.openBracket, ASCII.closeBracket?):
      // `[]` before filters is not JSON.
      let rest = (next ?? start) + 1..<content.upperBound
      guard rest.allSatisfy({ ListJudgement.isSpace(bytes[$0]) }) else { return nil }
    // Privoxy actions start with `{+`, `{-` or `{{`.
    case (ASCII.openBrace, ASCII.plus?), (ASCII.openBrace, ASCII.dash?), (ASCII.openBrace, ASCII.openBrace?):
      return nil
    case (ASCII.openBrace, _): break
    case _: return nil
    }
    if JSONDomains(bytes, content: content) != nil { return .list(.json) }
    let head = ByteRange(start, min(start + (1 << 14), content.upperBound))
    func has(_ text: StaticString) -> Bool { head.indices.contains { bytes.hasText(text, at: $0, in: head) } }
    let isRuleList = bytes[start] == ASCII.openBracket && has("\"trigger\"") && has("\"action\"")
    return .foreign(isRuleList ? .ruleList : .json)
  }

  /// Whether an array begins with a number. A filter can begin with an address (`[2001:db8::1]##.ad`) or a
  /// class of characters (`[0-9]+`).
  private static func beginsWithNumber(_ bytes: Span<UInt8>, rest: Range<Int>) -> Bool {
    func isPart(_ byte: UInt8) -> Bool {
      byte.isDigit
        || [ASCII.dash, ASCII.dot, ASCII.plus, UInt8(ascii: "e"), UInt8(ascii: "E")].contains(byte)
    }
    guard let end = rest.first(where: { !isPart(bytes[$0]) }) else { return true }
    guard let after = (end..<rest.upperBound).first(where: { !ListJudgement.isSpace(bytes[$0]) }) else {
      return true
    }
    if bytes[after] == ASCII.comma { return true }
    return bytes[after] == ASCII.closeBracket
      && (after + 1..<rest.upperBound).allSatisfy { ListJudgement.isSpace(bytes[$0]) }
  }

  /// Reads the names in a file. Returns nil if the file contains other data, or if more than one name in ten
  /// is not a valid host.
  init?(_ bytes: Span<UInt8>, content: Range<Int>) {
    var reader = Reader(index: content.lowerBound, end: content.upperBound)
    guard let first = reader.next(in: bytes) else { return nil }
    switch first {
    case .open(ASCII.openBracket): guard readArray(&reader, in: bytes) else { return nil }
    case .open(ASCII.openBrace): guard readObject(&reader, in: bytes) else { return nil }
    case .open, .close, .text, .value, .comma, .colon: return nil
    }
    let valid = names.count { DomainListParser.isHost(bytes, in: DomainListParser.name(bytes, word: $0)) }
    guard reader.next(in: bytes) == nil, reader.index == reader.end, valid * 10 >= names.count * 9, valid > 0
    else { return nil }
  }

  /// Reads strings up to the closing bracket; returns false if the array contains anything else.
  private mutating func readArray(_ reader: inout Reader, in bytes: Span<UInt8>) -> Bool {
    while let token = reader.next(in: bytes) {
      switch token {
      case .text(let range): names.append(range)
      case .comma: continue
      case .close(ASCII.closeBracket): return true
      case .open, .close, .value, .colon: return false
      }
    }
    return false
  }

  private mutating func readObject(_ reader: inout Reader, in bytes: Span<UInt8>) -> Bool {
    var key: ByteRange?
    var isValue = false
    while let token = reader.next(in: bytes) {
      switch token {
      case .text(let range): if !isValue { key = range }
      case .colon: isValue = true
      case .comma: isValue = false
      case .value: guard isValue else { return false }
      case .open(ASCII.openBracket):
        guard isValue, let name = key, Self.keys.contains(bytes.text(name).asciiLowercased),
          readArray(&reader, in: bytes)
        else { return false }
      case .close(ASCII.closeBrace): return true
      case .open, .close: return false
      }
    }
    return false
  }

  /// A tokenizer for the subset of JSON that a domain list can contain.
  private struct Reader {
    enum Token {
      case open(UInt8), close(UInt8), comma, colon
      /// A string as written, without its quotes.
      case text(ByteRange)
      /// A number, `true`, `false` or `null`.
      case value
    }

    var index: Int
    let end: Int

    mutating func next(in bytes: Span<UInt8>) -> Token? {
      while index < end, ListJudgement.isSpace(bytes[index]) { index += 1 }
      guard index < end else { return nil }
      let byte = bytes[index]
      switch byte {
      case ASCII.openBracket, ASCII.openBrace:
        index += 1
        return .open(byte)
      case ASCII.closeBracket, ASCII.closeBrace:
        index += 1
        return .close(byte)
      case ASCII.comma:
        index += 1
        return .comma
      case ASCII.colon:
        index += 1
        return .colon
      case ASCII.quote:
        let start = index + 1
        var end = start
        while end < self.end, bytes[end] != ASCII.quote { end += bytes[end] == ASCII.backslash ? 2 : 1 }
        guard end < self.end else { return nil }
        index = end + 1
        return .text(ByteRange(start, end))
      case _ where byte.isLetter || byte.isDigit || byte == ASCII.dash:
        index = bytes.endOfRun(from: index, to: end) { $0.isSchemeByte }
        return .value
      case _: return nil
      }
    }
  }
}
