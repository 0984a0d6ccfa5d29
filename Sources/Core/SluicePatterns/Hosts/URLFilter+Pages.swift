import SluiceRules

extension URLFilter {
  /// Returns url-filters for the pages of `host` and its subdomains, without those of the hosts in
  /// `excluded`. The excluded hosts must be below `host`.
  ///
  /// There is one filter for each place where a name can differ from all excluded names; see ``NameTree``.
  package static func pages(of host: [UInt8], without excluded: [[UInt8]]) -> [URLFilter] {
    guard !excluded.isEmpty, let tree = NameTree(excluded.map { Array($0.dropLast(host.count + 1)) }) else {
      return Domain(host, includesSubdomains: true).map { [.page($0)] } ?? []
    }
    var filters: [URLFilter] = []
    if let filter = pages(ofExactly: host) { filters.append(filter) }
    for place in tree.nodes {
      let ending = place.suffix + [ASCII.dot] + host
      // The name is longer than this suffix. The character before the suffix differs from that of every
      // excluded name.
      var builder = URLFilterBuilder.atAuthority()
      builder.authorityRun()
      builder.otherThan(
        place.next + Array("/@".utf8) + (place.isName || place.suffix.isEmpty ? [ASCII.dot] : []))
      for byte in ending { builder.literal(byte) }
      builder.pageHostEnd()
      if let filter = builder.finish() { filters.append(filter) }
      // The name equals this suffix.
      if place.isOtherHost, let filter = pages(ofExactly: ending) { filters.append(filter) }
    }
    return filters
  }

  /// Returns the url-filter for pages of a host, without those of hosts below it.
  package static func pages(ofExactly host: [UInt8]) -> URLFilter? {
    Domain(host, includesSubdomains: false).map { .page($0) }
  }
}
