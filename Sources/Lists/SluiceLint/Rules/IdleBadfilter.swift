import SluiceConversion

extension OwnRule {
  static let idleBadfilter = OwnRule(
    .notNeeded, .note, "unused: these lists do not contain the filter that this one turns off",
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
        turnedOff.add(filter, plain, at: location, plain.range, bytes.span)
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
      found.add(.idleBadfilter, at: location, lists.line(at: location).range)
    }
    return texts
  }
}
