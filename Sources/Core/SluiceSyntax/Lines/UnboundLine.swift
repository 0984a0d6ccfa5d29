/// Lines of an Unbound configuration: `local-zone: "h" always_nxdomain`.
enum UnboundLine {
  private static let settings: [StaticString] = [
    "server:", "local-zone:", "local-data:", "local-data-ptr:", "local-zone-tag:", "forward-zone:",
    "stub-zone:",
    "auth-zone:", "view:",
  ]

  /// Returns whether the line is a setting of Unbound.
  static func matches(_ bytes: Span<UInt8>, _ line: ByteRange) -> Bool {
    settings.contains { bytes.hasPrefix($0, line) }
  }

  /// Parses a line of an Unbound configuration.
  static func parse(_ bytes: Span<UInt8>, _ line: ByteRange) throws(SyntaxProblem) -> Line.Content {
    var words = Words(bytes, line, marks: ASCII.hash).ranges
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
    else { throw SyntaxProblem(.unsupportedEntry, line) }
    guard words.count > 1 else { return .comment }
    if bytes.isText("local-zone:", first) {
      let name = unquoted(bytes, words[1])
      let type = words.count > 2 ? bytes.text(unquoted(bytes, words[2])).asciiLowercased : ""
      return .hosts(
        try hosts(bytes, name, scope: .hostAndBelow, effect: blocking.contains(type) ? .block : .mapping))
    }
    guard bytes.isText("local-data:", first) else { return .comment }
    // `"h 3600 IN A 0.0.0.0"`
    let record = words.dropFirst().map { unquoted(bytes, $0) }
    guard let name = record.first, let address = record.last, record.count > 1 else {
      throw SyntaxProblem(.invalidHost, line)
    }
    let isNowhere = HostsLineParser.isAddress(bytes, address) && HostsLineParser.isNowhere(bytes, address)
    return .hosts(try hosts(bytes, name, scope: .host, effect: isNowhere ? .block : .mapping))
  }

  /// The zone types that return no address. `redirect` and `static` return the local data, or no address if
  /// there is no data.
  private static let blocking: Set<String> = [
    "always_nxdomain", "always_null", "always_nodata", "always_refuse", "always_deny", "refuse", "deny",
    "redirect",
    "static", "inform_deny", "inform_redirect",
  ]

  private static func hosts(
    _ bytes: Span<UInt8>, _ word: ByteRange, scope: HostsLine.Scope, effect: HostsLine.Effect
  ) throws(SyntaxProblem) -> HostsLine {
    let name = DomainListParser.name(bytes, word)
    guard DomainListParser.isHost(bytes, name) else { throw SyntaxProblem(.invalidHost, word) }
    return HostsLine(
      address: ByteRange(name.upperBound, name.upperBound), hosts: [name], scope: scope, effect: effect)
  }

  private static func unquoted(_ bytes: Span<UInt8>, _ word: ByteRange) -> ByteRange {
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
  init(_ bytes: Span<UInt8>, _ line: ByteRange, marks: UInt8, limit: Int = .max) {
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
