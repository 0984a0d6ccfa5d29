extension Dialect {
  /// Detects the dialect of a list from its header, its title or syntax that only one dialect has.
  public static func detect(_ list: FilterList) -> Dialect {
    let bytes = list.bytes.span
    var hostNames = 0
    var others = 0
    var marked: Dialect?
    for line in list.lines {
      switch line.content {
      case .header(let name):
        if bytes.hasText("uBlock", at: name.lowerBound, in: name) { return .uBlockOrigin }
        if bytes.hasText("AdGuard", at: name.lowerBound, in: name) { return .adGuard }
        if bytes.hasText("Adblock", at: name.lowerBound, in: name) { return .adblockPlus }
      case .metadata(let metadata):
        guard bytes.isText("Title", metadata.key) else { continue }
        if bytes.hasText("uBlock", at: metadata.value.lowerBound, in: metadata.value) { return .uBlockOrigin }
        if bytes.hasText("AdGuard", at: metadata.value.lowerBound, in: metadata.value) { return .adGuard }
      case .hosts: hostNames += 1
      case .network(let filter):
        if isHostName(filter, of: list, bytes) { hostNames += 1 } else { others += 1 }
      case .cosmetic(let filter):
        others += 1
        if marked == nil { marked = dialect(of: filter, bytes) }
      case .blank, .comment, .directive, .hint, .continuation, .rejected: break
      }
    }
    if let marked { return marked }
    // A domain list can have a few exceptions in filter syntax.
    return hostNames > 0 && hostNames >= 9 * others ? .hosts : .adblockPlus
  }

  /// Returns whether a filter counts as a host name. In domain lists, every name counts; in other lists, only
  /// names with a dot.
  private static func isHostName(_ filter: NetworkFilter, of list: FilterList, _ bytes: Span<UInt8>) -> Bool {
    guard list.kind.namesHosts else { return filter.hostName(in: bytes, for: .uBlockOrigin) != nil }
    return filter.hostName(in: bytes, for: .hosts) != nil
  }

  private static func dialect(of filter: CosmeticFilter, _ bytes: Span<UInt8>) -> Dialect? {
    switch filter.kind {
    case .scriptlet where bytes.hasText("+js", at: filter.body.lowerBound, in: filter.body): .uBlockOrigin
    case .responseHeader: .uBlockOrigin
    case .html: bytes[filter.body.lowerBound] == ASCII.caret ? .uBlockOrigin : .adGuard
    case .script: .adGuard
    case .hiding, .extendedHiding, .style, .extendedStyle, .snippet, .scriptlet:
      filter.modifiers.isEmpty ? nil : .adGuard
    }
  }
}
