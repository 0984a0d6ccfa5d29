import SluiceText

/// Determines the type of each line and calls the parser for that type.
struct LineParser {
  /// The maximum length of a line in bytes. The longest line in real lists has about 20,000 bytes.
  static let maximumLength = 4 << 20
  /// The lines to read. All others count as comments.
  var reads = Lines.all
  var kind = ListKind.filters

  enum Lines {
    case all
    /// Lines that start with `!` or `%`.
    case instructions
    case nothing
  }

  func parse(_ bytes: Span<UInt8>, line: ByteRange, traits: LineTraits) -> Line.Content {
    guard !line.isEmpty else { return .blank }
    let first = bytes[line.lowerBound]
    switch reads {
    case .all: break
    case .instructions where first == ASCII.bang || first == ASCII.percent: break
    case .instructions, .nothing: return .comment
    }
    if first == ASCII.bang { return comment(bytes, line: line, traits: traits) }
    if line.count > Self.maximumLength { return .rejected(SyntaxProblem(.lineTooLong, span: line)) }
    if !traits.isASCII, let invalid = bytes.invalidUTF8(in: line) {
      // The encoding of a comment does not matter.
      if first == ASCII.hash, CosmeticMarker.hashMarker(bytes, at: line.lowerBound, in: line) == nil {
        return .comment
      }
      return .rejected(SyntaxProblem(.invalidUTF8, span: invalid))
    }
    if traits.hasControlCharacter { return .rejected(controlCharacter(bytes, line: line)) }
    if line.count >= 7, bytes[line.lowerBound + 2] == first, MergeConflict.isMarker(bytes, line: line) {
      return .rejected(SyntaxProblem(.mergeConflict, span: line))
    }
    do throws(SyntaxProblem) {
      if kind != .filters, let content = try ofOtherKind(bytes, line: line, first: first) { return content }
      // A list of domains cannot start with `|` or `@`, so these lines need no search for a marker.
      if first == ASCII.pipe || first == ASCII.at {
        return .network(try network(bytes, line: line, traits: traits))
      }
      if let content = try unanchored(bytes, line: line, first: first, traits: traits) { return content }
      return .network(try network(bytes, line: line, traits: traits))
    } catch {
      return .rejected(error)
    }
  }

  /// Parses a network filter. In a list that names hosts, any other pattern than a host is a mistake, which
  /// could match every URL.
  private func network(
    _ bytes: Span<UInt8>, line: ByteRange, traits: LineTraits
  ) throws(SyntaxProblem) -> NetworkFilter {
    let filter = try NetworkFilterParser.parse(bytes, line: line, traits: traits)
    if kind.namesHosts, !filter.namesHost(in: bytes) { throw SyntaxProblem(.invalidHost, span: line) }
    return filter
  }

  /// Returns the content of a line in a list that names hosts; nil if the line is a host name or has the same
  /// meaning as in a filter list.
  private func ofOtherKind(
    _ bytes: Span<UInt8>, line: ByteRange, first: UInt8
  ) throws(SyntaxProblem) -> Line.Content? {
    switch kind {
    case .unbound: return try UnboundLine.parse(bytes, line: line)
    case .responsePolicyZone: return try ZoneLine.parse(bytes, line: line)
    case .proxyRules: return try ProxyRuleLine.parse(bytes, line: line)
    case .dnsmasq:
      if first == ASCII.hash || isComment(bytes, line: line, first: first) { return .comment }
      if let hosts = try HostsLineParser.parse(bytes, line: line) { return .hosts(hosts) }
      // Other settings are not URL patterns.
      guard first == ASCII.pipe || first == ASCII.at else {
        throw SyntaxProblem(.unsupportedEntry, span: line)
      }
      return nil
    case .filters, .hosts, .domains, .json: return isComment(bytes, line: line, first: first) ? .comment : nil
    }
  }

  /// Returns whether a line is a comment in lists that name hosts. Privoxy's `{+block}` applies to the
  /// domains after it and counts as a comment.
  private func isComment(_ bytes: Span<UInt8>, line: ByteRange, first: UInt8) -> Bool {
    first == ASCII.semicolon
      || first == ASCII.slash && bytes.hasPrefix("//", in: line)
        && (line.count == 2 || bytes[line.lowerBound + 2].isBlank)
      || first == ASCII.openBrace && bytes.hasPrefix("{+block", in: line)
  }

  /// Returns the content of a line; nil if the line is a network filter.
  private func unanchored(
    _ bytes: Span<UInt8>, line: ByteRange, first: UInt8, traits: LineTraits
  ) throws(SyntaxProblem) -> Line.Content? {
    switch first {
    case ASCII.openBracket:
      if let header = header(bytes, line: line) { return .header(header) }
    case ASCII.percent:
      if bytes.hasText("%include ", at: line.lowerBound, in: line) {
        throw SyntaxProblem(.templateInstruction, span: line)
      }
    case _ where HostsLineParser.canBegin(with: first):
      // Hosts lines come before cosmetic filters, because a `## comment` can follow the names.
      if let hosts = try HostsLineParser.parse(bytes, line: line) { return .hosts(hosts) }
    default: break
    }
    // Every marker contains a `#` or a `$`.
    guard traits.hasHash || traits.hasDollar else { return nil }
    if let filter = try CosmeticFilterParser.parse(bytes, line: line) { return .cosmetic(filter) }
    return first == ASCII.hash ? .comment : nil
  }

  /// Returns the text between the brackets if they enclose the whole line.
  private func header(_ bytes: Span<UInt8>, line: ByteRange) -> ByteRange? {
    let last = line.upperBound - 1
    let inner = ByteRange(line.lowerBound + 1, last)
    guard !bytes.hasText("[$", at: line.lowerBound, in: line), bytes[last] == ASCII.closeBracket,
      bytes.firstIndex(of: ASCII.closeBracket, in: inner) == nil
    else { return nil }
    return bytes.trimmed(inner)
  }

  private func comment(_ bytes: Span<UInt8>, line: ByteRange, traits: LineTraits) -> Line.Content {
    guard line.count > 1 else { return .comment }
    switch bytes[line.lowerBound + 1] {
    case ASCII.hash: return Directive(bytes, line: line).map { .directive($0) } ?? .comment
    case ASCII.plus where isHint(bytes, line: line):
      return .hint(bytes.trimmed(ByteRange(line.lowerBound + 2, line.upperBound)))
    default:
      guard traits.mayBeMetadata, traits.isASCII || bytes.invalidUTF8(in: line) == nil,
        let metadata = metadata(bytes, line: line)
      else { return .comment }
      return .metadata(metadata)
    }
  }

  /// Returns whether a hint follows the `!+`. Some comments start with a row of `+` instead.
  private func isHint(_ bytes: Span<UInt8>, line: ByteRange) -> Bool {
    guard line.count > 2 else { return true }
    let byte = bytes[line.lowerBound + 2]
    return byte.isBlank || byte.isLetter
  }

  private func metadata(_ bytes: Span<UInt8>, line: ByteRange) -> Metadata? {
    guard let colon = bytes.firstIndex(of: ASCII.colon, in: line) else { return nil }
    let key = bytes.trimmed(ByteRange(line.lowerBound + 1, colon))
    let value = bytes.trimmed(ByteRange(colon + 1, line.upperBound))
    // `! https://...` contains a colon too.
    guard !value.isEmpty, !bytes.hasText("//", at: colon + 1, in: line), isMetadataKey(bytes, key: key)
    else { return nil }
    return Metadata(key: key, value: value)
  }

  /// Returns whether the key has up to three words of letters, so that a sentence with a colon is not
  /// metadata.
  private func isMetadataKey(_ bytes: Span<UInt8>, key: ByteRange) -> Bool {
    guard !key.isEmpty, key.count <= 40, bytes[key.lowerBound].isLetter else { return false }
    var blanks = 0
    for index in key.indices {
      let byte = bytes[index]
      if byte == ASCII.space { blanks += 1 } else if !byte.isLetter, byte != ASCII.dash { return false }
    }
    return blanks <= 2
  }

  private func controlCharacter(_ bytes: Span<UInt8>, line: ByteRange) -> SyntaxProblem {
    for index in line.indices where bytes[index] < 0x20 && bytes[index] != ASCII.tab {
      return SyntaxProblem(.controlCharacter, span: ByteRange(index, index + 1))
    }
    return SyntaxProblem(.controlCharacter, span: line)
  }
}

/// The lines that version control writes around the sides of a merge conflict: `<<<<<<< ours`, `||||||| base`,
/// `=======` and `>>>>>>> theirs`.
enum MergeConflict {
  static func isMarker(_ bytes: Span<UInt8>, line: ByteRange) -> Bool {
    guard line.count >= 7, bytes[line.lowerBound + 6] == bytes[line.lowerBound] else { return false }
    let first = bytes[line.lowerBound]
    let end = bytes.endOfRun(from: line.lowerBound, to: line.upperBound) { $0 == first }
    switch first {
    case ASCII.less, ASCII.greater, ASCII.pipe:
      return end - line.lowerBound >= 7 && (end == line.upperBound || bytes[end].isBlank)
    // A longer row is often a decoration.
    case ASCII.equals: return line.count == 7 && end == line.upperBound
    default: return false
    }
  }

  /// Returns whether a line begins or ends a conflict. The lines between its sides can also be decorations.
  static func isEdge(_ bytes: Span<UInt8>, line: ByteRange) -> Bool {
    guard !line.isEmpty, bytes[line.lowerBound] == ASCII.less || bytes[line.lowerBound] == ASCII.greater
    else {
      return false
    }
    return isMarker(bytes, line: line)
  }

  static func firstEdge(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = bytes.endOfRun(from: start, to: range.upperBound) {
        $0 != ASCII.lineFeed && $0 != ASCII.carriageReturn
      }
      if isEdge(bytes, line: bytes.trimmed(ByteRange(start, end))) { return start }
      start = end + 1
    }
    return nil
  }
}
