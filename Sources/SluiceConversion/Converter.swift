import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

// `Converter.convert` names the steps of a conversion: `FilterConversion` converts each filter into rules of a section
// (`Network`, `Cosmetic`, `Domains`), `RuleOrder` puts the sections in order, `RuleSequence` adapts the rules to the
// target, and `RuleLimit` applies the limits. docs/contributing/architecture.md follows a filter through them.

/// Converts filter lists into WebKit content blocker rule lists.
public struct Converter: Sendable {
  /// The options for conversions.
  public var options: ConversionOptions

  /// The smallest unit of work for a thread. Every thread allocates its own heap, which for smaller pieces
  /// costs more time than the thread saves (measured).
  var smallestPiece = (bytes: 2 << 20, lines: 98_304)

  /// The bytes that rules may use for exclusions and for multiple patterns of a filter, in addition to twice
  /// the size of the lists. See ``ExclusionBudget``.
  package var freeExclusions = 1 << 18

  /// Whether the result of a single list says what a document would cost in two lists.
  package var estimatesTwoLists = false

  /// Creates a converter with these options.
  public init(options: ConversionOptions = ConversionOptions()) { self.options = options }

  /// Converts filter lists as if they were one list: an exception in one of them applies to the filters of
  /// all of them.
  ///
  /// The result depends only on the inputs and options, not on the number of threads.
  ///
  /// - Throws: ``ConversionError/foreign(name:content:line:)`` for a text that is not a filter list,
  ///   ``ConversionError/tooManyRules(part:rules:limit:remedies:)`` or
  ///   ``ConversionError/tooManyBytes(part:bytes:limit:remedies:)`` if the result exceeds a limit.
  public func convert(_ sources: [Source]) throws(ConversionError) -> ConversionResult {
    try convert(parse(sources))
  }

  /// Converts one filter list.
  ///
  /// ```swift
  /// let result = try Converter().convert("||ads.example^$third-party")
  /// let json = result.lists[0].rules.encodedString()
  /// ```
  ///
  /// - Parameters:
  ///   - text: The content of the list: a string, bytes or a file.
  ///   - name: The name of the list in diagnostics; `nil` for the path of a file, and for `list.txt` otherwise.
  ///   - accepts: The texts that are accepted as the list.
  /// - Throws: ``ConversionError/foreign(name:content:line:)`` for a text that is not a filter list,
  ///   ``ConversionError/tooManyRules(part:rules:limit:remedies:)`` or
  ///   ``ConversionError/tooManyBytes(part:bytes:limit:remedies:)`` if the result exceeds a limit.
  public func convert(
    _ text: some InputBytes & ~Escapable, name: String? = nil, accepts: AcceptedText = .lists
  ) throws(ConversionError) -> ConversionResult {
    try convert([Source(name: name ?? text.inputName ?? "list.txt", bytes: text, accepts: accepts)])
  }

  /// Parses filter lists on several threads. A text that is not accepted as a list has no filters, and the conversion
  /// refuses it.
  public func parse(_ sources: [Source]) -> [ParsedSource] {
    sources.map { source in
      let dialect = source.dialect ?? options.dialect
      let judgement =
        source.judgement ?? ListJudgement(of: source.bytes, dialect: dialect ?? source.detectedDialect)
      if case .foreign(let content) = judgement, source.accepts.refuses(content) {
        return ParsedSource(
          name: source.name, list: FilterList(refusing: source.bytes, judgement), dialect: source.dialect,
          accepts: source.accepts)
      }
      let kind = judgement.kind(in: dialect ?? source.detectedDialect)
      let pieces = FilterList.pieces(
        of: source.bytes, kind: kind, count: pieceCount(bytes: source.bytes.count))
      let parsed = Parallel.map(pieces, threads: threads) {
        FilterList.Piece(parsing: $0, of: source.bytes, kind: kind)
      }
      return ParsedSource(
        name: source.name,
        list: FilterList(
          joining: parsed, of: source.bytes, kind: kind, judgement: judgement, dialect: dialect,
          detected: source.detectedDialect),
        dialect: source.dialect, accepts: source.accepts)
    }
  }

  /// Converts parsed filter lists as one list.
  ///
  /// - Throws: ``ConversionError/foreign(name:content:line:)`` for a text that is not a filter list,
  ///   ``ConversionError/tooManyRules(part:rules:limit:remedies:)`` or
  ///   ``ConversionError/tooManyBytes(part:bytes:limit:remedies:)`` if the result exceeds a limit.
  public func convert(_ sources: [ParsedSource]) throws(ConversionError) -> ConversionResult {
    for source in sources { if let refusal = source.refusal { throw refusal } }
    var filters = filters(of: sources)
    let changes = options.redirectRuleset.map { _ in RequestChanges(sources, options: options) }
    if let changes { filters.network.insert(changes.ignoredRequests) }
    let order = RuleOrder(filters.network, hiding: filters.hiding, generics: options.genericHiding)
    let arrangement = order.arrangement(options.split, for: options.target)
    var report = report(of: filters, order, arrangement: arrangement, sources: sources)
    let target = options.target
    var parts: [(part: ConvertedList.Part, rules: RuleSequence)] =
      switch arrangement {
      case .split:
        [
          (.network, order.networkList().adapted(for: target)),
          (.cosmetic, order.cosmeticList().adapted(for: target)),
        ]
      case .mirrored: [(.all, order.mirroredList().adapted(for: target))]
      case .onlyHiding: [(.all, order.cosmeticList().adapted(for: target))]
      case .combined: [(.all, order.combinedList().adapted(for: target))]
      }
    var forms: [ListForm] = []
    for index in parts.indices {
      parts[index].rules.leaveOutCovered()
      let limit = RuleLimit(options, for: parts[index].rules.rules)
      let part = parts[index].part
      forms.append(parts[index].rules.choose(FormChoice(options)))
      let removed = try limit.apply(to: &parts[index].rules, of: part) {
        part == .all
          ? [order.networkList(), order.cosmeticList()].map { $0.adapted(for: target).rules } : nil
      }
      report.mark(removed, outcome: .unsupported, reason: .ruleLimit, sources: sources)
    }
    var result = ConversionResult(
      lists: zip(parts, forms).map {
        ConvertedList(
          part: $0.part, form: $1, rules: RuleList($0.rules.rules), locations: $0.rules.locations)
      }, report: report,
      sourceMap: options.makesSourceMap ? SourceMap(parts, sources: sources) : nil, sources: sources,
      options: options)
    result.changes = changes
    if estimatesTwoLists, arrangement == .combined, !order.approximatedInCombinedList.isEmpty {
      result.microsecondsPerDocumentInTwoLists = order.microsecondsPerDocumentInTwoLists(for: options.target)
    }
    return result
  }

  /// Returns the report of a conversion without limits, and does not build rule lists.
  ///
  /// - Parameter count: The maximum number of patterns to rank by compile time.
  package func review(_ sources: [ParsedSource], mostExpensive count: Int) -> ConversionReview {
    let filters = filters(of: sources)
    let order = RuleOrder(filters.network, hiding: filters.hiding, generics: options.genericHiding)
    let arrangement = order.arrangement(options.split, for: options.target)
    return ConversionReview(
      report: report(of: filters, order, arrangement: arrangement, sources: sources), filters.network,
      mostExpensive: count,
      sources: sources,
      options: options)
  }

  private func filters(of sources: [ParsedSource]) -> FilterConversion.Result {
    let inputBytes = sources.reduce(0) { $0 + $1.list.bytes.count }
    return FilterConversion(sources, options: options).run(
      threads: threads, smallestPiece: smallestPiece.lines,
      ExclusionBudget(inputBytes: inputBytes, free: freeExclusions))
  }

  private func report(
    of filters: FilterConversion.Result, _ order: RuleOrder, arrangement: RuleOrder.Arrangement,
    sources: [ParsedSource]
  ) -> ConversionReport {
    var report = filters.report
    report.objectLoads = filters.network.objectLoads
    report.pageComparisons += filters.network.pageComparisons
    report.mark(
      order.cookies.approximated.sorted(), outcome: .approximated, reason: .cookieExceptions, sources: sources
    )
    report.mark(
      order.limitedGenericFilters.sorted(), outcome: .approximated, reason: .genericHiding, sources: sources)
    if arrangement == .combined {
      report.mark(
        order.approximatedInCombinedList.sorted(), outcome: .approximated, reason: .framesOfExceptedPages,
        sources: sources)
      report.mark(
        order.overriddenInCombinedList.sorted(), outcome: .approximated, reason: .overlappingExclusions,
        sources: sources)
    }
    return report
  }

  private var threads: Int { max(options.threads ?? Parallel.cores, 1) }

  private func pieceCount(bytes: Int) -> Int { max(1, min(threads, bytes / smallestPiece.bytes)) }
}

/// The result of a conversion.
public struct ConversionResult: Sendable {
  /// The rule lists: one, or a network list followed by a cosmetic list.
  public var lists: [ConvertedList]
  /// The outcome of every line.
  public var report: ConversionReport
  /// The filters that each rule comes from, or `nil` if ``ConversionOptions/makesSourceMap`` is `false`.
  public var sourceMap: SourceMap?
  /// The estimated time that a document would take if the list were split in two, in microseconds. It is nil
  /// unless ``Converter/estimatesTwoLists`` is true and exceptions for pages take part in the conditions of
  /// rules, which they only do in a single list.
  package internal(set) var microsecondsPerDocumentInTwoLists: Int?
  /// The lists that were converted.
  package let sources: [ParsedSource]
  package let options: ConversionOptions
  /// The rules of a web extension that the rule lists depend on; nil if they depend on none.
  var changes: RequestChanges?

  /// Collects the filters that need a page script, a style sheet in the page, or a proxy, with the exceptions
  /// to them.
  public func advancedFilters() -> AdvancedFilters {
    AdvancedFilters(sources, report: report, options: options)
  }
}

extension ConversionResult {
  /// Makes the rules for a web extension that change requests and responses as filters ask for. If the rule list
  /// depends on them, they exist already.
  public func requestChanges() -> RequestChanges { changes ?? RequestChanges(sources, options: options) }

  /// Changes the outcome of filters that rules of a web extension apply.
  public mutating func settle(in changes: RequestChanges) { report.settle(in: changes, sources) }
}

extension Converter {
  /// Returns the rules for a web extension that change requests and responses as filters ask for.
  package func requestChanges(of sources: [ParsedSource]) -> RequestChanges {
    RequestChanges(sources, options: options)
  }
}

/// The findings of a conversion, without its rules.
package struct ConversionReview: Sendable {
  /// The outcome of every line.
  package let report: ConversionReport
  /// The filters whose patterns are most expensive for WebKit's compiler, most expensive first, with the
  /// estimated compile time of each in microseconds.
  package let mostExpensive: [(location: FilterPlace, microseconds: Int)]
  /// The estimated compile time of the patterns of all filters, in microseconds.
  package let microseconds: Int
  /// The mistakes in filters that are not converted for another reason, such as an option that WebKit lacks.
  package var furtherFindings: [FurtherFinding] { makeFurtherFindings() }
  /// Collects the filters that need a script.
  package func advancedFilters() -> AdvancedFilters {
    AdvancedFilters(sources, report: report, options: options)
  }
  private let sources: [ParsedSource]
  private let options: ConversionOptions

  /// A finding in a filter for which the report has another one.
  package struct FurtherFinding: Hashable, Sendable {
    /// The reason of the finding.
    package let reason: Reason
    /// The list and the line of the filter.
    package let place: FilterPlace
    /// The range in the bytes of the parsed list.
    package let span: ByteRange
  }

  init(
    report: ConversionReport, _ network: NetworkRules, mostExpensive count: Int, sources: [ParsedSource],
    options: ConversionOptions
  ) {
    (self.report, self.sources, self.options) = (report, sources, options)
    var ranking = PatternRanking()
    var locations: [FilterPlace] = []
    for section in NetworkSection.allCases where count > 0 {
      for piece in network.pieces(of: section) {
        for index in piece.indices where ranking.add(piece[index].rule) {
          locations.append(piece[index].location)
        }
      }
    }
    let ranked = ranking.mostExpensive(count)
    mostExpensive = ranked.patterns.map { (locations[$0.ruleIndex], $0.microseconds) }
    microseconds = ranked.total
  }

  private func makeFurtherFindings() -> [FurtherFinding] {
    let documents = DocumentConditions(options)
    let dialects = sources.map { ListDialect(of: $0, options) }
    return report.diagnostics.compactMap { diagnostic in
      let list = sources[diagnostic.place.source].list
      let dialect = dialects[diagnostic.place.source]
      let line = list.lines[diagnostic.place.lineIndex]
      let bytes = list.bytes.span
      let finding: Finding?
      switch diagnostic.outcome {
      case .converted, .approximated, .inPage: return nil
      case .unsupported, .needsScript:
        finding =
          switch line.content {
          case .network(let filter):
            NetworkConverter.finding(apartFromOptionsOfOthers: filter, of: dialect, documents, in: bytes)
          case .cosmetic(let filter):
            HidingConverter.finding(apartFromBodyOf: filter, of: dialect, in: bytes)
          case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected: nil
          }
      }
      guard let finding, finding.reason != diagnostic.reason else { return nil }
      return FurtherFinding(reason: finding.reason, place: diagnostic.place, span: finding.span)
    }
  }
}
