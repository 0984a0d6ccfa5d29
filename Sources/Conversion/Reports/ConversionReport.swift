import ContentBlocker
import FilterSyntax

/// What became of every line of the inputs.
public struct ConversionReport: Sendable {
  /// Lines read, of all inputs.
  public var lines = 0
  /// Lines that are filters, also malformed ones: ``lines`` without blank lines, comments, directives.
  public var filters = 0
  /// Lines that are taken out by `!#if` or by a hint about platforms, filters or not. They are not among
  /// ``filters``.
  public var inactive = 0
  /// Filters that became exactly what they mean. A filter that another turns off counts here:
  /// it does what its list says.
  public var exact = 0
  /// How many filters tell images or frames from what `object` and `embed` elements load, which is one or the
  /// other to WebKit. They are counted as if there were no such elements; see ``ConversionNote/objectLoads``.
  public var objectLoads = 0
  /// How many converted filters WebKit compares with the page in the window where they mean the document that makes the
  /// request or has the element. They are counted as if there were no frames of other sites; see
  /// ``ConversionNote/framesOfOtherSites``.
  public var pageComparisons = 0
  /// One for each filter that is not exact, in the order of inputs and lines.
  public var diagnostics: [Diagnostic] = []
  /// The filters of ``diagnostics``, in the same order.
  package private(set) var diagnosticLocations: [FilterLocation] = []

  /// How many filters have this outcome. All outcomes add up to ``filters``.
  public func count(_ outcome: Outcome) -> Int {
    outcome == .exact ? exact : diagnostics.count { $0.outcome == outcome }
  }

  /// Reasons with how many filters they hold for, most first, equal counts by id.
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

  /// What holds for many filters and is said once, with how many they are.
  public var notes: [(note: ConversionNote, count: Int)] {
    [(.objectLoads, objectLoads), (.framesOfOtherSites, pageComparisons)].filter { $0.count > 0 }
  }

  /// Counts a filter of a list.
  mutating func add(_ finding: Finding?, of source: ParsedSource, _ location: FilterLocation) {
    filters += 1
    guard let finding else {
      exact += 1
      return
    }
    diagnostics.append(Diagnostic(finding, of: source, location))
    diagnosticLocations.append(location)
  }

  /// Adds the report of lines that come after these.
  mutating func append(_ other: ConversionReport) {
    lines += other.lines
    filters += other.filters
    inactive += other.inactive
    exact += other.exact
    pageComparisons += other.pageComparisons
    diagnostics += other.diagnostics
    diagnosticLocations += other.diagnosticLocations
  }

  /// Says of deferred filters that a script for pages does them after all.
  ///
  /// - Parameter isDone: Whether the script does the filter of this line.
  public mutating func settleInPages(where isDone: (FilterLine) -> Bool) {
    for (index, location) in diagnosticLocations.enumerated()
    where diagnostics[index].outcome == .deferred
      && isDone(FilterLine(source: Int(location.source), line: Int(location.line) + 1))
    {
      diagnostics[index].outcome = diagnostics[index].isApproximatedInPages ? .approximated : .inPage
    }
  }

  /// Gives filters, each once and in the order of the lists, another outcome, because of other filters. One that
  /// is not exact already keeps its reason unless it is dropped now.
  mutating func mark(
    _ locations: [FilterLocation], _ outcome: Outcome, _ reason: ConversionReason,
    _ sources: [ParsedSource]
  ) {
    mark(
      locations.map { location in
        let line = sources[Int(location.source)].list.lines[Int(location.line)].range
        return (location, Finding(outcome: outcome, reason: .conversion(reason), span: line))
      }, sources)
  }

  /// The same with a finding for each.
  mutating func mark(_ findings: [(location: FilterLocation, finding: Finding)], _ sources: [ParsedSource]) {
    guard !findings.isEmpty else { return }
    var all: [Diagnostic] = []
    var allLocations: [FilterLocation] = []
    all.reserveCapacity(diagnostics.count + findings.count)
    allLocations.reserveCapacity(diagnostics.count + findings.count)
    var next = 0
    for (location, finding) in findings {
      while next < diagnostics.count, diagnosticLocations[next] < location {
        all.append(diagnostics[next])
        allLocations.append(diagnosticLocations[next])
        next += 1
      }
      let diagnostic = Diagnostic(finding, of: sources[Int(location.source)], location)
      if next < diagnostics.count, diagnosticLocations[next] == location {
        all.append(finding.outcome == .dropped ? diagnostic : diagnostics[next])
        next += 1
      } else {
        exact -= 1
        all.append(diagnostic)
      }
      allLocations.append(location)
    }
    diagnostics = all + diagnostics[next...]
    diagnosticLocations = allLocations + diagnosticLocations[next...]
  }
}

extension Diagnostic {
  /// What was found about the filter at a place.
  fileprivate init(_ finding: Finding, of source: ParsedSource, _ place: FilterLocation) {
    let list = source.list
    let index = Int(place.line)
    self.init(
      source: Int(place.source), line: list.place(of: list.lines[index].range),
      span: list.place(of: finding.span),
      location: list.location(of: finding.span, inLine: index, file: source.name), outcome: finding.outcome,
      reason: finding.reason)
    // No exception can be made for a selector that rules do not have.
    if finding.outcome == .deferred, case .cosmetic(let filter) = list.lines[index].content,
      let selector = HidingDeclarations.shown(by: filter.body, in: list.bytes.span)
    {
      isApproximatedInPages = Selector.problem(in: list.bytes.span.text(selector)) != nil
    }
  }
}
