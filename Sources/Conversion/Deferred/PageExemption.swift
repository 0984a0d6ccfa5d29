import FilterSyntax

/// An exception for whole pages, as far as it holds for what is done in pages: `@@||a.com^$elemhide`.
public struct PageExemption: Hashable, Sendable {
  /// What is not done on its pages.
  public struct Parts: OptionSet, Hashable, Sendable {
    /// The parts as bits.
    public let rawValue: Int

    /// A set by its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Hiding and styles of filters that name the page's host.
    public static let specificHiding = Self(rawValue: 1)
    /// Hiding and styles of filters for all pages.
    public static let genericHiding = Self(rawValue: 2)
    /// Scriptlets.
    public static let scriptlets = Self(rawValue: 4)
  }

  /// What is not done.
  public var parts: Parts
  /// The hosts of its pages, with all below them, and `name.*`; nil where the pages are told by more than their host.
  public var hosts: [String]?
  /// Whether there is nothing more to the filter that rules do not say.
  public var isWhole: Bool
  /// Index of the list among the inputs.
  public var source: Int
  /// Where it is in its list: all of the filter.
  public var location: TextLocation
  /// Number of the line in its list, from 1.
  public var line: Int { location.line }
}

extension PageExemption {
  /// The exceptions for whole pages of all lists, in their order.
  static func all(
    in sources: [ParsedSource], but badfilters: Badfilters, _ options: ConversionOptions
  ) -> [PageExemption] {
    var found: [(filter: NetworkFilter, parts: Parts, source: Int, line: Int)] = []
    let activeLines = ActiveLines(constants: options.constants)
    for (number, source) in sources.enumerated() {
      let active = activeLines.read(source.list)
      for (index, line) in source.list.lines.enumerated() {
        guard case .network(let filter) = line.content, active.counts(index) else { continue }
        let parts = Parts(filter)
        if !parts.isEmpty { found.append((filter, parts, number, index)) }
      }
    }
    var exemptions: [PageExemption] = []
    for (filter, parts, source, line) in found {
      let list = sources[source].list
      let location = sources[source].location(ofLine: line)
      guard !badfilters.disables(filter, in: list.bytes.span) else { continue }
      let removed = badfilters.removedDomains(of: filter, in: list.bytes.span)
      let hosts = hosts(of: filter, without: removed, in: list.bytes.span)
      if let hosts, hosts.isEmpty { continue }
      exemptions.append(
        PageExemption(
          parts: parts, hosts: hosts, isWhole: isWhole(filter), source: source, location: location))
    }
    return exemptions
  }

  /// Whether all options are said by rules, or by the parts.
  private static func isWhole(_ filter: NetworkFilter) -> Bool {
    filter.options.allSatisfy { option in
      option.isNegated || !Parts(option.kind).isEmpty || OptionSupport(option.kind).outcome != .deferred
    }
  }

  /// The hosts of the pages that an exception means, if these are all that it says of them; none if a `$badfilter` switches
  /// it off on all of these.
  private static func hosts(
    of filter: NetworkFilter, without removedDomains: Set<FilterIdentity.Value>, in bytes: Span<UInt8>
  ) -> [String]? {
    var filter = filter
    // Which pages are meant is said by the others.
    filter.options.removeAll { !Parts($0.kind).isEmpty || $0.kind == .content }
    guard var options = try? FilterOptions(filter, in: bytes), options.types.isEmpty,
      options.excludedTypes.isEmpty, options.loadTypes.isEmpty
    else { return nil }
    if !options.remove(removedDomains, in: bytes) { return [] }
    if case .plain(let plain) = filter.pattern, plain.body.isEmpty, options.requestDomains.isEmpty,
      options.allowedRequestDomains.isEmpty, let domains = try? DomainSet(options.domains, in: bytes),
      domains.onlyIncludesNames, !domains.entities.isEmpty
    {
      return domains.hosts.map { String(decoding: $0, as: UTF8.self) }
        + domains.entities.map { "\(String(decoding: $0, as: UTF8.self)).*" }
    }
    guard
      case .hosts(let hosts)? = try? PageException.pages(of: filter, options, in: bytes).0
    else { return nil }
    return hosts.map { String(decoding: $0.host, as: UTF8.self) }
  }
}

extension PageExemption.Parts {
  /// What an exception takes away; nothing for all other filters.
  fileprivate init(_ filter: NetworkFilter) {
    var parts: Self = []
    for option in filter.options where filter.isException && !option.isNegated {
      parts.formUnion(Self(option.kind))
    }
    self = filter.options.contains { $0.kind == .badfilter } ? [] : parts
  }

  fileprivate init(_ option: OptionKind) {
    self =
      switch option {
      case .elemhide: [.specificHiding, .genericHiding]
      case .specifichide: .specificHiding
      case .generichide: .genericHiding
      case .jsinject: .scriptlets
      case .document: [.specificHiding, .genericHiding, .scriptlets]
      case .script, .image, .stylesheet, .font, .media, .object, .subdocument, .xmlhttprequest, .websocket,
        .ping, .other, .webrtc, .webbundle, .popup, .popunder, .all, .thirdParty, .firstParty,
        .strictThirdParty, .strictFirstParty, .domain, .to, .denyallow, .method, .app, .sitekey, .header,
        .ipaddress, .network, .client, .ctag, .dnstype, .top, .requestheader, .matchCase, .important,
        .badfilter, .cname, .reason, .noop, .urlblock, .genericblock, .content, .extension, .stealth,
        .redirect, .rewrite, .empty, .mp4, .csp, .permissions, .cookie, .removeparam, .removeheader, .replace,
        .urltransform, .urlskip, .hls, .jsonprune, .xmlprune, .referrerpolicy, .dnsrewrite, .redirectRule,
        .inlineScript, .inlineFont, .unknown:
        []
      }
  }
}
