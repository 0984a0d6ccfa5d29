import SluiceConversion
import SluiceSyntax
import SluiceText

/// All filters of the lists, sorted for comparing them with each other.
struct LintIndex {
  let lists: LintedLists
  let dialects: [ListDialect]
  var network = NetworkEntries()
  var cosmetic: [CosmeticEntry] = []
  var badfilters: [FilterPlace] = []
  var regexes: [FilterPlace] = []
  var hasGenerichide = false
  var hasGenericblock = false
  var hidingExceptions: [FilterPlace] = []

  init(_ lists: LintedLists, options: ConversionOptions) {
    self.lists = lists
    dialects = lists.sources.map { ListDialect(of: $0, options) }
    for (number, source) in lists.sources.enumerated() {
      let dialect = dialects[number].dialect
      let bytes = source.list.bytes.span
      for (index, line) in source.list.lines.enumerated() {
        let location = FilterPlace(source: number, lineIndex: index)
        switch line.content {
        case .network(let filter): add(filter, line: line.range, at: location, dialect: dialect, in: bytes)
        case .cosmetic(let filter): cosmetic.append(CosmeticEntry(location: location, filter: filter))
        case .hosts(let hosts) where hosts.isBlock && hosts.scope == .hostAndBelow:
          for host in hosts.hosts {
            network.add(host: host, at: location, isPartOfLine: hosts.hosts.count > 1, bytes)
          }
        case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected: break
        }
      }
    }
  }

  private mutating func add(
    _ filter: NetworkFilter, line: ByteRange, at location: FilterPlace, dialect: Dialect,
    in bytes: Span<UInt8>
  ) {
    if filter.options.contains(where: { $0.kind == .badfilter }) {
      badfilters.append(location)
      return
    }
    if filter.isException {
      let kinds = filter.options.map(\.kind)
      if kinds.contains(.generichide) { hasGenerichide = true }
      if kinds.contains(.genericblock) { hasGenericblock = true }
      if kinds.contains(where: Self.hidingScopes.contains) { hidingExceptions.append(location) }
    }
    switch filter.pattern {
    case .regex: regexes.append(location)
    case .plain(let plain):
      if let name = filter.hostName(in: bytes, for: dialect) {
        network.add(host: name, at: location, isPartOfLine: false, bytes)
      } else {
        network.add(filter, plain: plain, at: location, place: line, in: bytes)
      }
    }
  }

  func check(_ found: inout LintFindingCollector) {
    let texts = checkBadfilters(&found)
    if found.isOn(.duplicateFilter, .coveredFilter, .combinableFilters) {
      var coverage = NetworkCoverage(
        lists, entries: network, badfilters: texts, hasGenericblock: hasGenericblock)
      coverage.check(&found)
      checkRegexes(&found)
    }
    if found.isOn(.duplicateFilter, .coveredFilter, .sameSelector, .idleHidingException, .combinableFilters) {
      CosmeticCoverage(lists, entries: cosmetic, hasGenerichide: hasGenerichide).check(&found)
    }
    checkExceptions(&found)
  }

  func identity(_ location: FilterPlace) -> FilterIdentity? {
    let bytes = lists.bytes(of: location)
    return lists.filter(at: location).map {
      FilterIdentity($0, for: dialects[location.source].dialect, in: bytes.span)
    }
  }

  /// The options that disable hiding on pages.
  static let hidingScopes: Set<OptionKind> = [.elemhide, .generichide, .specifichide]
}

/// The lists to check, followed by the lists to compare them with.
struct LintedLists {
  let sources: [ParsedSource]
  let lintedCount: Int
  private let conditions: [ConditionBlocks]

  init(_ sources: [ParsedSource], lintedCount: Int) {
    (self.sources, self.lintedCount) = (sources, lintedCount)
    conditions = sources.map { ConditionBlocks($0.list) }
  }

  func isLinted(_ location: FilterPlace) -> Bool { location.source < lintedCount }

  /// Returns whether the left one of two equal filters is kept. Filters of the lists to compare with take
  /// precedence over filters of the checked lists. Otherwise, the first filter is kept.
  func isBefore(_ left: FilterPlace, _ right: FilterPlace) -> Bool {
    isLinted(left) == isLinted(right) ? left < right : !isLinted(left)
  }

  /// Returns whether the first of two filters with the same effect is kept. The first filter must count
  /// whenever the second one does.
  ///
  /// It is kept if the second one counts in fewer cases. Otherwise, ``isBefore(_:_:)`` decides.
  func stays(_ location: FilterPlace, insteadOf other: FilterPlace) -> Bool {
    !counts(other, whereverDoes: location) || isBefore(location, other)
  }

  func line(at location: FilterPlace) -> Line {
    sources[location.source].list.lines[location.lineIndex]
  }

  func bytes(of location: FilterPlace) -> [UInt8] { sources[location.source].list.bytes }

  /// Returns the network filter in a line; nil for a line of a hosts file.
  func filter(at location: FilterPlace) -> NetworkFilter? {
    if case .network(let filter) = line(at: location).content { filter } else { nil }
  }

  /// Returns whether a filter counts whenever another one does, under any `!#if` conditions.
  func counts(_ location: FilterPlace, whereverDoes other: FilterPlace) -> Bool {
    let blocks = conditions[location.source]
    if blocks.isUnconditional(location.lineIndex) { return true }
    return location.source == other.source
      && blocks.counts(location.lineIndex, whereverDoes: other.lineIndex)
  }
}
