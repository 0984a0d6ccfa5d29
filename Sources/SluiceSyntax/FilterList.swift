import SluiceText

/// A filter list: its bytes and the parsed content of each line.
public struct FilterList: Sendable {
  /// The bytes of the list. Text that replaces lines, such as the joined form of a filter that spans several
  /// lines, is appended at the end; ``place(of:)`` returns its place in the original list.
  public internal(set) var bytes: [UInt8]
  /// All lines in order, including blank lines and comments.
  public internal(set) var lines: [Line]
  /// The judgement of whether the text is a filter list. Any text is parsed; what reads lists of others, such
  /// as a conversion, refuses a text that is not a list.
  package let judgement: ListJudgement
  /// The kind of list, determined from its first lines.
  public let kind: ListKind
  /// The dialect in which the list is read: the given one, or the detected one.
  public private(set) var dialect = Dialect.adblockPlus
  /// Whether the list is written for the ad blocker of its dialect, which then decides which filters are
  /// valid. All ad blockers read lists with the header of Adblock Plus, or with none.
  package private(set) var isDialectCertain = false
  var added = AddedText()

  /// Parses a list. Any bytes are valid input; a problem with a line is reported in its entry of ``lines``.
  ///
  /// Lines end with LF, CR LF or CR. A byte order mark at the start is skipped. A line that ends with a space
  /// and a `\` continues in the next line if that one starts with four spaces.
  ///
  /// - Parameters:
  ///   - text: The list: a string or bytes.
  ///   - dialect: The dialect of the list; nil to detect it, together with the kind of list.
  public init(parsing text: some InputBytes & ~Escapable, dialect: Dialect? = nil) {
    self.init(parsing: text, dialect: dialect, detected: nil)
  }

  /// Parses a part of a list. `detected` is the dialect that was detected in the whole list, which `dialect`
  /// overrides.
  package init(
    parsing text: some InputBytes & ~Escapable, dialect: Dialect?, detected: Dialect?,
    judgement: ListJudgement? = nil
  ) {
    let bytes = text.inputArray()
    let judgement = judgement ?? ListJudgement(of: bytes, dialect: dialect ?? detected)
    let kind = judgement.kind(in: dialect ?? detected)
    self.init(
      joining: [Piece(parsing: Self.content(of: bytes), of: bytes, kind: kind)], of: bytes, kind: kind,
      judgement: judgement, dialect: dialect, detected: detected)
  }

  /// Reads a text that is not a filter list, without filters: all of its lines count as comments.
  package init(refusing bytes: [UInt8], _ judgement: ListJudgement) {
    let parser = LineParser(reads: .nothing)
    self.init(
      [Piece(parsing: Self.content(of: bytes), of: bytes, parser)], of: bytes, parser: parser,
      judgement: judgement)
    // A finding about an empty file has a line.
    if lines.isEmpty { lines.append(Line(range: ByteRange(bytes.count, bytes.count), content: .blank)) }
  }

  /// Parses only the directives of a list: lines that start with `!#` or with python-abp's `%`. All other
  /// lines count as comments.
  package init(parsingInstructionsOf bytes: [UInt8]) {
    let parser = LineParser(reads: .instructions)
    self.init(
      [Piece(parsing: Self.content(of: bytes), of: bytes, parser)], of: bytes, parser: parser,
      judgement: .list(parser.kind))
  }

  /// Parses only the first 50 lines of a list, which can contain metadata. If a filter continues after them,
  /// its continuation lines are included.
  package init(parsingHeadOf bytes: [UInt8]) {
    let content = Self.content(of: bytes)
    var end = Self.metadataEnd(of: bytes, before: bytes.count)
    while LineContinuation.isContinuation(bytes.span, at: end, listStart: content.lowerBound) {
      end = Self.lineStart(after: end, in: bytes.span)
    }
    self.init(
      joining: [Piece(parsing: content.lowerBound..<end, of: bytes, kind: .filters)], of: bytes,
      kind: .filters, judgement: .list(.filters))
  }

  /// Creates a list from pieces that were parsed separately. The pieces must cover the whole list in order.
  package init(
    joining pieces: [Piece], of bytes: [UInt8], kind: ListKind, judgement: ListJudgement,
    dialect: Dialect? = nil
  ) {
    self.init(
      joining: pieces, of: bytes, kind: kind, judgement: judgement, dialect: dialect, detected: nil)
  }

  /// Creates a part of a list from pieces. `detected` is the dialect that was detected in the whole list.
  package init(
    joining pieces: [Piece], of bytes: [UInt8], kind: ListKind, judgement: ListJudgement, dialect: Dialect?,
    detected: Dialect?
  ) {
    self.init(pieces, of: bytes, parser: LineParser(kind: kind), judgement: judgement)
    self.dialect = dialect ?? detected ?? Dialect.detect(self)
    isDialectCertain = dialect != nil || self.dialect != .adblockPlus
    readAsAdBlocker()
  }

  private init(_ pieces: [Piece], of bytes: [UInt8], parser: LineParser, judgement: ListJudgement) {
    self.bytes = bytes
    self.judgement = pieces.contains { $0.hasConflict } ? judgement.withConflict : judgement
    kind = parser.kind
    lines = pieces.count == 1 ? pieces[0].lines : pieces.flatMap { $0.lines }
    let continued = pieces.reduce(into: (first: 0, indices: [Int]())) { found, piece in
      found.indices += piece.continued.map { found.first + $0 }
      found.first += piece.lines.count
    }
    guard !continued.indices.isEmpty else { return }
    let metadataEnd = Self.metadataEnd(of: bytes, before: bytes.count)
    for index in continued.indices { join(from: index, metadataEnd: metadataEnd, parser) }
  }

  /// Returns the place of a range of ``bytes`` in the original list. If the range covers parts of several
  /// joined lines, the result includes the text between these parts.
  public func place(of range: ByteRange) -> ByteRange { added.place(of: range) }

  /// Returns whether a filter line continues in the next line. Both lines include their line ends.
  package static func continues(_ line: [UInt8], in next: [UInt8]) -> Bool {
    LineContinuation.continues(line, in: next)
  }

  /// Returns the range of the bytes without the byte order mark.
  package static func content(of bytes: [UInt8]) -> Range<Int> {
    bytes.span.byteOrderMark..<bytes.count
  }
}

// MARK: Pieces

extension FilterList {
  /// A part of a list that is parsed independently of the other parts.
  package struct Piece: Sendable {
    fileprivate var lines: [Line] = []
    /// The indices of lines that continue in the next line. They are parsed when the pieces are joined.
    fileprivate var continued: [Int] = []
    fileprivate var hasConflict = false

    /// Parses the lines in a part of a list. `range` must start and end between filters, as
    /// ``FilterList/pieces(of:kind:count:)`` guarantees.
    package init(parsing range: Range<Int>, of bytes: [UInt8], kind: ListKind) {
      self.init(parsing: range, of: bytes, LineParser(kind: kind))
    }

    fileprivate init(parsing range: Range<Int>, of bytes: [UInt8], _ parser: LineParser) {
      // Lines of real lists have an average of 26 bytes or more. Unused reserved memory costs nothing, but
      // growing the array moves its lines.
      lines.reserveCapacity(range.count / 16 + 8)
      let span = bytes.span
      let metadataEnd = FilterList.metadataEnd(of: bytes, before: range.upperBound)
      var names =
        parser.kind == .json ? JSONDomains(span, content: FilterList.content(of: bytes))?.names[...] : nil
      var start = range.lowerBound
      var isContinuation = false
      while start < range.upperBound {
        var traits = LineTraits(mayBeMetadata: start < metadataEnd)
        let end = traits.scan(span, from: start, to: range.upperBound)
        var next = end + 1
        if next < range.upperBound, span[end] == ASCII.carriageReturn, span[next] == ASCII.lineFeed {
          next += 1
        }
        var line = span.trimmed(ByteRange(start, end))
        if !traits.isASCII || traits.hasControlCharacter { traits.trim(&line, in: span) }
        if names != nil {
          let own = names?.prefix { $0.upperBound <= end } ?? [][...]
          names = names?.dropFirst(own.count)
          lines.append(Line(range: line, content: Self.content(own, in: span, line: line)))
          start = next
          continue
        }
        let continues =
          end > start && span[end - 1] == ASCII.backslash
          && LineContinuation.continues(span, from: start, to: end, next: next)
        if continues || isContinuation {
          if !isContinuation { continued.append(lines.count) }
          lines.append(Line(range: line, content: isContinuation ? .continuation : .blank))
        } else {
          let content = parser.parse(span, line: line, traits: traits)
          if case .rejected(let problem) = content, problem.reason == .mergeConflict {
            hasConflict = hasConflict || MergeConflict.isEdge(span, line: line)
          }
          lines.append(Line(range: line, content: content))
        }
        isContinuation = continues
        start = next
      }
    }

    /// Returns the content of a line of JSON that contains these names.
    private static func content(
      _ names: ArraySlice<ByteRange>, in bytes: Span<UInt8>, line: ByteRange
    ) -> Line.Content {
      guard let first = names.first else { return line.isEmpty ? .blank : .comment }
      let hosts = names.map { DomainListParser.name(bytes, word: $0) }
      guard hosts.contains(where: { DomainListParser.isHost(bytes, in: $0) }) else {
        return .rejected(SyntaxProblem(.invalidHost, span: first))
      }
      return .hosts(HostsLine(address: ByteRange(line.lowerBound, line.lowerBound), hosts: hosts))
    }
  }

  /// Divides the list into at most `count` pieces of about equal size, each with complete filters.
  package static func pieces(of bytes: [UInt8], kind: ListKind, count: Int) -> [Range<Int>] {
    let content = content(of: bytes)
    // A line of JSON cannot be read without the text before it.
    if kind == .json { return [content] }
    let span = bytes.span
    var pieces: [Range<Int>] = []
    var start = content.lowerBound
    for number in 1..<max(count, 2) {
      var end = content.lowerBound + content.count / max(count, 1) * number
      guard end > start else { continue }
      // A piece ends after an LF, never between CR and LF. Lists that only use CR stay in one piece.
      while end < content.upperBound,
        span[end - 1] != ASCII.lineFeed
          || LineContinuation.isContinuation(span, at: end, listStart: content.lowerBound)
      {
        end += 1
      }
      if end >= content.upperBound { break }
      pieces.append(start..<end)
      start = end
    }
    pieces.append(start..<content.upperBound)
    return pieces
  }

  /// Returns the end of the first 50 lines, which can contain metadata, but at most `end`.
  fileprivate static func metadataEnd(of bytes: [UInt8], before end: Int) -> Int {
    let span = bytes.span
    var lines = 0
    var index = content(of: bytes).lowerBound
    while index < end, lines < 50 {
      let isCRLF =
        span[index] == ASCII.carriageReturn && index + 1 < end && span[index + 1] == ASCII.lineFeed
      if span[index] == ASCII.lineFeed || (span[index] == ASCII.carriageReturn && !isCRLF) { lines += 1 }
      index += 1
    }
    return index
  }

  private static func lineStart(after start: Int, in bytes: Span<UInt8>) -> Int {
    var traits = LineTraits(mayBeMetadata: false)
    let end = traits.scan(bytes, from: start, to: bytes.count)
    let isCRLF =
      end + 1 < bytes.count && bytes[end] == ASCII.carriageReturn && bytes[end + 1] == ASCII.lineFeed
    return min(end + (isCRLF ? 2 : 1), bytes.count)
  }
}

// MARK: Text that differs from the original list

extension FilterList {
  /// Joins the lines of the filter that starts at `index`, and parses the result.
  private mutating func join(from index: Int, metadataEnd: Int, _ parser: LineParser) {
    let mayBeMetadata = lines[index].range.lowerBound < metadataEnd
    bytes.append(ASCII.lineFeed)
    let start = bytes.count
    var next = index
    var continues = true
    while continues {
      continues = next + 1 < lines.count && lines[next + 1].content == .continuation
      let piece = LineContinuation.piece(bytes.span, of: lines[next].range, continues: continues)
      added.addCopy(at: bytes.count, of: piece)
      // Appends a separate array: a slice shares the storage, so appending it would copy all bytes.
      bytes += Array(bytes[piece.indices])
      next += 1
    }
    lines[index] = parse(from: start, mayBeMetadata: mayBeMetadata, parser)
  }

  /// Replaces the text of a line and parses the new text.
  package mutating func replace(_ index: Int, by text: [UInt8]) {
    bytes.append(ASCII.lineFeed)
    let start = bytes.count
    added.addReplacement(at: start, of: lines[index].range)
    bytes += text
    lines[index] = parse(from: start, mayBeMetadata: false, LineParser())
    readAsAdBlocker(index)
  }

  /// Removes a line. A blank line takes its place, so the numbers of the other lines stay the same.
  package mutating func remove(_ index: Int) { lines[index].content = .blank }

  /// Parses the bytes from `start` to the next line end as a line.
  func parse(from start: Int, mayBeMetadata: Bool, _ parser: LineParser) -> Line {
    let span = bytes.span
    var traits = LineTraits(mayBeMetadata: mayBeMetadata)
    let end = traits.scan(span, from: start, to: span.count)
    var line = span.trimmed(ByteRange(start, end))
    if !traits.isASCII || traits.hasControlCharacter { traits.trim(&line, in: span) }
    return Line(range: line, content: parser.parse(span, line: line, traits: traits))
  }
}

extension FilterList {
  /// Returns the location, in the original list, of a range within a line.
  ///
  /// - Parameters:
  ///   - range: all or some of the bytes of the line, such as a ``SyntaxProblem/span``.
  ///   - index: the index of the line in ``lines``.
  ///   - file: the name of the list.
  public func location(
    of range: ByteRange, inLine index: Int, file: String? = nil
  ) -> TextLocation {
    let bytes = bytes.span
    let place = place(of: range)
    let whole = self.place(of: lines[index].range)
    // The line start is searched for backward. For a filter on a single line, the search starts at its first
    // byte.
    let isInOneLine = whole == lines[index].range
    var start = isInOneLine ? whole.lowerBound : place.lowerBound
    while start > 0, !bytes[start - 1].isLineEnd { start -= 1 }
    if start == 0 { start = min(Self.content(of: self.bytes).lowerBound, place.lowerBound) }
    let end = bytes.endOfRun(from: place.lowerBound, to: place.upperBound) { !$0.isLineEnd }
    let column = 1 + bytes.scalarStarts(start..<max(start, place.lowerBound))
    return TextLocation(
      file: file, line: isInOneLine ? index + 1 : line(at: place.lowerBound, from: index), column: column,
      endColumn: column + bytes.scalarStarts(place.lowerBound..<end))
  }

  /// Returns the line number of a byte in a filter that spans several lines.
  private func line(at offset: Int, from index: Int) -> Int {
    let bytes = bytes.span
    let end = bytes.endOfRun(from: offset, to: bytes.count) { !$0.isLineEnd }
    var next = index + 1
    while next < lines.count, lines[next].content == .continuation, lines[next].range.lowerBound <= end {
      next += 1
    }
    return next
  }
}

extension UInt8 {
  fileprivate var isLineEnd: Bool { self == ASCII.lineFeed || self == ASCII.carriageReturn }
}
