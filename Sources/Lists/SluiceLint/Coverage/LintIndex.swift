import SluiceConversion
import SluiceSyntax
import SluiceText

/// All filters of the lists, sorted for comparing them with each other.
struct LintIndex {
  private let lists: LintedLists
  private var network = NetworkEntries()
  private var cosmetic: [CosmeticEntry] = []
  private var badfilters: [FilterPlace] = []
  /// `$badfilter` filters that also disable filters for some of their domains.
  private var partialBadfilters: Set<FilterPlace> = []
  private var regexes: [FilterPlace] = []
  /// Whether there are exceptions that disable generic filters on entire pages.
  private var hasGenerichide = false
  private var hasGenericblock = false
  private var hidingExceptions: [FilterPlace] = []

  init(_ lists: LintedLists, _ dialect: Dialect?) {
    self.lists = lists
    for (number, source) in lists.sources.enumerated() {
      let dialect = source.dialect ?? dialect ?? Dialect.detect(source.list)
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
    let kinds = filter.options.map(\.kind)
    if kinds.contains(.badfilter) {
      badfilters.append(location)
      if Badfilters.mayBePartial(filter, dialect, in: bytes) { partialBadfilters.insert(location) }
      return
    }
    if filter.isException {
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

  func check(_ found: inout FindingCollector) {
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

  private func identity(_ location: FilterPlace) -> FilterIdentity? {
    let bytes = lists.bytes(of: location)
    return lists.filter(at: location).map { FilterIdentity($0, in: bytes.span) }
  }

  // MARK: badfilter

  /// Finds `$badfilter` filters that disable nothing. Returns the patterns of all `$badfilter` filters, to
  /// find the filters that they disable.
  private func checkBadfilters(_ found: inout FindingCollector) -> Set<HostKey> {
    guard !badfilters.isEmpty else { return [] }
    var turnedOff = NetworkEntries()
    var idle: [FilterIdentity: [FilterPlace]] = [:]
    var partial: [FilterIdentity] = []
    // Filters that differ only in their domains, merged into one identity with all domains. The key is the
    // identity without domains.
    var named: [FilterIdentity: FilterIdentity] = [:]
    for location in badfilters {
      guard let filter = lists.filter(at: location) else { continue }
      let bytes = lists.bytes(of: location)
      let identity = FilterIdentity(filter, in: bytes.span)
      idle[identity, default: []].append(location)
      if partialBadfilters.contains(location) {
        partial.append(identity)
        named[identity.onAnyPages] = identity.onAnyPages
      }
      if case .plain(let plain) = filter.pattern {
        turnedOff.add(filter, plain, at: location, plain.range, bytes.span)
      }
    }
    // `$badfilter` filters with a host as pattern, by that host, because they also disable lines of hosts
    // files.
    let hosts = Dictionary(
      idle.keys.compactMap { identity in
        identity.blockedHost.map { (HostKey($0 + [UInt8(ascii: "^")]), identity) }
      },
      uniquingKeysWith: { first, _ in first })
    let texts = Set(turnedOff.entries.map { HostKey(Array(turnedOff.texts[$0.text])) })
    func remove(_ identity: FilterIdentity) {
      idle[identity] = nil
      if !partial.isEmpty { named[identity.onAnyPages]?.addDomains(of: identity) }
    }
    for location in regexes { if let identity = identity(location) { remove(identity) } }
    for entry in network.entries {
      let text = HostKey(Array(network.texts[entry.text]))
      guard texts.contains(text) else { continue }
      if let identity = identity(entry.location) {
        remove(identity)
      } else if let identity = hosts[text] {
        idle[identity] = nil
      }
    }
    for identity in partial where named[identity.onAnyPages].map(identity.namesDomains) ?? false {
      idle[identity] = nil
    }
    for location in idle.values.joined() where lists.isLinted(location) {
      found.add(.idleBadfilter, at: location, lists.line(at: location).range)
    }
    return texts
  }

  // MARK: Regexes

  private func checkRegexes(_ found: inout FindingCollector) {
    var first: [FilterIdentity: FilterPlace] = [:]
    for location in regexes.sorted(by: { lists.isBefore($0, $1) }) {
      guard let identity = identity(location) else { continue }
      if let other = first[identity], lists.counts(other, whereverDoes: location) {
        if lists.isLinted(location) {
          found.add(.duplicateFilter, at: location, lists.line(at: location).range, .filter(other))
        }
      } else {
        first[identity] = location
      }
    }
  }

  // MARK: Exceptions

  /// Finds exceptions for request types and parties that no filter blocks, and exceptions to hiding if no
  /// filter hides elements.
  private func checkExceptions(_ found: inout FindingCollector) {
    guard found.isOn(.idleException) else { return }
    if !cosmetic.contains(where: { !$0.filter.isException }), lists.sources.count > lists.lintedCount {
      for location in hidingExceptions where lists.isLinted(location) && isForHidingAlone(location) {
        found.add(.idleException, at: location, lists.line(at: location).range)
      }
    }
    var blocks: [NetworkScope] = []
    var exceptions: [(NetworkScope, FilterPlace)] = []
    for entry in network.entries {
      guard !entry.isBare, let filter = lists.filter(at: entry.location) else {
        // A blocking filter without options overlaps with every exception.
        if !entry.isException { return }
        continue
      }
      let bytes = lists.bytes(of: entry.location)
      let scope = NetworkScope(filter, in: bytes.span)
      if entry.isException {
        if let scope, !scope.isForPages { exceptions.append((scope, entry.location)) }
      } else {
        // A filter with an unknown scope could block any request.
        guard let scope else { return }
        if blocks.count < 4096 { blocks.append(scope) } else { return }
      }
    }
    guard !blocks.isEmpty, regexes.isEmpty else { return }
    for (scope, location) in exceptions
    where lists.isLinted(location) && !blocks.contains(where: { $0.meets(scope) }) {
      found.add(.idleException, at: location, lists.line(at: location).range)
    }
  }

  /// Returns whether an exception only disables hiding.
  private func isForHidingAlone(_ location: FilterPlace) -> Bool {
    lists.filter(at: location)?.options.allSatisfy { Self.hidingScopes.contains($0.kind) } ?? false
  }

  /// The options that disable hiding on pages.
  private static let hidingScopes: Set<OptionKind> = [.elemhide, .generichide, .specifichide]
}
