import SluiceAnalysis
import SluiceConversion

/// The number of requests that a filter blocks.
enum RequestCount {
  /// The maximum number of filters to count in a run, for lists in which nearly all filters match too much.
  private static let maximumFilters = 1000

  /// Adds to findings the number of requests that their filters block.
  static func add(
    to findings: inout [LintFinding], of sources: [ParsedSource], in requests: () -> [Request]
  ) {
    let indices = findings.indices.filter { index in
      if case .own(let rule) = findings[index].rule { rule.rule.check.isBreadth } else { false }
    }.prefix(maximumFilters)
    guard !indices.isEmpty else { return }
    var lines: [UInt8] = []
    for index in indices {
      let list = sources[findings[index].source].list
      let line = list.lines[findings[index].place.lineIndex]
      guard case .network(let filter) = line.content else {
        // Each finding gets one line. It is empty for a finding about another kind of line.
        lines.append(0x0A)
        continue
      }
      // Begins at the pattern, so that an exception counts the requests that it allows.
      let text = ByteRange(filter.pattern.range.lowerBound, line.range.upperBound)
      lines += list.bytes.span.array(text) + [0x0A]
    }
    var options = ConversionOptions()
    options.makesSourceMap = true
    options.ignoresLimit = true
    // The conversion only throws if there is a limit.
    guard
      let result = try? Converter(options: options).convert([
        Source(name: "", bytes: lines, dialect: .adblockPlus, accepts: .anything)
      ]), let map = result.sourceMap, let list = result.lists.first?.rules, let origins = map.lists.first
    else { return }
    let requests = requests()
    let evaluator = RuleListEvaluator(list)
    var stopped = [Int](repeating: 0, count: indices.count)
    let filters = list.rules.indices.map { map.origin(ofRule: $0, in: origins).filters.map(\.line) }
    for request in requests {
      for line in Set(evaluator.matching(request).flatMap { filters[$0] }) { stopped[line - 1] += 1 }
    }
    for (index, count) in zip(indices, stopped) {
      findings[index].detail = .requests(
        stopped: UInt32(clamping: count), of: UInt32(clamping: requests.count))
    }
  }
}
