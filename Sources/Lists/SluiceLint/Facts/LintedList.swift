import SluiceConversion
import SluiceSyntax

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

  init(_ source: ParsedSource, _ number: Int, original: [UInt8], dialect: Dialect?) {
    list = source.list
    (self.number, self.original, self.dialect) = (number, original, dialect)
    refused = source.refusedContent.map { ($0, source.list.judgement.problemLine(in: source.list.bytes)) }
    header = Header(list, number)
  }

  func location(ofLine index: Int) -> FilterPlace {
    FilterPlace(source: number, lineIndex: index)
  }

  /// The metadata in the first lines of a list.
  struct Header {
    /// A line of metadata.
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

    fileprivate init(_ list: FilterList, _ number: Int) {
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
