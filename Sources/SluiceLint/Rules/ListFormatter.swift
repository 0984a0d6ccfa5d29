import SluiceConversion
import SluiceListFiles
import SluiceSyntax
import SluiceText

/// A run of filters without a comment or directive between them. They may be reordered.
struct FilterSection: Hashable {
  let lines: Range<Int>
  /// The filters in their correct order and form: sorted and combined, at most one per line.
  let texts: [[UInt8]]
}

/// A formatter that sorts and combines the filters of a list section by section, like FOP, the formatter of
/// EasyList.
///
/// The effect of the filters stays the same. These lines stay in place and end a section:
///
/// - comments and `!#if` directives
/// - hints, and the filters that they refer to
/// - blank lines
/// - lines of hosts files
/// - lines that are not filters
///
/// Duplicate texts are removed, and filters that differ only in their domains are combined. Sections with
/// mostly hiding filters are sorted by selector, other sections by the text of the filters.
struct ListFormatter {
  /// The sections that are not yet sorted and combined.
  private(set) var sections: [FilterSection] = []

  init(_ list: FilterList, dialect: Dialect?) {
    let turnedOff = Self.turnedOff(in: list)
    let found = Self.movable(in: list).compactMap { Self.section(list, lines: $0, turnedOff: turnedOff) }
    // Sorting and combining filters can change how other lines are read: which of them are among the first
    // fifty, where metadata can be, and which dialect is detected.
    if !found.isEmpty, Self.keepsTheRest(of: list, found, dialect: dialect) { sections = found }
  }

  /// Returns the edits that sort and combine each section, by its first line.
  func edits(in list: FilterList) -> [Int: TextEdits] {
    sections.reduce(into: [:]) { $0[$1.lines.lowerBound] = Self.edits(of: $1, in: list) }
  }

  // MARK: Sections

  private static func movable(in list: FilterList) -> [Range<Int>] {
    let bytes = list.bytes.span
    var runs: [Range<Int>] = []
    var start: Int?
    // Whether a comment before a filter refers to it, or a hint in the line before.
    var isAnnounced = false
    var isHinted = false
    for (index, line) in list.lines.enumerated() {
      var isMovable = false
      let isBehindHint = isHinted
      isHinted = false
      switch line.content {
      case .network, .cosmetic:
        isMovable = !isAnnounced && !isBehindHint && standsAlone(line, in: list)
        isAnnounced = false
      case .hosts, .rejected: isAnnounced = false
      case .hint: isHinted = true
      case .comment, .metadata:
        if DisableComment(line, in: bytes)?.scope == .nextLine { isAnnounced = true }
      case .blank, .header, .directive, .continuation: break
      }
      if isMovable {
        start = start ?? index
      } else if let first = start {
        runs.append(first..<index)
        start = nil
      }
    }
    if let start { runs.append(start..<list.lines.count) }
    return runs.filter { $0.count > 1 }
  }

  /// Returns whether a filter is exactly one line. It has no continuation lines, and would have none next to
  /// any other line.
  private static func standsAlone(_ line: Line, in list: FilterList) -> Bool {
    guard list.place(of: line.range) == line.range, !line.range.isEmpty else { return false }
    let bytes = list.bytes.span
    if bytes[line.range.upperBound - 1] == ASCII.backslash { return false }
    let end = bytes.endOfRun(from: line.range.upperBound, to: bytes.count) { $0.isBlank }
    var start = line.range.lowerBound
    while start > 0, bytes[start - 1].isBlank { start -= 1 }
    // Lists with single CRs as line ends stay unchanged.
    return
      (end == bytes.count || bytes[end] == 0x0A
      || (bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A))
      && (start == 0 || bytes[start - 1] == 0x0A || bytes[start - 1] >= 0x80)
  }

  /// Returns the identities, without pages, of the filters that a `$badfilter` disables. They are not
  /// combined.
  private static func turnedOff(in list: FilterList) -> Set<FilterIdentity> {
    let bytes = list.bytes.span
    var identities: Set<FilterIdentity> = []
    for case .network(let filter) in list.lines.lazy.map(\.content)
    where filter.options.contains(where: { $0.kind == .badfilter }) {
      identities.insert(FilterIdentity(filter, in: bytes).onAnyPages)
    }
    return identities
  }

  /// Returns the section of some lines; nil if they are already correct.
  private static func section(
    _ list: FilterList, lines: Range<Int>, turnedOff: Set<FilterIdentity>
  ) -> FilterSection? {
    let bytes = list.bytes.span
    var groups: [SectionFilter] = []
    var numbers: [SectionFilter.Key: Int] = [:]
    for index in lines {
      let filter = SectionFilter(list.lines[index], in: bytes, turnedOff: turnedOff)
      if let number = numbers[filter.key] {
        groups[number].add(filter)
      } else {
        numbers[filter.key] = groups.count
        groups.append(filter)
      }
    }
    let isOfElements = groups.count { $0.isCosmetic } * 2 > groups.count
    let texts = groups.map { filter in
      let text = filter.text
      return (key: isOfElements ? filter.selector(in: text) : text.map(\.asciiLowercased), text: text)
    }
    .sorted { left, right in
      left.key != right.key
        ? left.key.lexicographicallyPrecedes(right.key) : left.text.lexicographicallyPrecedes(right.text)
    }
    .map(\.text)
    let isSame =
      texts.count == lines.count
      && zip(texts, lines).allSatisfy { text, index in
        list.bytes[list.lines[index].range.indices].elementsEqual(text)
      }
    return isSame ? nil : FilterSection(lines: lines, texts: texts)
  }

  // MARK: Changes

  /// Returns the edits that sort and combine a section; nil if a line cannot be removed completely.
  private static func edits(of section: FilterSection, in list: FilterList) -> TextEdits? {
    let bytes = list.bytes.span
    var edits = TextEdits()
    for (offset, index) in section.lines.enumerated() {
      let range = list.lines[index].range
      if offset >= section.texts.count {
        guard let whole = TextEdit.removingLine(range, in: bytes), edits.append(whole) else { return nil }
      } else if !list.bytes[range.indices].elementsEqual(section.texts[offset]) {
        edits.append(TextEdit(range, text: section.texts[offset]))
      }
    }
    return edits
  }

  /// Returns whether the other lines and the dialect stay the same when the sections change.
  private static func keepsTheRest(
    of list: FilterList, _ sections: [FilterSection], dialect: Dialect?
  ) -> Bool {
    var edits = TextEdits()
    for section in sections {
      guard let own = self.edits(of: section, in: list) else { return false }
      edits.append(own)
    }
    // The bytes after the list contain the joined text of filters with continuation lines.
    let size = list.lines.last.map { list.place(of: $0.range).upperBound } ?? 0
    var end = size
    while end < list.bytes.count,
      list.bytes[end].isBlank || list.bytes[end] == 0x0D || list.bytes[end] == 0x0A
    { end += 1 }
    let changed = FilterList(parsing: edits.applied(to: Array(list.bytes[..<end])))
    guard dialect != nil || changed.dialect == list.dialect else { return false }
    let moved = sections.reduce(into: (lines: 0, texts: 0)) {
      $0 = ($0.lines + $1.lines.count, $0.texts + $1.texts.count)
    }
    return others(in: list).elementsEqual(others(in: changed))
      && filters(in: list) - moved.lines == filters(in: changed) - moved.texts
  }

  private static func filters(in list: FilterList) -> Int {
    list.lines.count { line in
      switch line.content {
      case .network, .cosmetic: true
      case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected: false
      }
    }
  }

  private static func others(in list: FilterList) -> [OtherLine] {
    let bytes = list.bytes.span
    return list.lines.compactMap { line in
      let kind: OtherLine.Kind
      switch line.content {
      case .network, .cosmetic, .blank, .continuation: return nil
      case .comment: kind = .comment
      // In the first lines, any comment with a colon is metadata, but few keys have a meaning.
      case .metadata(let metadata):
        kind = ListMetadata.keys.contains(bytes.text(metadata.key).lowercased()) ? .metadata : .comment
      case .header: kind = .header
      case .directive: kind = .directive
      case .hint: kind = .hint
      case .hosts: kind = .hosts
      case .rejected: kind = .rejected
      }
      return OtherLine(kind: kind, text: bytes.array(line.range))
    }
  }

  private struct OtherLine: Equatable {
    enum Kind { case comment, metadata, header, directive, hint, hosts, rejected }
    let kind: Kind
    let text: [UInt8]
  }
}
