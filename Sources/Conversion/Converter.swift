import ContentBlocker
import Dispatch
import FilterSyntax

/// Converts filter lists into WebKit's rule lists.
public struct Converter: Sendable {
  /// How to convert.
  public var options: ConversionOptions

  /// A converter with these options.
  public init(options: ConversionOptions = ConversionOptions()) { self.options = options }

  /// Converts lists as if they were one: an exception in one of them holds for the filters of all.
  ///
  /// Equal inputs and options give equal results, whatever the number of threads.
  /// - Throws: ``ConversionError/tooManyRules(part:rules:limit:)`` when the result exceeds the limit.
  public func convert(_ sources: [Source]) throws(ConversionError) -> ConversionResult {
    try convert(parse(sources))
  }

  /// Parses lists, on several threads.
  public func parse(_ sources: [Source]) -> [ParsedSource] {
    sources.map { source in
      let pieces = FilterList.pieces(of: source.bytes, count: pieceCount(bytes: source.bytes.count))
      let lines = Parallel.map(pieces, threads: threads) { FilterList.parseLines(of: source.bytes, in: $0) }
      return ParsedSource(
        name: source.name,
        list: FilterList(bytes: source.bytes, lines: lines.count == 1 ? lines[0] : lines.flatMap { $0 }))
    }
  }

  /// Converts parsed lists.
  public func convert(_ sources: [ParsedSource]) throws(ConversionError) -> ConversionResult {
    let filters = FilterConversion(sources, options).run(threads: threads)
    let layout = Layout(filters.network, filters.hiding)
    var report = filters.report
    var parts: [(part: ConvertedList.Part, rules: RuleSequence)]
    if options.splitsByAction {
      parts = [(.network, layout.networkList()), (.cosmetic, layout.cosmeticList())]
    } else if options.target.abilities.hasIgnoreFollowingRules {
      parts = [(.all, layout.mirroredList())]
    } else {
      parts = [(.all, layout.combinedList())]
      report.mark(layout.approximatedInCombinedList, .approximated, .framesOfExceptedPages, sources)
    }
    for index in parts.indices {
      let removed = try RuleLimit(options).apply(to: &parts[index].rules, of: parts[index].part)
      report.mark(removed, .dropped, .ruleLimit, sources)
    }
    return ConversionResult(
      lists: parts.map { ConvertedList(part: $0.part, rules: RuleList($0.rules.rules)) }, report: report,
      sourceMap: options.makesSourceMap ? SourceMap(parts, sources) : nil)
  }

  private var threads: Int { max(options.threads ?? Parallel.cores, 1) }

  /// Pieces of at least 256 KiB: smaller ones are not worth a thread.
  private func pieceCount(bytes: Int) -> Int { max(1, min(threads, bytes >> 18)) }
}

/// A list that has been parsed.
public struct ParsedSource: Sendable {
  /// What diagnostics call it.
  public var name: String
  /// Its bytes and lines.
  public var list: FilterList

  /// A list of this name.
  public init(name: String, list: FilterList) {
    self.name = name
    self.list = list
  }
}
