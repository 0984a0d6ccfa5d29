import SluiceConversion
import SluiceSyntax
import SluiceText

/// The edits that fix findings with a single correct fix.
///
/// The meaning of a list stays the same: each changed line is parsed again, and edits that would change the
/// filter are dropped.
public struct LintFixes: Sendable {
  /// The edits of each list in the report, sorted and without overlaps.
  public private(set) var edits: [[TextEdit]]
  /// The number of findings that the edits fix.
  public private(set) var count = 0

  /// Creates the edits for a report.
  public init(_ report: LintReport) {
    edits = report.sources.map { _ in [] }
    // The edits of the current line. Each may preserve the meaning on its own, but not all of them together.
    var line = LineEdits()
    // Created at most once per list, if needed.
    var formatters: [Int: ListFormatter] = [:]
    for index in report.findings.indices {
      let finding = report.findings[index]
      let list = report.lists[finding.source].list
      let content = list.lines[finding.place.lineIndex]
      // Filters with continuation lines are left to their author.
      guard list.place(of: content.range) == content.range else { continue }
      var own = Self.edits(for: finding, content, list)
      if finding.rule == .own(.format) {
        let formatter =
          formatters[finding.source] ?? ListFormatter(list, dialect: report.lists[finding.source].dialect)
        formatters[finding.source] = formatter
        own = formatter.edits(ofSectionAt: finding.place.lineIndex, in: list)
      }
      if line.location != finding.place { line = LineEdits(location: finding.place) }
      guard !own.isEmpty, line.edits.count < Self.maximumEdits,
        own.allSatisfy({ isBehind($0, in: finding.source) }),
        finding.rule == .own(.duplicateFilter) || finding.rule == .own(.format)
          || Self.keepsMeaning(line.edits + own, content, list)
      else { continue }
      line.edits += own
      edits[finding.source] += own
      count += 1
    }
  }

  /// The maximum number of edits per line in a round, because each edit is checked together with all earlier
  /// ones.
  private static let maximumEdits = 32

  private struct LineEdits {
    var location: FilterPlace?
    var edits: [TextEdit] = []
  }

  /// Returns whether an edit follows all earlier ones. Findings are sorted, and overlapping edits wait for
  /// the next round.
  private func isBehind(_ edit: TextEdit, in source: Int) -> Bool {
    edits[source].last.map { $0.range.end <= edit.range.start && $0 != edit } ?? true
  }

  // MARK: One finding

  private static func edits(for finding: LintFinding, _ line: Line, _ list: FilterList) -> [TextEdit] {
    guard case .own(let rule) = finding.rule else { return [] }
    let bytes = list.bytes.span
    switch rule {
    case .trailingBlank: return [TextEdit(finding.span)]
    case .carriageReturn: return carriageReturns(list, from: finding.span.lowerBound)
    case .duplicateFilter:
      // A line with several hosts cannot be removed because of one of them.
      if case .hosts(let hosts) = line.content, hosts.hosts.count > 1 { return [] }
      guard !isAnnounced(finding.place.lineIndex, in: list) else { return [] }
      return wholeLine(line.range, bytes).map { [TextEdit($0)] } ?? []
    case .upperCase: return [TextEdit(finding.span, bytes.lowercased(finding.span))]
    case .optionName:
      guard case .words(let name) = finding.detail else { return [] }
      return [TextEdit(finding.span, Array(name.utf8))]
    case .optionOrder:
      guard case .network(let filter) = line.content else { return [] }
      let texts = OptionOrder.sorted(filter.options, bytes).map { bytes.array($0.range) }
      return [TextEdit(finding.span, Array(texts.joined(separator: [UInt8(ascii: ",")])))]
    case .domainOrder: return domainOrder(finding.span, line, bytes)
    case .repeatedDomain:
      return domainLists(line, bytes).flatMap { entries, _ in
        DomainCheck.repeated(entries, bytes).filter(\.isSame).flatMap {
          removal(of: $0.entry.range, line, bytes)
        }
      }
    case .defaultOption, .idleOption: return removal(of: finding.span, line, bytes)
    case .unknownDirective, .unknownConstant, .unknownHint, .wrongValue, .wrongChecksum, .missingHeader,
      .wrongHeader, .staleHeader, .unknownLintRule, .unknownScriptlet, .matchesEverything, .publicSuffix,
      .shortPattern, .openHost, .wholeCDN, .hidesPage, .hidesTag, .hidesCommonName, .coveredFilter,
      .sameSelector, .idleException,
      .idleHidingException, .idleBadfilter, .impossibleHost, .deadHost, .expensivePattern, .combinableFilters,
      .format:
      return []
    }
  }

  /// Returns edits for every CR before LF, because the finding is reported once per list.
  private static func carriageReturns(_ list: FilterList, from start: Int) -> [TextEdit] {
    let bytes = list.bytes.span
    var edits: [TextEdit] = []
    for index in start..<bytes.count - 1 where bytes[index] == 0x0D && bytes[index + 1] == 0x0A {
      edits.append(TextEdit(ByteRange(index, index + 1)))
    }
    return edits
  }

  /// Returns whether a hint, or a comment that disables rules, applies to a filter. If the filter were
  /// removed, the hint or comment would apply to the next one.
  private static func isAnnounced(_ line: Int, in list: FilterList) -> Bool {
    for index in stride(from: line - 1, through: 0, by: -1) {
      switch list.lines[index].content {
      case .hint: return true
      case .comment, .metadata:
        if DisableComments.isForNextLine(list.bytes.span, list.lines[index].range) ?? false { return true }
      case .blank: break
      case .header, .directive, .network, .cosmetic, .hosts, .continuation, .rejected: return false
      }
    }
    return false
  }

  /// Returns the range of a line with its spaces and line end; nil if a neighboring line ends with a single
  /// CR.
  static func wholeLine(_ range: ByteRange, _ bytes: Span<UInt8>) -> ByteRange? {
    var start = range.lowerBound
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D, bytes[start - 1] < 0x80 {
      start -= 1
    }
    var end = range.upperBound
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    if end < bytes.count {
      end += bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A ? 2 : 1
    }
    guard start == 0 || bytes[start - 1] == 0x0A || bytes[start - 1] >= 0x80,
      end == bytes.count || bytes[end - 1] == 0x0A
    else { return nil }
    return ByteRange(start, end)
  }

  /// Returns the edits that sort the list of domains in a span.
  private static func domainOrder(_ span: ByteRange, _ line: Line, _ bytes: Span<UInt8>) -> [TextEdit] {
    for (entries, separator) in domainLists(line, bytes) {
      guard let first = entries.first, first.range.lowerBound == span.lowerBound else { continue }
      let texts = DomainOrder.sorted(entries, bytes).map { bytes.array($0.range) }
      return [TextEdit(span, Array(texts.joined(separator: [separator])))]
    }
    return []
  }

  /// Returns the lists of domains in a filter, with their separators.
  private static func domainLists(_ line: Line, _ bytes: Span<UInt8>) -> [([DomainEntry], UInt8)] {
    switch line.content {
    case .cosmetic(let filter): return [(filter.domains, UInt8(ascii: ","))]
    case .network(let filter):
      return filter.options.compactMap { option in
        if case .domains(let entries)? = try? option.read(in: bytes) {
          (entries, UInt8(ascii: "|"))
        } else {
          nil
        }
      }
    case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected: return []
    }
  }

  /// Returns the edit that removes an entry of a list, with the separator before it or, for the first entry,
  /// after it.
  private static func removal(of span: ByteRange, _ line: Line, _ bytes: Span<UInt8>) -> [TextEdit] {
    var start = span.lowerBound
    var end = span.upperBound
    func isSeparator(_ index: Int) -> Bool {
      line.range.indices.contains(index)
        && (bytes[index] == UInt8(ascii: ",") || bytes[index] == UInt8(ascii: "|"))
    }
    if isSeparator(start - 1) {
      start -= 1
    } else if isSeparator(end) {
      end += 1
    } else if line.range.indices.contains(start - 1), bytes[start - 1] == UInt8(ascii: "$") {
      start -= 1
    }
    return [TextEdit(ByteRange(start, end))]
  }

  // MARK: Equivalent filters

  /// Returns whether a line keeps its meaning with some edits.
  private static func keepsMeaning(_ edits: [TextEdit], _ line: Line, _ list: FilterList) -> Bool {
    // Spaces and line ends are not part of the filter.
    let within = edits.filter { line.range.start <= $0.range.start && $0.range.end <= line.range.end }
    guard !within.isEmpty else { return true }
    let text = Array(list.bytes[line.range.indices])
    let changed = TextEdit.apply(
      within.map {
        TextEdit(
          ByteRange($0.range.lowerBound - line.range.lowerBound, $0.range.upperBound - line.range.lowerBound),
          $0.text)
      }, to: text)
    return identity(of: text) == identity(of: changed)
  }

  /// Returns the identity of the filter in a text; nil without a filter.
  private static func identity(of text: [UInt8]) -> LineIdentity? {
    let list = FilterList(parsing: text)
    return list.lines.first.flatMap { LineIdentity($0, in: list.bytes.span) }
  }
}
