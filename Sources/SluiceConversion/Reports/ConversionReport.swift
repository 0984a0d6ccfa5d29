import SluiceRules
import SluiceSyntax
import SluiceText

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
  package var objectLoads = 0
  /// The number of converted filters that WebKit compares with the top-level page, although they refer to the
  /// document that makes the request or contains the element.
  ///
  /// The filters are counted as if frames of other sites did not exist; see
  /// ``ConversionNote/framesOfOtherSites``.
  package var pageComparisons = 0
  /// The number of converted hiding filters for sites that pages of other sites can claim to be, with a user name
  /// in their URL.
  ///
  /// The filters are counted as if no page had a URL like that; see ``ConversionNote/userNamesInURLs``.
  package var claimableSites = 0
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

  mutating func add(_ finding: Finding?, of source: ParsedSource, at location: FilterPlace) {
    filters += 1
    guard let finding else {
      converted += 1
      return
    }
    diagnostics.append(Diagnostic(finding, of: source, at: location))
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

  /// Marks those of these filters that need a script, which implements only a part of them.
  mutating func markApproximatedInPages(_ filters: Set<FilterPlace>) {
    for index in diagnostics.indices
    where diagnostics[index].outcome == .needsScript && filters.contains(diagnostics[index].place) {
      diagnostics[index].isApproximatedInPages = true
    }
  }

  /// Changes the outcome of filters because of other filters. The locations must be unique and in list order.
  ///
  /// A filter that is already not exact keeps its reason unless it is dropped now.
  mutating func mark(
    _ locations: [FilterPlace], outcome: Outcome, reason: ConversionReason,
    sources: [ParsedSource]
  ) {
    mark(
      locations.map { location in
        let line = sources[location.source].list.lines[location.lineIndex].range
        return (location, Finding(outcome: outcome, reason: .conversion(reason), span: line))
      }, sources: sources)
  }

  mutating func mark(_ findings: [(location: FilterPlace, finding: Finding)], sources: [ParsedSource]) {
    guard !findings.isEmpty else { return }
    var all: [Diagnostic] = []
    all.reserveCapacity(diagnostics.count + findings.count)
    var next = 0
    for (location, finding) in findings {
      while next < diagnostics.count, diagnostics[next].place < location {
        all.append(diagnostics[next])
        next += 1
      }
      let diagnostic = Diagnostic(finding, of: sources[location.source], at: location)
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
  fileprivate init(_ finding: Finding, of source: ParsedSource, at place: FilterPlace) {
    let list = source.list
    let index = place.lineIndex
    self.init(
      place: place, line: list.place(of: list.lines[index].range),
      span: list.place(of: finding.span),
      location: list.location(of: finding.span, inLine: index, file: source.name), outcome: finding.outcome,
      reason: finding.reason)
  }
}

/// A filter with its position, as shown in reports.
public struct PlacedFilter: Hashable, Sendable {
  /// The name of the list.
  public var file: String
  /// The line number, from 1.
  public var line: Int
  /// The line without leading and trailing spaces.
  public var text: String

  /// Creates a filter with its position.
  package init(file: String, line: Int, text: String) {
    self.file = file
    self.line = line
    self.text = text
  }

  /// The filter on one line: `list.txt:3: ||ads.example^`.
  package var words: String { "\(file):\(line): \(text)" }
}

extension ConvertedList {
  /// Returns the filter of each rule in `costs`; the first one for a rule with several filters.
  ///
  /// An element is `nil` if the cost is for one selector of several, because the selector's filter is
  /// unknown.
  ///
  /// - Parameters:
  ///   - costs: The costs of rules of this list.
  ///   - sources: The filter lists that this list was converted from.
  package func filters(of costs: [PageCost.RuleCost], in sources: [ParsedSource]) -> [PlacedFilter?] {
    costs.map { cost in
      guard cost.selector == nil else { return nil }
      let location = locations[cost.ruleIndex]
      return PlacedFilter(location, in: sources)
    }
  }
}

extension PlacedFilter {
  /// Returns the filter at this position, or `nil` if the position does not exist.
  package init?(_ place: FilterPlace, in sources: [ParsedSource]) {
    guard sources.indices.contains(place.source),
      sources[place.source].list.lines.indices.contains(place.lineIndex)
    else { return nil }
    let source = sources[place.source]
    self.init(
      file: source.name, line: place.lineNumber,
      text: source.list.bytes.span.text(source.list.lines[place.lineIndex].range))
  }
}

extension JSONWriter {
  /// Adds the estimated cost per page of a list.
  ///
  /// - Parameters:
  ///   - filters: The filter of each of the most expensive rules; nil elements are unknown.
  ///   - isBroken: Whether each of the most expensive rules starts a new line.
  package mutating func add(
    _ name: StaticString, cost: PageCost, filters: [PlacedFilter?] = [], isBroken: Bool = false
  ) {
    key(name)
    append(cost, filters: filters, isBroken: isBroken)
  }

  /// Appends the estimated cost per page of a list as an array element.
  package mutating func append(_ cost: PageCost, filters: [PlacedFilter?] = [], isBroken: Bool = false) {
    object { json in
      json.add("selectors") {
        $0.add("classes", number: cost.selectors.classes)
        $0.add("ids", number: cost.selectors.ids)
        $0.add("others", number: cost.selectors.others)
      }
      json.add("unsharedSelectors", number: cost.unsharedSelectors)
      json.add("automata", number: cost.automata)
      json.add("sitesByCondition", number: cost.sitesByCondition)
      json.add("microsecondsPerDocument", number: cost.microsecondsPerDocument)
      json.add("microsecondsPerRequest", number: cost.microsecondsPerRequest)
      if !cost.mostExpensive.isEmpty {
        json.add("mostExpensive", objects: cost.mostExpensive.enumerated(), isBroken: isBroken) {
          json, element in
          json.add(
            element.element, filter: filters.indices.contains(element.offset) ? filters[element.offset] : nil)
        }
      }
    }
  }

  private mutating func add(_ rule: PageCost.RuleCost, filter: PlacedFilter?) {
    add("rule", number: rule.ruleIndex)
    add("url-filter", text: rule.urlFilter.description)
    if let selector = rule.selector { add("selector", text: selector.description) }
    add("nanosecondsPerDocument", number: rule.nanosecondsPerDocument)
    add("nanosecondsPerRequest", number: rule.nanosecondsPerRequest)
    add("filter", filter: filter)
  }

  /// Adds a member with the location and text of a filter; nothing for nil.
  package mutating func add(_ name: StaticString, filter: PlacedFilter?) {
    if let filter { add(name) { $0.add(filter) } }
  }

  /// Adds the location and text of a filter.
  package mutating func add(_ filter: PlacedFilter) {
    add("file", text: filter.file)
    add("line", number: filter.line)
    add("text", text: filter.text)
  }
}
