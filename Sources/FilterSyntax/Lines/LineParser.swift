/// Tells what a line is and hands it to the parser of that kind.
struct LineParser {
  /// What was seen of the line while its end was looked for.
  struct Traits {
    var isASCII: Bool
    var hasControlCharacter: Bool
    var mayBeMetadata: Bool
  }

  /// Longer lines are rejected: the longest in real lists has some 20,000 bytes.
  static let maximumLength = 1 << 20

  func parse(_ bytes: Span<UInt8>, _ line: ByteRange, _ traits: Traits) -> Line.Content {
    guard !line.isEmpty else { return .blank }
    let first = bytes[line.lowerBound]
    if first == ASCII.bang { return comment(bytes, line, traits) }
    if line.count > Self.maximumLength { return .rejected(SyntaxProblem(.lineTooLong, line)) }
    if !traits.isASCII, let invalid = bytes.invalidUTF8(in: line) {
      return .rejected(SyntaxProblem(.invalidUTF8, invalid))
    }
    if traits.hasControlCharacter { return .rejected(controlCharacter(bytes, line)) }
    do throws(SyntaxProblem) {
      // A `|` or `@` at the start begins no list of domains, so these need no look for a marker.
      if first == ASCII.pipe || first == ASCII.at {
        return .network(try NetworkFilterParser.parse(bytes, line))
      }
      if let content = try unanchored(bytes, line, first) { return content }
      return .network(try NetworkFilterParser.parse(bytes, line))
    } catch {
      return .rejected(error)
    }
  }

  /// What a line can be besides a network filter; nil if it is one.
  private func unanchored(
    _ bytes: Span<UInt8>, _ line: ByteRange, _ first: UInt8
  ) throws(SyntaxProblem) -> Line.Content? {
    if first == ASCII.openBracket, !bytes.hasText("[$", at: line.lowerBound, in: line),
      bytes[line.upperBound - 1] == ASCII.closeBracket
    {
      return .header(bytes.trimmed(ByteRange(line.lowerBound + 1, line.upperBound - 1)))
    }
    if let filter = try CosmeticFilterParser.parse(bytes, line) { return .cosmetic(filter) }
    if first == ASCII.hash { return .comment }
    if first.isDigit || first == ASCII.colon || first | 0x20 == UInt8(ascii: "f"),
      let hosts = try HostsLineParser.parse(bytes, line)
    {
      return .hosts(hosts)
    }
    return nil
  }

  private func comment(_ bytes: Span<UInt8>, _ line: ByteRange, _ traits: Traits) -> Line.Content {
    guard line.count > 1 else { return .comment }
    switch bytes[line.lowerBound + 1] {
    case ASCII.hash: return directive(bytes, line)
    case ASCII.plus where line.count == 2 || bytes[line.lowerBound + 2].isBlank:
      return .hint(bytes.trimmed(ByteRange(line.lowerBound + 2, line.upperBound)))
    default:
      guard traits.mayBeMetadata, traits.isASCII || bytes.invalidUTF8(in: line) == nil,
        let colon = bytes.firstIndex(of: ASCII.colon, in: line)
      else { return .comment }
      let key = bytes.trimmed(ByteRange(line.lowerBound + 1, colon))
      let value = bytes.trimmed(ByteRange(colon + 1, line.upperBound))
      guard !key.isEmpty, key.count <= 40, !value.isEmpty, isMetadataKey(bytes, key) else { return .comment }
      return .metadata(Metadata(key: key, value: value))
    }
  }

  /// Keys are words of letters: a sentence with a colon in it, or a URL, is no metadata.
  private func isMetadataKey(_ bytes: Span<UInt8>, _ key: ByteRange) -> Bool {
    var blanks = 0
    for index in key.indices {
      let byte = bytes[index]
      if byte == ASCII.space { blanks += 1 } else if !byte.isLetter, byte != ASCII.dash { return false }
    }
    return blanks <= 2
  }

  private func directive(_ bytes: Span<UInt8>, _ line: ByteRange) -> Line.Content {
    var end = line.lowerBound + 2
    while end < line.upperBound, bytes[end].isLetter || bytes[end] == ASCII.underscore { end += 1 }
    let name = ByteRange(line.lowerBound + 2, end)
    let argument = bytes.trimmed(ByteRange(end, line.upperBound))
    for (kind, text) in Self.directives where bytes.isText(text, name) {
      return .directive(Directive(kind: kind, argument: argument))
    }
    return .comment
  }

  private static let directives: [(Directive.Kind, StaticString)] = [
    (.if, "if"), (.else, "else"), (.endif, "endif"), (.include, "include"),
    (.safari_cb_affinity, "safari_cb_affinity"),
  ]

  private func controlCharacter(_ bytes: Span<UInt8>, _ line: ByteRange) -> SyntaxProblem {
    for index in line.indices where bytes[index] < 0x20 && bytes[index] != ASCII.tab {
      return SyntaxProblem(.controlCharacter, ByteRange(index, index + 1))
    }
    return SyntaxProblem(.controlCharacter, line)
  }
}
