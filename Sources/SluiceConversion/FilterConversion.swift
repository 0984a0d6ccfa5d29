import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// Converts the filters of parsed lists into rules, grouped by section. Several threads convert pieces of the
/// lists.
struct FilterConversion {
  let sources: [ParsedSource]
  private let exceptions: SelectorExceptions
  private let badfilters: Badfilters
  private let exceptionFindings: [FilterPlace: Finding]
  /// The filters that show elements, but are not exceptions to hiding rules: they apply under a condition, or WebKit
  /// rejects their selector.
  private let shownByScripts: Set<FilterPlace>
  /// The maximum number of hiding filters.
  private let hidingCount: Int
  private let active: [ActiveLines.Reading]
  private let dialects: [ListDialect]
  private let isTraced: Bool
  private let documents: DocumentConditions
  /// The selector features that some WebKit versions of the target do not support.
  private let missing: SelectorFeatures
  /// The pages on which exceptions turn off the hiding filters that name sites.
  private let specifichide: PageNameSet

  /// The rules of all filters, before they are ordered.
  struct Result {
    var network = NetworkRules()
    var hiding = HidingRules()
    var report = ConversionReport()
  }

  init(_ sources: [ParsedSource], options: ConversionOptions) {
    self.sources = sources
    isTraced = options.makesSourceMap
    documents = DocumentConditions(options)
    missing = SelectorFeatures.missing(in: options.target)
    let lines = ActiveLines(constants: options.constants)
    active = sources.map { lines.read($0.list) }
    dialects = sources.map { ListDialect(of: $0, options) }
    var exceptions = SelectorExceptions(isTraced: options.makesSourceMap)
    var specifichide: [(filter: NetworkFilter, location: FilterPlace)] = []
    var badfilters = Badfilters()
    var findings: [FilterPlace: Finding] = [:]
    var hidingCount = 0
    var shown: [(filter: CosmeticFilter, body: SelectorBody, location: FilterPlace)] = []
    for (number, source) in sources.enumerated() {
      let bytes = source.list.bytes.span
      let active = active[number]
      // An element of a span is not copied, which would retain everything that a line refers to.
      let lines = source.list.lines.span
      for index in lines.indices where active.isActive(index) {
        switch lines[index].content {
        case .cosmetic(let filter):
          if !filter.isException { hidingCount += 1 }
          guard HidingConverter.scriptReason(filter.kind) == nil else { break }
          let location = FilterPlace(source: number, lineIndex: index)
          if let body = SelectorBody(filter.body, in: bytes), body.shows(in: bytes) {
            shown.append((filter, body, location))
          }
          if filter.isException,
            let finding = exceptions.add(filter, dialect: dialects[number], at: location, in: bytes)
          {
            findings[location] = finding
          }
        case .network(let filter) where !filter.options.isEmpty:
          badfilters.add(filter, dialect: dialects[number], in: bytes)
          if filter.isException, filter.options.contains(where: { $0.kind == .specifichide }) {
            specifichide.append(
              (filter, FilterPlace(source: number, lineIndex: index)))
          }
        case .network, .blank, .comment, .header, .metadata, .directive, .hint, .hosts,
          .continuation,
          .rejected:
          break
        }
      }
    }
    // A style in the page cannot override a hiding rule. A filter that shows elements therefore becomes an
    // exception to the filters that hide them.
    var shownByScripts: Set<FilterPlace> = []
    for (filter, body, location) in shown {
      let source = sources[location.source]
      let bytes = source.list.bytes.span
      guard !body.isConditional, CSSSelector.problem(in: bytes.text(body.selector)) == nil else {
        shownByScripts.insert(location)
        continue
      }
      guard !filter.isException, !exceptions.has(filter.body, in: bytes) else { continue }
      var exception = filter
      (exception.kind, exception.isException, exception.body) = (.hiding, true, body.selector)
      _ = exceptions.add(exception, dialect: dialects[location.source], at: location, in: bytes)
    }
    exceptions.finish()
    badfilters.finish()
    self.exceptions = exceptions
    self.badfilters = badfilters
    var pages = NetworkConverter(capacity: 0, documents, for: .pageExceptions, room: .max)
    for (filter, location) in specifichide {
      let source = sources[location.source]
      let bytes = source.list.bytes.span
      let dialect = dialects[location.source]
      guard !badfilters.disables(filter, dialect: dialect, in: bytes) else { continue }
      let removed = badfilters.removedDomains(of: filter, dialect, in: bytes)
      _ = pages.add(filter, of: dialect, at: location, without: removed, in: bytes)
    }
    self.specifichide = PageScopeRules(pages.rules.pageExceptions, scopes: .specifichide).names
    exceptionFindings = findings
    self.shownByScripts = shownByScripts
    self.hidingCount = hidingCount
  }

  private struct Piece: Sendable {
    var source: Int
    var lines: Range<Int>
  }

  private struct PieceResult {
    var network: NetworkRules
    /// The hiding filters in line order.
    var hidings: [HidingResult] = []
    var report = ConversionReport()
  }

  /// The result of converting a hiding filter. A tuple would be destroyed by the runtime, which reads its
  /// metadata for each element of an array.
  private struct HidingResult {
    /// `nil` for a filter that must be converted sequentially.
    var hiding: HidingConverter.Hiding?
    var location: FilterPlace
  }

  /// The maximum number of lines that a thread converts at once.
  private static let largestPiece = 1 << 18

  func run(threads: Int, smallestPiece: Int, _ budget: ExclusionBudget) -> Result {
    let pieces = sources.indices.flatMap { source in
      let count = sources[source].list.lines.count
      let size = max(min(count / threads + 1, Self.largestPiece), smallestPiece)
      return stride(from: 0, to: count, by: size).map {
        Piece(source: source, lines: $0..<min($0 + size, count))
      }
    }
    let lines = pieces.reduce(0) { $0 + $1.lines.count }
    var result = Result()
    result.hiding = HidingRules(capacity: hidingCount, missing: missing)
    if isTraced { result.hiding.trace = HidingRules.Trace(budget: budget) }
    var costs = Costs(budget: budget)
    // Converts at most one piece per thread at a time, because intermediate results take more memory than the
    // final ones.
    for start in stride(from: 0, to: pieces.count, by: threads) {
      let turn = pieces[start..<min(start + threads, pieces.count)]
      let converted = Parallel.map(Array(turn), threads: threads) { piece in
        convert(piece, room: budget.rest / max(lines, 1) * piece.lines.count)
      }
      for piece in converted {
        append(piece, to: &result, costs: &costs)
      }
    }
    result.report.mark(costs.findings, sources: sources)
    spend(for: &result, budget)
    markOwnExceptions(&result)
    result.report.markApproximatedInPages(shownByScripts)
    return result
  }

  /// Removes the costly network filters that exceed the budget, and converts those that waited for it. The budget
  /// is spent on exceptions first.
  private func spend(for result: inout Result, _ budget: ExclusionBudget) {
    var budget = budget
    var late = NetworkConverter(capacity: 0, documents, for: .paid, room: 0)
    var removed: [NetworkRules.CostlyFilter] = []
    var findings: [(location: FilterPlace, finding: Finding)] = []
    for isException in [true, false] {
      for filter in result.network.costly where filter.isException == isException {
        guard budget.spend(filter.bytes) else {
          removed.append(filter)
          continue
        }
        guard filter.isWaiting else { continue }
        late.room = filter.bytes.addingClamped(budget.rest)
        let finding = convertNetworkFilter(at: filter.location, with: &late)
        // The bytes of some filters were an estimate.
        if let exact = late.rules.costly.popLast() {
          if exact.isWaiting {
            removed.append(filter)
            continue
          }
          _ = budget.spend(max(0, exact.bytes - filter.bytes))
        }
        if let finding { findings.append((filter.location, finding)) }
      }
    }
    result.network.remove(removed)
    result.network.insert(late.rules)
    result.report.mark(findings.sorted { $0.location < $1.location }, sources: sources)
    result.report.mark(
      removed.map { $0.location }.sorted(), outcome: .unsupported, reason: .outOfProportion, sources: sources)
  }

  private func convertNetworkFilter(
    at location: FilterPlace, with converter: inout NetworkConverter
  ) -> Finding? {
    let list = sources[location.source].list
    guard case .network(let filter) = list.lines[location.lineIndex].content else { return nil }
    let bytes = list.bytes.span
    let dialect = dialects[location.source]
    return converter.add(
      filter, of: dialect, at: location,
      without: badfilters.removedDomains(of: filter, dialect, in: bytes), in: bytes)
  }

  /// State shared by all hiding filters.
  private struct Costs {
    var budget: ExclusionBudget
    let sharer = ExclusionSharer()
    /// Findings about filters, in filter order.
    var findings: [(location: FilterPlace, finding: Finding)] = []
  }

  private func append(_ piece: PieceResult, to result: inout Result, costs: inout Costs) {
    result.network.append(piece.network)
    for converted in piece.hidings {
      let location = converted.location
      var finding: Finding?
      do throws(Finding) {
        if let hiding = converted.hiding {
          finding = add(hiding, from: location, to: &result, costs: &costs)
        } else if let hiding = try costlyHiding(of: location, &costs) {
          finding = add(hiding, from: location, to: &result, costs: &costs) ?? hiding.finding
        }
      } catch {
        finding = error
      }
      if let finding { costs.findings.append((location, finding)) }
    }
    result.report.append(piece.report)
  }

  /// Converts a filter whose exclusions count against the budget.
  private func costlyHiding(
    of location: FilterPlace, _ costs: inout Costs
  ) throws(Finding) -> HidingConverter.Hiding? {
    guard let filter = cosmeticFilter(at: location) else { return nil }
    let list = sources[location.source].list
    let bytes = list.bytes.span
    var hiding = try HidingConverter.convert(
      filter, dialect: dialects[location.source], without: exceptions.exceptions(to: filter.body, in: bytes),
      sharer: costs.sharer, budget: &costs.budget,
      in: bytes)
    if let selector = hiding?.selector,
      let newer = try NewerSelector.finding(for: selector, filter, missing: missing, in: bytes)
    {
      hiding?.finding = newer
    }
    return hiding
  }

  /// Adds the rules of a hiding filter. Returns a finding if they take too much of the budget.
  private func add(
    _ hiding: HidingConverter.Hiding, from location: FilterPlace, to result: inout Result,
    costs: inout Costs
  ) -> Finding? {
    var count = 0
    var (comparesPage, isClaimable) = (false, false)
    for scope in hiding.scopes {
      if !comparesPage { comparesPage = scope.comparesPage }
      if !isClaimable { isClaimable = scope.isClaimable }
      let addition = result.hiding.add(
        hiding.selector, on: scope, isRepeated: count > 0, from: location, budget: &costs.budget,
        without: specifichide)
      switch addition {
      case .refused: continue
      case .known: break
      case .new(let group, let position):
        if scope.hasExclusions, result.hiding.trace?.hasRoom == true {
          result.hiding.trace?.limit(
            position, ofGroup: group, repeated: scope.filterCount, by: limits(of: scope, from: location))
        }
      }
      count += 1
    }
    if count > 0, comparesPage { result.report.pageComparisons += 1 }
    if count > 0, isClaimable { result.report.claimableSites += 1 }
    guard count < hiding.scopes.count, let filter = cosmeticFilter(at: location) else { return nil }
    return Finding(
      outcome: count == 0 ? .unsupported : .approximated, reason: .conversion(.outOfProportion),
      span: filter.body)
  }

  private func limits(of scope: HidingScope, from location: FilterPlace) -> [FilterPlace] {
    guard let filter = cosmeticFilter(at: location) else { return [] }
    let list = sources[location.source].list
    return exceptions.exceptions(to: filter.body, in: list.bytes.span)?.sources(limiting: scope) ?? []
  }

  private func cosmeticFilter(at location: FilterPlace) -> CosmeticFilter? {
    guard case .cosmetic(let filter) = sources[location.source].list.lines[location.lineIndex].content
    else { return nil }
    return filter
  }

  /// Marks filters whose own exceptions may also override other filters. If the lists use `$genericblock`,
  /// marks all filters with exceptions of their own.
  private func markOwnExceptions(_ result: inout Result) {
    let inexact = result.report.diagnostics.lazy.map { $0.place }
    for section in NetworkSection.allCases where section.traits.kind == .blocksWithOwnExceptions {
      let rules = OverlappingExclusions.ordered(result.network.pieces(of: section))
      var locations = OverlappingExclusions.find(in: rules)
      // Filters that are reported for another reason keep it, so the filters that they undo are reported.
      let others = locations.isEmpty ? [] : locations.intersection(inexact)
      locations.formUnion(OverlappingExclusions.undone(by: others, in: rules))
      if result.network.pageExceptions.contains(where: { $0.scopes.contains(.genericblock) }) {
        // These filters are placed among the generic blocks, so `$genericblock` also overrides those that
        // name pages.
        locations.formUnion(rules.map { $0.location })
      }
      result.report.mark(
        locations.sorted(), outcome: .approximated, reason: .overlappingExclusions, sources: sources)
    }
  }

  /// Converts a piece, in which the rules of costly filters have room for some bytes.
  private func convert(_ piece: Piece, room: Int) -> PieceResult {
    let source = sources[piece.source]
    let list = source.list
    let bytes = list.bytes.span
    let active = active[piece.source]
    let dialect = dialects[piece.source]
    var network = NetworkConverter(capacity: piece.lines.count, documents, room: room)
    var result = PieceResult(network: NetworkRules())
    result.report.lines = piece.lines.count
    let readsHostNames = dialect.dialect.readsHostNamesAsHosts
    let lines = list.lines.span
    for index in piece.lines {
      let location = FilterPlace(source: piece.source, lineIndex: index)
      guard active.isActive(index) else {
        result.report.inactive += 1
        continue
      }
      var finding: Finding?
      switch lines[index].content {
      case .directive(let directive) where directive.kind == .include:
        finding = .unsupported(.includeNotFollowed, span: directive.argument)
      case .directive:
        guard let problem = active.problems[index] else { continue }
        finding = .syntax(problem)
      case .blank, .comment, .header, .metadata, .hint, .continuation: continue
      case .rejected(let problem): finding = .syntax(problem)
      case .hosts(let hosts):
        finding =
          hosts.effect == .mapping
          ? .unsupported(.hostsMapping, span: hosts.address.isEmpty ? lines[index].range : hosts.address)
          : network.add(hosts, but: badfilters, at: location, in: bytes)
      case .network(let filter):
        if readsHostNames, let name = filter.hostName(in: bytes, for: dialect.dialect) {
          let hosts = HostsLine(address: ByteRange(name.upperBound, name.upperBound), hosts: [name])
          finding = network.add(hosts, but: badfilters, at: location, in: bytes)
        } else if !badfilters.disables(filter, dialect: dialect, in: bytes) {
          finding = network.add(
            filter, of: dialect, at: location,
            without: badfilters.removedDomains(of: filter, dialect, in: bytes), in: bytes)
        }
      case .cosmetic(let filter) where filter.isException:
        if let problem = filter.pathFinding(in: dialect) {
          finding = problem
        } else if let reason = HidingConverter.scriptReason(filter.kind) {
          finding = .needsScript(reason, span: filter.body)
        } else if SelectorText.isStyle(filter, in: bytes) {
          finding = .needsScript(.styleInjection, span: filter.body)
        } else {
          finding = exceptionFindings[location]
        }
      case .cosmetic(let filter):
        if let problem = filter.pathFinding(in: dialect) {
          finding = problem
          break
        }
        let excepted = exceptions.exceptions(to: filter.body, in: bytes)
        if HidingConverter.isCostly(filter, without: excepted) {
          // The finding is reported when the filter is converted.
          result.hidings.append(HidingResult(hiding: nil, location: location))
          break
        }
        do throws(Finding) {
          if let hiding = try HidingConverter.convert(filter, dialect: dialect, without: excepted, in: bytes)
          {
            finding =
              try NewerSelector.finding(for: hiding.selector, filter, missing: missing, in: bytes)
              ?? hiding.finding
            result.hidings.append(HidingResult(hiding: hiding, location: location))
          }
        } catch {
          finding = error
        }
      }
      result.report.add(finding, of: source, at: location)
    }
    result.network = network.rules
    return result
  }
}
