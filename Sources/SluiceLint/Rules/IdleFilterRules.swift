import SluiceConversion
import SluiceText

extension OwnRule {
  static let idleException = OwnRule(
    .notNeeded, severity: .note,
    message: "unused: no filter in these lists blocks the requests that this exception allows",
    meaning:
      "No filter of these lists acts on the types and the party of the exception, or nothing is hidden on the pages where"
      + " it turns off hiding. Pass the lists that it is meant for with `--against`.",
    example: "||ads.example^$script\n@@||ads.example^$websocket",
    instead: "remove it, or pass the list that it is meant for",
    advice: "remove it, or pass the list that it is meant for with --against",
    check: .comparison)
}

extension LintIndex {
  /// Finds exceptions for request types and parties that no filter blocks, and exceptions to hiding if no
  /// filter hides elements.
  func checkExceptions(_ found: inout LintFindingCollector) {
    guard found.isOn(.idleException) else { return }
    if !cosmetic.contains(where: { !$0.filter.isException }), lists.sources.count > lists.lintedCount {
      for location in hidingExceptions where lists.isLinted(location) && isForHidingAlone(location) {
        found.add(.idleException, at: location, span: lists.line(at: location).range)
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
      found.add(.idleException, at: location, span: lists.line(at: location).range)
    }
  }

  private func isForHidingAlone(_ location: FilterPlace) -> Bool {
    lists.filter(at: location)?.options.allSatisfy { Self.hidingScopes.contains($0.kind) } ?? false
  }
}

extension OwnRule {
  static let idleHidingException = OwnRule(
    .notNeeded, severity: .note,
    message: "unused: no filter in these lists hides the elements of this exception",
    meaning:
      "No filter has exactly this selector on any of these pages, so the exception has no effect. Pass the lists that it"
      + " is meant for with `--against`.",
    example: "||ads.example^\nnews.example#@#.ad",
    instead: "remove it, or pass the list that it is meant for",
    advice: "remove it, or pass the list that it is meant for with --against",
    check: .comparison)
}

extension CosmeticCoverage {
  func checkException(
    _ entry: CosmeticEntry, pages: CosmeticPages, others: CosmeticPagesIndex,
    found: inout LintFindingCollector
  ) {
    guard entry.filter.kind == .hiding || entry.filter.kind == .extendedHiding,
      !others.hides(on: pages)
    else { return }
    found.add(.idleHidingException, at: entry.location, span: lists.line(at: entry.location).range)
  }
}

extension OwnRule {
  static let idleBadfilter = OwnRule(
    .notNeeded, severity: .note,
    message: "unused: these lists do not contain the filter that this one turns off",
    meaning:
      "`badfilter` turns off the filter that is equal apart from that option. These lists have no such filter. Pass the"
      + " lists that it is meant for with `--against`.",
    example: "||ads.example^$script\n||ads.example^$image,badfilter",
    instead: "write the filter exactly as in its list, or remove this one",
    advice: "write the filter exactly as in its list; pass that list with --against",
    check: .comparison)
}

extension LintIndex {
  /// Finds `$badfilter` filters that disable nothing. Returns the patterns of all `$badfilter` filters, to
  /// find the filters that they disable.
  func checkBadfilters(_ found: inout LintFindingCollector) -> Set<HostKey> {
    guard !badfilters.isEmpty else { return [] }
    var turnedOff = NetworkEntries()
    var idle: [FilterIdentity: [FilterPlace]] = [:]
    var partial: [(identity: FilterIdentity, comparison: RemovedDomains.Comparison)] = []
    // Filters that differ only in their domains, merged into one identity with all domains. The key is the
    // identity without domains.
    var named: [FilterIdentity: FilterIdentity] = [:]
    for location in badfilters {
      guard let filter = lists.filter(at: location) else { continue }
      let bytes = lists.bytes(of: location)
      let dialect = dialects[location.source]
      let identity = FilterIdentity(filter, for: dialect.dialect, in: bytes.span)
      idle[identity, default: []].append(location)
      if let comparison = dialect.comparison(filter, in: bytes.span) {
        partial.append((identity, comparison))
        named[identity.onAnyPages] = identity.onAnyPages
      }
      if let name = FilterIdentity.hostName(of: filter, for: dialect.dialect, in: bytes.span) {
        turnedOff.add(host: name, at: location, isPartOfLine: false, bytes.span)
      } else if case .plain(let plain) = filter.pattern {
        turnedOff.add(filter, plain: plain, at: location, place: plain.range, in: bytes.span)
      }
    }
    // `$badfilter` filters with a host as pattern, by that host, because they also disable lines of hosts
    // files.
    let hosts = Dictionary(
      idle.keys.compactMap { identity in
        identity.blockedHost.map { (HostKey($0 + [ASCII.caret]), identity) }
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
    for (identity, comparison) in partial {
      guard let others = named[identity.onAnyPages], identity.namesDomains(of: others, comparison) else {
        continue
      }
      idle[identity] = nil
    }
    for location in idle.values.joined() where lists.isLinted(location) {
      found.add(.idleBadfilter, at: location, span: lists.line(at: location).range)
    }
    return texts
  }
}
