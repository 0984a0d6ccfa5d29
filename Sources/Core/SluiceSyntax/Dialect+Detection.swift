extension Dialect {
  /// Detects the dialect of a list from its header, its title or syntax that only one dialect has.
  static func detect(_ list: FilterList) -> Dialect {
    if list.kind.namesHosts { return .hosts }
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
        if bytes.hasText("AdGuard", at: metadata.value.lowerBound, in: metadata.value) {
          // The lists of AdGuard's DNS servers.
          return metadata.value.indices.contains { bytes.hasText("DNS", at: $0, in: metadata.value) }
            ? .hosts : .adGuard
        }
      case .hosts: hostNames += 1
      case .network(let filter):
        // A single word can also be a part of URLs.
        let name = filter.hostName(in: bytes, for: .uBlockOrigin)
        if let name, bytes.firstIndex(of: ASCII.dot, in: name) != nil { hostNames += 1 } else { others += 1 }
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
