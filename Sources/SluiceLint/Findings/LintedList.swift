import SluiceAnalysis
import SluiceConversion
import SluiceSyntax
import SluiceText

/// A list to check, with the facts that several rules need.
struct LintedList {
  let list: FilterList
  /// The list as read.
  let original: [UInt8]
  /// The dialect, if it is given and not detected.
  let dialect: Dialect?
  /// The content and the line of a text that is not a list.
  let refused: (content: ForeignContent, line: Int)?
  let header: Header
  private let number: Int

  init(_ source: ParsedSource, number: Int, original: [UInt8], dialect: Dialect?) {
    list = source.list
    (self.number, self.original, self.dialect) = (number, original, dialect)
    refused = source.refusedContent.map { ($0, source.list.judgement.problemLine(in: source.list.bytes)) }
    header = Header(list, number: number)
  }

  func location(ofLine index: Int) -> FilterPlace {
    FilterPlace(source: number, lineIndex: index)
  }

  /// The metadata in the first lines of a list.
  struct Header {
    struct Entry {
      /// The key in lower case.
      let key: String
      let value: ByteRange
      let location: FilterPlace
      /// Whether no earlier line has the same key.
      let isFirst: Bool
    }

    /// The line with which the list begins: its header or its title; nil for a part of a list.
    private(set) var start: (location: FilterPlace, range: ByteRange)?
    private(set) var metadata: [Entry] = []

    fileprivate init(_ list: FilterList, number: Int) {
      let bytes = list.bytes.span
      var keys: Set<String> = []
      // Only the first fifty lines can be metadata, and the header comes before them.
      for (index, line) in list.lines.prefix(50).enumerated() {
        let location = FilterPlace(source: number, lineIndex: index)
        var beginsList = false
        switch line.content {
        case .header: beginsList = true
        case .metadata(let entry):
          let key = bytes.text(entry.key).lowercased()
          beginsList = key == "title"
          metadata.append(
            Entry(key: key, value: entry.value, location: location, isFirst: keys.insert(key).inserted))
        case .blank, .comment, .directive, .hint, .network, .cosmetic, .hosts, .continuation, .rejected: break
        }
        if beginsList, start == nil { start = (location, line.range) }
      }
    }
  }
}

struct LintedLine {
  let list: FilterList
  let line: Line
  let location: FilterPlace
  /// The host, if a network filter is only the name of a host.
  let hostName: ByteRange?
  /// The end of the host characters with which a plain pattern begins; 0 for other lines.
  let hostEnd: Int

  let bytes: [UInt8]
  var range: ByteRange { line.range }
  var content: Line.Content { line.content }

  /// Whether the line begins with AdGuard's modifiers, which can contain domains in another place.
  var hasModifiers: Bool {
    if case .cosmetic = content { bytes[range.lowerBound] == ASCII.openBracket } else { false }
  }

  init(_ line: Line, of list: FilterList, at location: FilterPlace, dialect: Dialect) {
    (self.line, self.list, self.location, bytes) = (line, list, location, list.bytes)
    guard case .network(let filter) = line.content else {
      (hostName, hostEnd) = (nil, 0)
      return
    }
    hostName = filter.hostName(in: list.bytes.span, for: dialect)
    hostEnd =
      if case .plain(let plain) = filter.pattern {
        PatternConverter.hostEnd(list.bytes.span, body: plain.body)
      } else {
        0
      }
  }

  /// The lists of domains in a filter: a list for each option that has domains, or the list of a cosmetic
  /// filter.
  var domains: [[DomainEntry]] {
    switch content {
    case .network(let filter): filter.options.compactMap { $0.domains(in: bytes.span) }
    case .cosmetic(let filter): filter.domains.isEmpty ? [] : [filter.domains]
    case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected: []
    }
  }

  /// Returns the reasons why a network filter or a line of a hosts file matches far more than intended.
  func breadth(_ suffixes: PublicSuffixList) -> [OverbroadMatch] {
    let bytes = bytes.span
    switch content {
    case .network(let filter):
      let breadth =
        if let hostName {
          OverbroadMatch(ofHost: hostName, bytes, suffixes: suffixes)
        } else {
          OverbroadMatch(of: filter, hostEnd: hostEnd, bytes, suffixes: suffixes)
        }
      return breadth.map { [$0] } ?? []
    case .hosts(let line):
      return line.isBlock
        ? line.hosts.compactMap { OverbroadMatch(ofHost: $0, bytes, suffixes: suffixes) } : []
    case .blank, .comment, .header, .metadata, .directive, .hint, .cosmetic, .continuation, .rejected:
      return []
    }
  }

  /// Calls `body` for each host in the line that has to exist. `domains` are those of the line.
  func forEachHost(_ domains: [[DomainEntry]], body: (ByteRange) -> Void) {
    func pass(_ range: ByteRange) {
      if range.count > 1, bytes[range.lowerBound] != ASCII.openBracket { body(range) }
    }
    switch content {
    case .network(let filter):
      if let hostName {
        pass(hostName)
      } else if case .plain(let plain) = filter.pattern, plain.start == .hostLabel {
        let end = hostEnd
        // If the pattern does not close the host, the host in a URL can be longer.
        if end < plain.body.upperBound ? bytes[end] != ASCII.star : plain.isEndAnchored {
          pass(ByteRange(plain.body.lowerBound, end))
        }
      }
    case .hosts(let line): line.hosts.forEach(pass)
    case .blank, .comment, .header, .metadata, .directive, .hint, .cosmetic, .continuation, .rejected: break
    }
    for entries in domains { for entry in entries where entry.kind == .host { pass(entry.name) } }
  }
}
