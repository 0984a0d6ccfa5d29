import SluiceText

/// The judgement of whether a text is a filter list, and its kind. It is made where a list is read, and
/// ``FilterList/judgement`` hands it on.
///
/// It is based on the first bytes and on the first 200 lines that are neither blank nor comments.
package enum ListJudgement: Hashable, Sendable {
  /// A list of this kind.
  case list(ListKind)
  /// A list of this kind with the markers of a merge conflict.
  case conflicted(ListKind)
  /// Something other than a filter list.
  case foreign(ForeignContent)

  static let lineLimit = 200
  /// The number of bytes to examine to tell text from binary data.
  static let byteLimit = 4096

  /// Judges a file. If the user specifies a dialect, single words count as filters or host names, not as
  /// text.
  package init(of bytes: [UInt8], dialect: Dialect? = nil) {
    let span = bytes.span
    let content = span.byteOrderMark..<span.count
    guard content.contains(where: { !Self.isSpace(span[$0]) }) else {
      self = .foreign(.empty)
      return
    }
    if let binary = Self.binary(span, content: content) {
      self = .foreign(binary)
      return
    }
    if Self.marks.contains(where: {
      span.hasPrefix($0, in: ByteRange(content.lowerBound, content.upperBound))
    }) {
      self = .foreign(.text)
      return
    }
    if ServerAnswer.isLFSPointer(span, in: content) {
      self = .foreign(.lfsPointer)
      return
    }
    if let json = JSONDomains.judgement(of: span, content) {
      let isConflicted = json == .foreign(.json) && MergeConflict.firstEdge(span, in: content) != nil
      self = isConflicted ? .conflicted(.json) : json
      return
    }
    var tally = LineTally()
    var start = content.lowerBound
    while start < content.upperBound, tally.told < Self.lineLimit {
      var traits = LineTraits(mayBeMetadata: false)
      let end = traits.scan(span, from: start, to: content.upperBound)
      var line = span.trimmed(ByteRange(start, end))
      if !traits.isASCII || traits.hasControlCharacter { traits.trim(&line, in: span) }
      tally.add(LineShape(span, line: line, traits: traits))
      if let foreign = tally.certain {
        self = .foreign(ServerAnswer.named(foreign, in: span, range: content))
        return
      }
      start = end + 1
    }
    self = tally.judgement(dialect)
    if tally[.conflict] > 0 { self = conflicted(span, content: content) }
    if case .foreign(let foreign) = self {
      self = .foreign(ServerAnswer.named(foreign, in: span, range: content))
    }
  }

  /// Returns the kind in which the text is read: that of the list, or filters if it is not a list. A dialect
  /// that the user specifies overrides the form of the list.
  package func kind(in dialect: Dialect?) -> ListKind {
    switch self {
    case .list(let kind), .conflicted(let kind): kind.read(as: dialect)
    case .foreign: ListKind.filters.read(as: dialect)
    }
  }

  /// The words for a text that is not meant to be a rule list; nil for JSON, and for text that could be the start
  /// of it.
  package var wordsUnlessRules: String? {
    switch self {
    case .list(.json), .foreign(.json), .foreign(.ruleList): nil
    case .list(let kind), .conflicted(let kind): kind.words
    case .foreign(let content): content.isNeverTyped ? content.words : nil
    }
  }

  /// Judges all lines of a text. The first lines decide what it is, but a merge conflict can be in any line.
  package init(ofAll bytes: [UInt8], dialect: Dialect? = nil) {
    self.init(of: bytes, dialect: dialect)
    self = conflicted(bytes.span, content: 0..<bytes.count)
  }

  /// Returns the judgement of a list with a conflict if a line of the text begins or ends one.
  private func conflicted(_ bytes: Span<UInt8>, content: Range<Int>) -> ListJudgement {
    switch self {
    case .list(let kind): MergeConflict.firstEdge(bytes, in: content) == nil ? self : .conflicted(kind)
    case .foreign(.comments):
      MergeConflict.firstEdge(bytes, in: content) == nil ? self : .conflicted(.filters)
    case .conflicted, .foreign: self
    }
  }

  var withConflict: ListJudgement {
    if case .list(let kind) = self { .conflicted(kind) } else { self }
  }

  /// The content of a text that cannot be converted; nil for a list.
  package var problem: ForeignContent? {
    switch self {
    case .list: nil
    case .conflicted: .mergeConflict
    case .foreign(let content): content
    }
  }

  /// Returns the line of the text that shows that it is not a list, from 1.
  package func problemLine(in bytes: [UInt8]) -> Int {
    let span = bytes.span
    let content = span.byteOrderMark..<span.count
    let conflict = problem == .mergeConflict ? MergeConflict.firstEdge(span, in: content) : nil
    let start = conflict ?? content.first { !Self.isSpace(span[$0]) } ?? content.lowerBound
    return 1 + (content.lowerBound..<start).count { span[$0] == ASCII.lineFeed }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 && byte != 0 }

  /// The first characters of scripts, playlists, calendars and contact cards.
  private static let marks: [StaticString] = [
    "#!/", "#! /", "#EXTM3U", "BEGIN:VCALENDAR", "BEGIN:VCARD",
  ]

  private static let archives: [[UInt8]] = [
    [0x1f, 0x8b], [0x50, 0x4b, 0x03, 0x04], [0xfd, 0x37, 0x7a, 0x58, 0x5a], [0x28, 0xb5, 0x2f, 0xfd],
    [0x42, 0x5a, 0x68], [0x37, 0x7a, 0xbc, 0xaf], [0x1f, 0x9d], [0x52, 0x61, 0x72, 0x21],
  ]

  /// The first bytes of PDF, PNG, ELF and UTF-32 in either byte order. The UTF-32 byte order mark looks like
  /// that of UTF-16.
  private static let otherBytes: [[UInt8]] = [
    [0x25, 0x50, 0x44, 0x46, 0x2d], [0x89, 0x50, 0x4e, 0x47], [0x7f, 0x45, 0x4c, 0x46], [0xff, 0xfe, 0, 0],
    [0, 0, 0xfe, 0xff],
  ]

  private static func begins(_ bytes: Span<UInt8>, withOneOf texts: [[UInt8]]) -> Bool {
    texts.contains { text in
      text.count <= bytes.count && text.indices.allSatisfy { bytes[$0] == text[$0] }
    }
  }

  /// Returns the kind of binary data, or nil if the bytes are text.
  private static func binary(_ bytes: Span<UInt8>, content: Range<Int>) -> ForeignContent? {
    let head = content.prefix(byteLimit)
    if begins(bytes, withOneOf: archives) { return .archive }
    if begins(bytes, withOneOf: otherBytes) { return .binary }
    if content.count >= 2, bytes[0] ^ bytes[1] == 1, bytes[0] | bytes[1] == 0xff { return .utf16 }
    var (zeros, evenZeros, controls) = (0, 0, 0)
    for index in head {
      switch bytes[index] {
      case 0:
        zeros += 1
        if index & 1 == 0 { evenZeros += 1 }
      case 0x09, 0x0a, 0x0c, 0x0d, 0x20...0x7e, 0x80...: break
      case _: controls += 1
      }
    }
    if zeros * 3 > head.count, evenZeros == 0 || evenZeros == zeros { return .utf16 }
    if zeros > 0 { return .binary }
    // Text can contain a few invalid characters; in random bytes, more than one in ten is invalid.
    return (controls + invalidSequences(bytes, head: head)) * 10 > head.count ? .binary : nil
  }

  private static func invalidSequences(_ bytes: Span<UInt8>, head: Range<Int>) -> Int {
    var count = 0
    var index = head.lowerBound
    while index < head.upperBound,
      let invalid = bytes.invalidUTF8(in: ByteRange(index, head.upperBound))
    {
      // Latin-1 text contains single non-ASCII bytes between letters, but rarely two in a row.
      let next = invalid.lowerBound + 1
      if next < head.upperBound, bytes[next] >= 0x80 || bytes[next] < 0x20 { count += 1 }
      index = next
    }
    return count
  }
}

/// The number of lines of each shape at the start of a file.
private struct LineTally {
  private var counts = [Int](repeating: 0, count: LineShape.allCases.count)
  /// The number of lines that indicate the kind of file.
  private(set) var told = 0

  subscript(_ shape: LineShape) -> Int { counts[shape.rawValue] }

  mutating func add(_ shape: LineShape) {
    counts[shape.rawValue] += 1
    if shape.tellsKind { told += 1 }
  }

  /// The content of the file if further lines cannot change the judgement; otherwise nil.
  var certain: ForeignContent? {
    if self[.mark] > 0 { return .text }
    guard self[.header] == 0, self[.filter] == 0 else { return nil }
    if self[.userscript] > 0 { return .userscript }
    // Documents and source code can have tags between other lines.
    guard tags == told else { return nil }
    if self[.xmlTag] > 0 { return .xml }
    return self[.pageTag] > 0 ? .page : nil
  }

  private var prose: ForeignContent { self[.markdown] > 0 ? .markdown : .text }

  private var tags: Int { self[.tag] + self[.xmlTag] + self[.pageTag] + self[.markup] }

  func judgement(_ dialect: Dialect?) -> ListJudgement {
    // Only filter lists have a header or include other lists.
    if self[.header] + self[.instruction] > 0, told == 0 || self[.header] > 0 {
      return told > 0 || self[.instruction] > 0 ? .list(.filters) : .foreign(.comments)
    }
    guard told > 0 else { return self[.actions] > 0 ? .foreign(.privoxy) : .foreign(.comments) }
    // A part of a page. Texts in Markdown have headings, which count as comments.
    if self[.comment] == 0, self[.tag] > 0, tags == told { return .foreign(.page) }
    let isTitled = self[.title] > 0 && tags == 0
    let half = (told + 1) / 2
    for (kind, own, others) in LineShape.ofServers where self[own] > 0 {
      if others.reduce(self[own], { $0 + self[$1] }) >= half { return .list(kind) }
    }
    if self[.squid] > 0, self[.squid] + self[.text] + self[.name] >= half, self[.filter] == 0 {
      return .foreign(.squid)
    }
    if self[.namedZone] > 0, self[.namedZone] + self[.text] >= half, self[.filter] == 0 {
      return .foreign(.nameServer)
    }
    if self[.otherActions] > 0 { return .foreign(.privoxy) }
    if self[.regex] > half - 1 { return .foreign(.regexes) }
    let hosts = self[.hostsLine] + self[.dnsmasq] + self[.address]
    let labels = self[.label] + self[.topLevelDomain]
    var names = self[.name]
    // Among host names, a glob such as `*.lan` is a name too.
    let globs = dialect != nil || names + hosts + self[.topLevelDomain] > 0 ? 0 : self[.glob]
    names += self[.glob] - globs
    // Lists contain top-level domains among other domains, or on their own. Other single words are text.
    let isMostlyOfThese = 2 * self[.topLevelDomain] >= labels
    let isOfTopLevelDomains =
      labels == told
      ? labels > 1 && isMostlyOfThese
      : labels <= names + hosts || labels + names + hosts == told && names + hosts > 0 && isMostlyOfThese
    if isOfTopLevelDomains || dialect == .hosts { names += labels }
    if names + hosts > 0, names + hosts >= 9 * (told - self[.signs] - names - hosts) {
      return .list(hosts > names ? .hosts : .domains).read(as: dialect)
    }
    let filters =
      self[.filter] + self[.pattern] + self[.signs] + self[.assignment] + names + hosts + self[.regex]
    // `a=b` is a part of a URL only if other lines have the syntax of filter lists; otherwise, it is a
    // setting.
    let isOfSettings = self[.filter] + names + hosts == 0 && self[.assignment] > self[.pattern]
    if dialect == nil, !isTitled, self[.filter] == 0, globs > 0 || isOfSettings {
      return .foreign(prose)
    }
    let text =
      self[.text] + self[.markdown] + tags + self[.record] + self[.squid] + globs
      + (isOfTopLevelDomains || dialect != nil ? 0 : labels)
    // The first line of a table can look like a proxy rule, such as `domain,…`.
    if self[.filter] + names + hosts == 0, self[.values] > 1, self[.values] + self[.proxyRule] == told {
      return .foreign(.table)
    }
    // A small new list can have only a title and a few words.
    if isTitled { return .list(.filters).read(as: dialect) }
    return text > filters + self[.values] || (filters + self[.values] == 0 && dialect == nil)
      ? .foreign(prose) : .list(.filters).read(as: dialect)
  }
}

extension ListJudgement {
  fileprivate func read(as dialect: Dialect?) -> ListJudgement {
    switch self {
    case .list(let kind): .list(kind.read(as: dialect))
    case .conflicted, .foreign: self
    }
  }
}
