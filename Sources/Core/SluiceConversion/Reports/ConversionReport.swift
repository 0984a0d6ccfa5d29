import SluiceRules
import SluiceSyntax

/// The outcome of every line of the inputs.
public struct ConversionReport: Sendable {
  /// The number of lines in all inputs.
  public var lines = 0
  /// The number of lines that are filters, including malformed ones: ``lines`` without blank lines, comments
  /// and directives.
  public var filters = 0
  /// The number of lines that `!#if` or a platform hint disables, whether they are filters or not.
  /// ``filters`` does not include them.
  public var inactive = 0
  /// The number of filters that are converted exactly. This includes filters that another filter disables,
  /// because the list requests this.
  public var converted = 0
  /// The number of filters that distinguish images or frames from `object` and `embed` elements.
  ///
  /// WebKit treats the requests of these elements as images or frames. The filters are counted as if these
  /// elements did not exist; see ``ConversionNote/objectLoads``.
  public var objectLoads = 0
  /// The number of converted filters that WebKit compares with the top-level page, although they refer to the
  /// document that makes the request or contains the element.
  ///
  /// The filters are counted as if frames of other sites did not exist; see
  /// ``ConversionNote/framesOfOtherSites``.
  public var pageComparisons = 0
  /// The number of converted hiding filters for sites that pages of other sites can claim to be, with a user name
  /// in their URL.
  ///
  /// The filters are counted as if no page had a URL like that; see ``ConversionNote/userNamesInURLs``.
  public var claimableSites = 0
  /// One diagnostic for each filter that is not exact, in the order of inputs and lines.
  public var diagnostics: [Diagnostic] = []

  /// Returns the number of filters with this outcome. The counts of all outcomes add up to ``filters``.
  public func count(_ outcome: Outcome) -> Int {
    outcome == .converted ? converted : diagnostics.count { $0.outcome == outcome }
  }

  /// The reasons with the number of filters for each, in descending order of that number, then by ID.
  public var reasons: [(outcome: Outcome, reason: Reason, count: Int)] {
    struct Key: Hashable {
      var outcome: Outcome
      var reason: Reason
    }
    var counts: [Key: Int] = [:]
    for diagnostic in diagnostics {
      counts[Key(outcome: diagnostic.outcome, reason: diagnostic.reason), default: 0] += 1
    }
    return counts.map { ($0.key.outcome, $0.key.reason, $0.value) }
      .sorted { ($1.2, $0.1.id, $0.0.rawValue) < ($0.2, $1.1.id, $1.0.rawValue) }
  }

  /// The notes that apply to this conversion, with the number of affected filters.
  public var notes: [(note: ConversionNote, count: Int)] {
    [
      (.objectLoads, objectLoads), (.framesOfOtherSites, pageComparisons), (.userNamesInURLs, claimableSites),
    ].filter { $0.count > 0 }
  }

  /// Adds a filter of a list, with its finding if it is not exact.
  mutating func add(_ finding: Finding?, of source: ParsedSource, _ location: FilterPlace) {
    filters += 1
    guard let finding else {
      converted += 1
      return
    }
    diagnostics.append(Diagnostic(finding, of: source, location))
  }

  /// Appends the report of the lines that follow those of this report.
  mutating func append(_ other: ConversionReport) {
    lines += other.lines
    filters += other.filters
    inactive += other.inactive
    converted += other.converted
    pageComparisons += other.pageComparisons
    claimableSites += other.claimableSites
    diagnostics += other.diagnostics
  }

  /// Changes the outcome of filters that a page script implements to ``Outcome/inPage``, or to
  /// ``Outcome/approximated`` if the script implements only a part of the filter.
  ///
  /// - Parameter isDone: Returns whether the script implements the filter at this line.
  public mutating func settleInPages(where isDone: (FilterPlace) -> Bool) {
    for index in diagnostics.indices
    where diagnostics[index].outcome == .needsScript && isDone(diagnostics[index].place) {
      diagnostics[index].outcome = diagnostics[index].isApproximatedInPages ? .approximated : .inPage
    }
  }

  /// Changes the outcome of filters because of other filters. The locations must be unique and in list order.
  ///
  /// A filter that is already not exact keeps its reason unless it is dropped now.
  mutating func mark(
    _ locations: [FilterPlace], _ outcome: Outcome, _ reason: ConversionReason,
    _ sources: [ParsedSource]
  ) {
    mark(
      locations.map { location in
        let line = sources[location.source].list.lines[location.lineIndex].range
        return (location, Finding(outcome: outcome, reason: .conversion(reason), span: line))
      }, sources)
  }

  /// Changes the outcome of filters, with a separate finding for each.
  mutating func mark(_ findings: [(location: FilterPlace, finding: Finding)], _ sources: [ParsedSource]) {
    guard !findings.isEmpty else { return }
    var all: [Diagnostic] = []
    all.reserveCapacity(diagnostics.count + findings.count)
    var next = 0
    for (location, finding) in findings {
      while next < diagnostics.count, diagnostics[next].place < location {
        all.append(diagnostics[next])
        next += 1
      }
      let diagnostic = Diagnostic(finding, of: sources[location.source], location)
      if next < diagnostics.count, diagnostics[next].place == location {
        all.append(finding.outcome == .unsupported ? diagnostic : diagnostics[next])
        next += 1
      } else {
        converted -= 1
        all.append(diagnostic)
      }
    }
    diagnostics = all + diagnostics[next...]
  }
}

extension Diagnostic {
  /// Creates the diagnostic for a finding about the filter at this location.
  fileprivate init(_ finding: Finding, of source: ParsedSource, _ place: FilterPlace) {
    let list = source.list
    let index = place.lineIndex
    self.init(
      place: place, line: list.place(of: list.lines[index].range),
      span: list.place(of: finding.span),
      location: list.location(of: finding.span, inLine: index, file: source.name), outcome: finding.outcome,
      reason: finding.reason)
    // A filter that shows elements becomes an exception to hiding rules only if it always applies and WebKit
    // accepts its selector.
    if finding.outcome == .needsScript, case .cosmetic(let filter) = list.lines[index].content,
      let body = SelectorBody(filter.body, in: list.bytes.span), body.shows(in: list.bytes.span)
    {
      isApproximatedInPages =
        body.isConditional || CSSSelector.problem(in: list.bytes.span.text(body.selector)) != nil
    }
  }
}
