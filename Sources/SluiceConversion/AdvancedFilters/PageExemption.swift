import SluiceRules
import SluiceSyntax

/// An exception for whole pages, such as `@@||a.com^$elemhide`. It describes only the effect on page scripts.
public struct PageExemption: Hashable, Sendable {
  /// The kinds of actions that an exemption disables.
  public struct Parts: OptionSet, Hashable, Sendable {
    /// The raw bits.
    public let rawValue: Int

    /// Creates a set from raw bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Hiding and styling by filters that name the host of the page.
    public static let specificHiding = Self(rawValue: 1)
    /// Hiding and styling by filters for all pages.
    public static let genericHiding = Self(rawValue: 2)
    /// Scriptlets.
    public static let scriptlets = Self(rawValue: 4)
    /// Removal by HTML filters.
    public static let htmlFilters = Self(rawValue: 8)
  }

  /// The disabled actions.
  public var parts: Parts
  /// The hosts of the pages, including subdomains, with `name.*` for any public suffix; `nil` if the pages
  /// are not defined by hosts alone.
  public var hosts: [String]?
  /// The hosts of all pages, including subdomains, if ``hosts`` is nil and the pages have known hosts; empty otherwise.
  var widerHosts: [[UInt8]] = []
  /// Whether rules and ``parts`` together cover the whole effect of the filter.
  public var exemptsAllFilters: Bool
  /// The list and the line of the filter.
  public var place: FilterPlace
  /// The location of the whole filter in its list.
  public var location: TextLocation
  /// The line number in the list, from 1.
  public var line: Int { location.line }
}

extension PageExemption {
  /// Returns the exceptions for whole pages in all lists, in order.
  static func all(
    in sources: [ParsedSource], but badfilters: Badfilters, _ options: ConversionOptions
  ) -> [PageExemption] {
    var found: [(filter: NetworkFilter, parts: Parts, place: FilterPlace)] = []
    let activeLines = ActiveLines(constants: options.constants)
    for (number, source) in sources.enumerated() {
      let active = activeLines.read(source.list)
      for (index, line) in source.list.lines.enumerated() {
        guard case .network(let filter) = line.content, active.isActive(index) else { continue }
        let parts = Parts(filter)
        if !parts.isEmpty { found.append((filter, parts, FilterPlace(source: number, lineIndex: index))) }
      }
    }
    let dialects = found.isEmpty ? [] : sources.map { ListDialect(of: $0, options) }
    var exemptions: [PageExemption] = []
    for (filter, parts, place) in found {
      let list = sources[place.source].list
      let location = sources[place.source].location(ofLine: place.lineIndex)
      let dialect = dialects[place.source]
      guard !badfilters.disables(filter, dialect: dialect, in: list.bytes.span) else { continue }
      let removed = badfilters.removedDomains(of: filter, dialect, in: list.bytes.span)
      let hosts = hosts(
        of: filter, dialect, without: removed, in: list.bytes.span)
      if let hosts, hosts.isEmpty { continue }
      exemptions.append(
        PageExemption(
          parts: parts, hosts: hosts,
          widerHosts: hosts == nil ? widerHosts(of: filter, in: list.bytes.span) : [],
          exemptsAllFilters: exemptsAllFilters(filter), place: place, location: location))
    }
    return exemptions
  }

  /// Returns hosts that include all pages of an exception; empty if it does not name them.
  static func widerHosts(of filter: NetworkFilter, in bytes: Span<UInt8>) -> [[UInt8]] {
    if let host = PageException.hostAndPath(of: filter.pattern, in: bytes)?.host { return [host] }
    guard let options = try? FilterOptions(filter, in: bytes),
      let domains = try? DomainSet(options.domains, precedence: .excluded, in: bytes),
      !domains.includesNothing,
      domains.entities.isEmpty, domains.regexes.isEmpty, domains.paths.isEmpty
    else { return [] }
    return domains.hosts
  }

  /// Returns whether rules or ``parts`` cover every option of the filter.
  private static func exemptsAllFilters(_ filter: NetworkFilter) -> Bool {
    filter.options.allSatisfy { option in
      option.isNegated || !Parts(option.kind).isEmpty || option.kind.meaning.outcome != .needsScript
    }
  }

  /// Returns the hosts of the pages of an exception, or `nil` if it depends on more than hosts.
  ///
  /// Returns an empty array if a `$badfilter` disables the exception on all of these hosts.
  private static func hosts(
    of filter: NetworkFilter, _ dialect: ListDialect, without removedDomains: RemovedDomains?,
    in bytes: Span<UInt8>
  ) -> [String]? {
    var filter = filter
    // The remaining options define the pages. Types are about requests of pages.
    filter.options.removeAll {
      !Parts($0.kind).isEmpty || $0.kind.meaning.effect.isType
    }
    guard var options = try? FilterOptions(filter, in: bytes), options.loadTypes.isEmpty,
      options.strictParty == nil
    else { return nil }
    if !options.remove(removedDomains, in: bytes) { return [] }
    if case .plain(let plain) = filter.pattern, plain.body.isEmpty, options.requestDomains.isEmpty,
      options.allowedRequestDomains.isEmpty,
      let domains = try? options.pages(dialect, isException: true, in: bytes),
      domains.onlyIncludesNames, !domains.entities.isEmpty
    {
      return domains.hosts.map { String(decoding: $0, as: UTF8.self) }
        + domains.entities.map { "\(String(decoding: $0, as: UTF8.self)).*" }
    }
    guard
      case .hosts(let hosts)? = try? PageException.pages(of: filter, options, dialect: dialect, in: bytes).0
    else { return nil }
    return hosts.map { $0.hostString }
  }
}

extension PageExemption.Parts {
  /// Returns the actions that an exception disables; empty for all other filters.
  fileprivate init(_ filter: NetworkFilter) {
    var parts: Self = []
    for option in filter.options where filter.isException && !option.isNegated {
      parts.formUnion(Self(option.kind))
    }
    self = filter.options.contains { $0.kind == .badfilter } ? [] : parts
  }

  fileprivate init(_ option: OptionKind) {
    self =
      switch option.meaning.effect {
      case .type(.document): [.specificHiding, .genericHiding, .scriptlets, .htmlFilters]
      case .pageScope(.elemhide): [.specificHiding, .genericHiding]
      case .pageScope(.specifichide): .specificHiding
      case .pageScope(.generichide): .genericHiding
      case .pageModification(.scripts): .scriptlets
      case .pageModification(.html): .htmlFilters
      case .type, .objects, .missingType, .everything, .party, .strictThirdParty, .strictFirstParty, .pages,
        .topPages, .hosts, .allowedHosts, .matchCase, .important, .badfilter, .nothing, .pageScope, .cookies,
        .redirect, .redirectRule, .modification, .pageModification, .unsupported:
        []
      }
  }
}
