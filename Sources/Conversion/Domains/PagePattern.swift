import ContentBlocker

/// Url-filters that match the URL of a page by its host.
package enum PagePattern {
  /// Pages of this host and of those below it.
  static func host(_ host: [UInt8]) -> URLFilter? { URLFilter.host(host.span) }

  /// Pages of `name` under a public suffix: a top-level domain, or `co` or `com` with one before it.
  static func entity(_ name: [UInt8]) -> URLFilter? { pages(of: .entity(name), .included) }

  /// Pages of `name` under any one or two labels, which is more than its public suffixes.
  static func anySuffix(_ name: [UInt8]) -> URLFilter? { pages(of: .entity(name), .excluded) }

  /// Pages of a host or an entity.
  static func pages(of name: PageName, _ form: SuffixForm) -> URLFilter? {
    if case .host(let host) = name { return self.host(host) }
    var builder = upToHostEnd(of: name, form, .hosts)
    builder.hostEnd()
    return builder.finish()
  }

  /// A pattern that ends where the host of a name does.
  static func upToHostEnd(
    of name: PageName, _ form: SuffixForm, _ variant: URLFilterBuilder.HostAnchorVariant
  ) -> URLFilterBuilder {
    switch name {
    case .host(let host):
      var builder = URLFilterBuilder.atHostLabel(capacity: host.count + 32, variant: variant)
      for byte in host { builder.literal(byte) }
      return builder
    case .entity(let name):
      var builder = upToHostEnd(of: .host(name), form, variant)
      builder.literal(UInt8(ascii: "."))
      switch form {
      case .included: builder.publicSuffix()
      case .excluded: builder.oneOrTwoLabels()
      }
      return builder
    }
  }

  /// Pages of `host` and those below it, but for the hosts `excluded`, which are below it, and those below
  /// these.
  ///
  /// WebKit has no look-ahead and a trigger has one condition, so the rest is spelled out: with the
  /// excluded names in a tree from their last character to their first, one filter for each place where a
  /// name can leave the tree.
  package static func host(_ host: [UInt8], without excluded: [[UInt8]]) -> [URLFilter] {
    guard !excluded.isEmpty else { return self.host(host).map { [$0] } ?? [] }
    var filters: [URLFilter] = []
    if let filter = exact(host) { filters.append(filter) }
    let names = excluded.map { Array($0.dropLast(host.count + 1)) }
    var suffixes: [[UInt8]] = [[]]
    var seen: Set<[UInt8]> = [[]]
    while let suffix = suffixes.popLast() {
      let longer = names.filter { $0.count > suffix.count && $0.ends(with: suffix) }
      let next = Set(longer.map { $0[$0.count - suffix.count - 1] }).sorted()
      for byte in next where seen.insert([byte] + suffix).inserted { suffixes.append([byte] + suffix) }
      let isExcluded = names.contains(suffix)
      let ending = suffix + [UInt8(ascii: ".")] + host
      // The name is longer than this suffix and goes on with a character that no excluded name has there.
      var builder = URLFilterBuilder.atAuthority()
      builder.authorityRun()
      builder.otherThan(
        next + [UInt8(ascii: "/")] + (isExcluded || suffix.isEmpty ? [UInt8(ascii: ".")] : []))
      for byte in ending { builder.literal(byte) }
      builder.hostEnd()
      if let filter = builder.finish() { filters.append(filter) }
      // The name is this suffix.
      if !isExcluded, let first = suffix.first, first != UInt8(ascii: "."), let filter = exact(ending) {
        filters.append(filter)
      }
    }
    return filters
  }

  private static func exact(_ host: [UInt8]) -> URLFilter? {
    var builder = URLFilterBuilder.atAuthority()
    for byte in host { builder.literal(byte) }
    builder.hostEnd()
    return builder.finish()
  }
}

extension [UInt8] {
  fileprivate func ends(with suffix: [UInt8]) -> Bool {
    count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
  }
}
