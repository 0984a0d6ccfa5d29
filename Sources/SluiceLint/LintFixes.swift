import SluiceConversion
import SluiceSyntax
import SluiceText

/// The edits that fix findings with a single correct fix.
///
/// Each changed line is parsed again, and edits that would change the filter are dropped. Only corrections of
/// mistakes change it, and the line must then be valid.
package struct LintFixes: Sendable {
  /// The edits of each list in the report.
  package private(set) var edits: [TextEdits]
  /// The number of findings that the edits fix.
  package private(set) var count = 0

  /// Creates the edits for a report.
  package init(_ report: LintReport) {
    edits = report.sources.map { _ in TextEdits() }
    // The edits of the current line. Each may preserve the meaning on its own, but not all of them together.
    var line = LineEdits()
    var ofLists: [Int: [Int: TextEdits]] = [:]
    for finding in report.findings {
      guard let fix = finding.rule.fix else { continue }
      let source = report.lists[finding.source]
      // Sorted or combined lines would belong to neither side of a merge conflict.
      if source.list.judgement.problem != nil { continue }
      let list = source.list
      let content = list.lines[finding.place.lineIndex]
      // Filters with continuation lines are left to their author.
      guard list.place(of: content.range) == content.range else { continue }
      let own = Self.edits(for: finding, fix, line: content, source: source, ofLists: &ofLists)
      if line.location != finding.place { line = LineEdits(location: finding.place) }
      // Findings are sorted, and edits that overlap earlier ones wait for the next round.
      var all = line.edits
      guard !own.isEmpty, all.all.count < Self.maximumEdits, all.append(own),
        Self.isAllowed(fix, edits: all, line: content, list: list), edits[finding.source].append(own)
      else { continue }
      line.edits = all
      count += 1
    }
  }

  /// The maximum number of edits per line in a round, because each edit is checked together with all earlier
  /// ones.
  private static let maximumEdits = 32

  private struct LineEdits {
    var location: FilterPlace?
    var edits = TextEdits()
  }

  /// Returns the edits for a finding of a rule.
  ///
  /// `ofLists` has the edits of fixes for whole lists, which are made at most once for each list.
  private static func edits(
    for finding: LintFinding, _ fix: OwnRule.Fix, line: Line, source: ParsedSource,
    ofLists: inout [Int: [Int: TextEdits]]
  ) -> TextEdits {
    switch fix {
    case .line(let edits), .removal(let edits): return edits(finding, line, source.list)
    case .correction:
      return TextEdits(finding.correction(in: line, source.list))
    case .list(let edits):
      let all = ofLists[finding.source] ?? edits(source.list, source.dialect)
      ofLists[finding.source] = all
      return all[finding.place.lineIndex] ?? TextEdits()
    }
  }

  // MARK: Equivalent filters

  private static func isAllowed(
    _ fix: OwnRule.Fix, edits: TextEdits, line: Line, list: FilterList
  ) -> Bool {
    switch fix {
    case .line: keepsMeaning(edits, line: line, list: list)
    case .correction: isFilter(edits, line: line, list: list)
    case .removal, .list: true
    }
  }

  private static func isFilter(_ edits: TextEdits, line: Line, list: FilterList) -> Bool {
    let text = Array(list.bytes[line.range.indices])
    let changed = FilterList(parsing: edits.inside(line.range.indices).applied(to: text))
    guard changed.lines.count == 1 else { return false }
    return switch changed.lines[0].content {
    case .network, .cosmetic, .hosts: true
    case .blank, .comment, .header, .metadata, .directive, .hint, .continuation, .rejected: false
    }
  }

  private static func keepsMeaning(_ edits: TextEdits, line: Line, list: FilterList) -> Bool {
    // Spaces and line ends are not part of the filter.
    let within = edits.inside(line.range.indices)
    guard !within.isEmpty else { return true }
    let text = Array(list.bytes[line.range.indices])
    return identity(of: text) == identity(of: within.applied(to: text))
  }

  private static func identity(of text: [UInt8]) -> LineIdentity? {
    let list = FilterList(parsing: text)
    return list.lines.first.flatMap { LineIdentity($0, in: list.bytes.span) }
  }
}

extension LintRule {
  var fix: OwnRule.Fix? {
    switch self {
    case .reason(let reason): reason.isCorrectable ? .correction : nil
    case .own(let own): own.rule.fix
    }
  }
}

extension LintFinding {
  /// Returns the edit that corrects the mistake in a line; nil if no single edit does.
  func correction(in line: Line, _ list: FilterList) -> TextEdit? {
    // The text of a filter with continuation lines contains line ends.
    guard list.place(of: line.range) == line.range else { return nil }
    switch rule {
    case .own(let own):
      if case .correction? = own.rule.fix {
        return detail.correction.map { TextEdit(span, text: Array($0.utf8)) }
      }
      return nil
    case .reason(.syntax(.invalidDomain)): return domains(in: line, list.bytes.span)
    case .reason(.syntax(.blankInPattern)): return options(in: line, list.bytes.span)
    case .reason(let reason):
      return reason.correction(of: list.bytes.span.text(span)).map { TextEdit(span, text: Array($0.utf8)) }
    }
  }

  /// Returns the list of options that spaces instead of commas separate.
  private func options(in line: Line, _ bytes: Span<UInt8>) -> TextEdit? {
    let before = ByteRange(line.range.lowerBound, max(span.lowerBound, line.range.lowerBound))
    guard let dollar = bytes.firstIndex(of: ASCII.dollar, in: before) else { return nil }
    let range = ByteRange(dollar, line.range.upperBound)
    return ConversionReason.options(in: bytes.array(range)).map { TextEdit(range, text: $0) }
  }

  /// Returns a list of domains with the separator that it needs, or without the signs of a pattern.
  private func domains(in line: Line, _ bytes: Span<UInt8>) -> TextEdit? {
    let separator: UInt8
    var text = bytes.array(span)[...]
    switch line.content {
    case .network where span.upperBound < line.range.upperBound && bytes[span.upperBound] == ASCII.hash:
      separator = ASCII.comma
      text = Self.withoutSigns(text)
    case .network: separator = ASCII.pipe
    // Modifiers in brackets have lists of another form.
    case .rejected where bytes[line.range.lowerBound] != ASCII.openBracket:
      separator = ASCII.comma
      text = Self.withoutSigns(text)
    case .rejected, .blank, .comment, .header, .metadata, .directive, .hint, .cosmetic, .hosts, .continuation:
      return nil
    }
    let domains = text.split { ",;| ".utf8.contains($0) }
    guard domains.allSatisfy({ $0.contains(ASCII.dot) }) else { return nil }
    let list = Array(domains.joined(separator: [separator]))
    guard list != bytes.array(span), Self.isDomainList(list, separator: separator) else { return nil }
    return TextEdit(span, text: list)
  }

  // The optimizer of Swift 6.3 ends with an error if it inlines this.
  @inline(never) private static func isDomainList(_ list: [UInt8], separator: UInt8) -> Bool {
    (try? [DomainEntry](parsing: list.span, ByteRange(0, list.count), separator: separator)) != nil
  }

  /// Returns a domain without the signs of a pattern or a URL around it.
  private static func withoutSigns(_ domain: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = domain
    for sign in ["||", "http://", "https://"] where text.starts(with: sign.utf8) {
      text = text.dropFirst(sign.utf8.count)
      if let last = text.last, last == ASCII.caret || last == ASCII.slash { text.removeLast() }
    }
    return text
  }
}

extension Reason {
  var isCorrectable: Bool { Self.correctable.contains(self) }

  private static let correctable: Set<Reason> = [
    .syntax(.singleHash), .syntax(.invalidDomain), .syntax(.blankInPattern), .conversion(.misplacedOptions),
    .conversion(.misspeltException), .conversion(.splitDomain), .conversion(.patternNeverMatches),
  ]
}
