import SluiceConversion
import SluiceSyntax

/// All filters of the lists, sorted for comparing them with each other.
struct LintIndex {
  let lists: LintedLists
  /// The dialects of the lists.
  let dialects: [ListDialect]
  var network = NetworkEntries()
  var cosmetic: [CosmeticEntry] = []
  var badfilters: [FilterPlace] = []
  var regexes: [FilterPlace] = []
  /// Whether there are exceptions that disable generic filters on entire pages.
  var hasGenerichide = false
  var hasGenericblock = false
  var hidingExceptions: [FilterPlace] = []

  init(_ lists: LintedLists, _ options: ConversionOptions) {
    self.lists = lists
    dialects = lists.sources.map { ListDialect(of: $0, options) }
    for (number, source) in lists.sources.enumerated() {
      let dialect = dialects[number].dialect
      let bytes = source.list.bytes.span
      for (index, line) in source.list.lines.enumerated() {
        let location = FilterPlace(source: number, lineIndex: index)
        switch line.content {
        case .network(let filter): add(filter, line.range, at: location, dialect, bytes)
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
    _ filter: NetworkFilter, _ line: ByteRange, at location: FilterPlace, _ dialect: Dialect,
    _ bytes: Span<UInt8>
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
        network.add(filter, plain, at: location, line, bytes)
      }
    }
  }

  func check(_ found: inout LintFindingCollector) {
    let texts = checkBadfilters(&found)
    if found.isOn(.duplicateFilter, .coveredFilter, .combinableFilters) {
      var coverage = NetworkCoverage(lists, network, badfilters: texts, hasGenericblock: hasGenericblock)
      coverage.check(&found)
      checkRegexes(&found)
    }
    if found.isOn(.duplicateFilter, .coveredFilter, .sameSelector, .idleHidingException, .combinableFilters) {
      CosmeticCoverage(lists, cosmetic, hasGenerichide: hasGenerichide).check(&found)
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
