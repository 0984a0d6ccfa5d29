/// The filter syntax of one family of ad blockers. Dialects differ in the meaning of a line that contains
/// only a host name.
@nonexhaustive public enum Dialect: String, CaseIterable, Hashable, Sendable {
  /// Adblock Plus and EasyList. A host name is text that can match anywhere in a URL.
  case adblockPlus = "abp"
  /// uBlock Origin. A host name matches that host and all its subdomains.
  case uBlockOrigin = "ublock"
  /// AdGuard. A host name means the same as in Adblock Plus.
  case adGuard = "adguard"
  /// Hosts files and domain lists. A host name matches that host and all its subdomains.
  case hosts

  /// Whether a line that contains only a host name matches that host, instead of the text anywhere in a URL.
  public var readsHostNamesAsHosts: Bool { self == .uBlockOrigin || self == .hosts }

  /// The name of the ad blocker or of the kind of list.
  public var name: String {
    switch self {
    case .adblockPlus: "Adblock Plus"
    case .uBlockOrigin: "uBlock Origin"
    case .adGuard: "AdGuard"
    case .hosts: "hosts files"
    }
  }

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

extension NetworkFilter {
  /// Returns the host if the filter consists of a host name that the dialect applies to the host and its
  /// subdomains. uBlock Origin requires a dot in the name. Domain lists also accept single labels, `.h`,
  /// `*.h` and `h.`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the list.
  ///   - dialect: The dialect of the list.
  public func hostName(in bytes: Span<UInt8>, for dialect: Dialect) -> ByteRange? {
    guard dialect.readsHostNamesAsHosts, options.isEmpty, !isException, case .plain(let plain) = pattern,
      plain.start == .anywhere, !plain.isEndAnchored, !plain.body.isEmpty
    else { return nil }
    guard dialect == .hosts else {
      guard plain.body.count > 3, DomainListParser.isHost(bytes, plain.body) else { return nil }
      return bytes.firstIndex(of: ASCII.dot, in: plain.body) == nil ? nil : plain.body
    }
    // The only wildcard that may have been removed is the `*` of `*.h`.
    guard plain.range.upperBound == plain.body.upperBound,
      plain.range.lowerBound == plain.body.lowerBound
        || plain.range.count == plain.body.count + 1 && bytes[plain.range.lowerBound] == ASCII.star
          && bytes[plain.body.lowerBound] == ASCII.dot
    else { return nil }
    let name = HostsLineParser.name(bytes, plain.range)
    return DomainListParser.isHost(bytes, name) ? name : nil
  }

  /// Returns the host if the pattern is `||host^`, which matches that host and its subdomains; nil for any
  /// other pattern.
  ///
  /// - Parameter bytes: the bytes of the list.
  public func hostAndBelow(in bytes: Span<UInt8>) -> ByteRange? {
    guard case .plain(let plain) = pattern, plain.start == .hostLabel, !plain.isEndAnchored,
      !plain.body.isEmpty,
      bytes[plain.body.upperBound - 1] == ASCII.caret
    else { return nil }
    let host = ByteRange(plain.body.lowerBound, plain.body.upperBound - 1)
    return DomainListParser.isHost(bytes, host) ? host : nil
  }
}
