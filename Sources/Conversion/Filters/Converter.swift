import ContentBlocker
import Dispatch
import FilterSyntax

/// Converts filter lists into WebKit's rule lists.
public struct Converter: Sendable {
  /// How to convert.
  public var options: ConversionOptions

  /// The least that a thread is given: it has a heap of its own, which costs more than it helps with less
  /// (measured).
  var smallestPiece = (bytes: 2 << 20, lines: 98_304)

  /// What rules may take for exclusions, and for several patterns of a filter, besides twice the bytes of the lists: see
  /// ``ExclusionBudget``.
  package var freeExclusions = 1 << 18

  /// A converter with these options.
  public init(options: ConversionOptions = ConversionOptions()) { self.options = options }

  /// Converts lists as if they were one: an exception in one of them holds for the filters of all.
  ///
  /// Equal inputs and options give equal results, whatever the number of threads.
  /// - Throws: ``ConversionError/tooManyRules(part:rules:limit:remedies:)`` or
  ///   ``ConversionError/tooManyBytes(part:bytes:limit:remedies:)`` when the result exceeds a limit.
  public func convert(_ sources: [Source]) throws(ConversionError) -> ConversionResult {
    try convert(parse(sources))
  }

  /// Parses lists, on several threads.
  public func parse(_ sources: [Source]) -> [ParsedSource] {
    sources.map { source in
      let kind = ListKind(of: source.bytes, dialect: source.dialect ?? options.dialect)
      let pieces = FilterList.pieces(
        of: source.bytes, kind: kind, count: pieceCount(bytes: source.bytes.count))
      let parsed = Parallel.map(pieces, threads: threads) {
        FilterList.Piece(parsing: $0, of: source.bytes, kind: kind)
      }
      return ParsedSource(
        name: source.name, list: FilterList(joining: parsed, of: source.bytes, kind: kind),
        dialect: source.dialect)
    }
  }

  /// Converts parsed lists.
  public func convert(_ sources: [ParsedSource]) throws(ConversionError) -> ConversionResult {
    let filters = filters(of: sources)
    let order = RuleOrder(filters.network, filters.hiding, options.genericHiding)
    let arrangement = order.arrangement(options.split, for: options.target)
    var report = report(of: filters, order, arrangement, sources)
    var parts: [(part: ConvertedList.Part, rules: RuleSequence)] =
      switch arrangement {
      case .split: [(.network, order.networkList()), (.cosmetic, order.cosmeticList())]
      case .mirrored: [(.all, order.mirroredList())]
      case .onlyHiding: [(.all, order.cosmeticList())]
      case .combined: [(.all, order.combinedList())]
      }
    var forms: [ListForm] = []
    for index in parts.indices {
      parts[index].rules.spell(for: options.target)
      let limit = RuleLimit(options, for: parts[index].rules.rules)
      let part = parts[index].part
      forms.append(parts[index].rules.choose(FormChoice(options)))
      let removed = try limit.apply(to: &parts[index].rules, of: part) {
        part == .all
          ? [order.networkList(), order.cosmeticList()].map { $0.rules.spelled(for: options.target) } : nil
      }
      report.mark(removed, .dropped, .ruleLimit, sources)
    }
    return ConversionResult(
      lists: zip(parts, forms).map {
        ConvertedList(
          part: $0.part, form: $1, rules: RuleList($0.rules.rules), locations: $0.rules.locations)
      }, report: report,
      sourceMap: options.makesSourceMap ? SourceMap(parts, sources) : nil)
  }

  /// What a conversion reports where there is no limit, without lists: for whoever only asks what cannot be said.
  ///
  /// - Parameter count: How many patterns are ranked by their costs.
  package func review(_ sources: [ParsedSource], dearest count: Int) -> ConversionReview {
    let filters = filters(of: sources)
    let order = RuleOrder(filters.network, filters.hiding, options.genericHiding)
    let arrangement = order.arrangement(options.split, for: options.target)
    return ConversionReview(
      report: report(of: filters, order, arrangement, sources), filters.network, dearest: count)
  }

  private func filters(of sources: [ParsedSource]) -> FilterConversion.Result {
    let inputBytes = sources.reduce(0) { $0 + $1.list.bytes.count }
    return FilterConversion(sources, options).run(
      threads: threads, smallestPiece: smallestPiece.lines,
      ExclusionBudget(inputBytes: inputBytes, free: freeExclusions))
  }

  private func report(
    of filters: FilterConversion.Result, _ order: RuleOrder, _ arrangement: RuleOrder.Arrangement,
    _ sources: [ParsedSource]
  ) -> ConversionReport {
    var report = filters.report
    report.objectLoads = filters.network.objectLoads
    report.pageComparisons += filters.network.pageComparisons
    report.mark(order.approximatedCookieFilters.sorted(), .approximated, .cookieExceptions, sources)
    report.mark(order.limitedGenericFilters.sorted(), .approximated, .genericHiding, sources)
    if arrangement == .combined {
      report.mark(order.approximatedInCombinedList.sorted(), .approximated, .framesOfExceptedPages, sources)
      report.mark(order.liftedInCombinedList.sorted(), .approximated, .overlappingExclusions, sources)
    }
    return report
  }

  private var threads: Int { max(options.threads ?? Parallel.cores, 1) }

  private func pieceCount(bytes: Int) -> Int { max(1, min(threads, bytes / smallestPiece.bytes)) }
}

/// A list that has been parsed.
public struct ParsedSource: Sendable {
  /// What diagnostics call it.
  public var name: String
  /// Its bytes and lines.
  public var list: FilterList
  /// Its dialect, or nil for that of the options.
  public var dialect: Dialect?

  /// A list of this name.
  public init(name: String, list: FilterList, dialect: Dialect? = nil) {
    self.name = name
    self.list = list
    self.dialect = dialect
  }

  /// What the list is read as: the dialect that is named for it or by the options, else its own.
  public func reading(_ options: ConversionOptions) -> ListReading {
    ListReading(list, dialect: dialect ?? options.dialect)
  }

  /// Where a line is, all of its filter.
  func location(ofLine index: Int) -> TextLocation {
    list.location(of: list.lines[index].range, inLine: index, file: name)
  }
}
