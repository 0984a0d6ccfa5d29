import SluiceRules
import SluiceSyntax
import SluiceText

/// An exception for whole pages, such as `@@||a.com^$elemhide`. It describes only the effect on page scripts.
public struct ExemptPages: Hashable, Sendable {
  /// The kinds of actions that an exemption disables.
  public struct Parts: OptionSet, Hashable, Sendable {
    /// The raw bits.
    public let rawValue: Int

    /// Creates a set from raw bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Hiding and styling by filters that name the host of the page.
    package static let specificHiding = Self(rawValue: 1)
    /// Hiding and styling by filters for all pages.
    package static let genericHiding = Self(rawValue: 2)
    /// Scriptlets.
    package static let scriptlets = Self(rawValue: 4)
    /// Removal by HTML filters.
    package static let htmlFilters = Self(rawValue: 8)
  }

  /// The disabled actions.
  package var parts: Parts
  /// The hosts of the pages, including subdomains, with `name.*` for any public suffix; `nil` if the pages
  /// are not defined by hosts alone.
  package var hosts: [String]?
  /// The pages as rules name them; nil if they cannot.
  var pages: WholePageException.Pages?
  /// Whether ``pages`` has more pages than the exception.
  var isWider = false
  /// Whether rules and ``parts`` together cover the whole effect of the filter.
  package var exemptsAllFilters: Bool
  /// The list and the line of the filter.
  package var place: FilterPlace
  /// The location of the whole filter in its list.
  package var location: TextLocation
  /// The line number in the list, from 1.
  package var line: Int { location.line }
}

extension ExemptPages {
  static func all(
    in sources: [ParsedSource], but badfilters: Badfilters, _ options: ConversionOptions
  ) -> [ExemptPages] {
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
    var exemptions: [ExemptPages] = []
    for (filter, parts, place) in found {
      let list = sources[place.source].list
      let location = sources[place.source].location(ofLine: place.lineIndex)
      let dialect = dialects[place.source]
      guard !badfilters.disables(filter, dialect: dialect, in: list.bytes.span) else { continue }
      let removed = badfilters.removedDomains(of: filter, dialect, in: list.bytes.span)
      let (hosts, pages) = pages(of: filter, dialect: dialect, without: removed, in: list.bytes.span)
      if let hosts, hosts.isEmpty { continue }
      exemptions.append(
        ExemptPages(
          parts: parts, hosts: hosts,
          pages: pages ?? widerPages(of: filter, dialect: dialect, in: list.bytes.span),
          isWider: pages == nil,
          exemptsAllFilters: exemptsAllFilters(filter), place: place, location: location))
    }
    return exemptions
  }

  /// Returns the names of hosts that include all pages of an exception, and those that precede any suffix: `name.*`. Both
  /// are empty if it does not name them.
  static func names(
    of filter: NetworkFilter, in bytes: Span<UInt8>
  ) -> (hosts: [[UInt8]], entities: [[UInt8]]) {
    if let host = WholePageException.hostAndPath(of: filter.pattern, in: bytes)?.host { return ([host], []) }
    if let entity = entity(of: filter.pattern, in: bytes) { return ([], [entity]) }
    guard let options = try? FilterOptions(filter, in: bytes),
      let domains = try? DomainSet(options.domains, precedence: .excluded, in: bytes),
      !domains.includesNothing, domains.regexes.isEmpty, domains.paths.isEmpty
    else { return ([], []) }
    return (domains.hosts, domains.entities)
  }

  /// Returns `name` for a pattern that begins with `||name.*/` or `||name.*^`.
  private static func entity(of pattern: Pattern, in bytes: Span<UInt8>) -> [UInt8]? {
    guard case .plain(let plain) = pattern, plain.start == .hostLabel else { return nil }
    let (start, end) = (plain.body.lowerBound, plain.body.upperBound)
    let star = bytes.endOfRun(from: start, to: end) {
      $0.isNameByte || $0 == ASCII.dash || $0 == ASCII.dot
    }
    guard star > start + 1, star + 1 < end, bytes[star - 1] == ASCII.dot, bytes[star] == ASCII.star,
      bytes[star + 1] == ASCII.slash || bytes[star + 1] == ASCII.caret
    else { return nil }
    return bytes.lowercased(ByteRange(start, star - 1))
  }

  /// Returns pages that include all pages of an exception that rules cannot name; nil if rules cannot name those either.
  static func widerPages(
    of filter: NetworkFilter, dialect: ListDialect, in bytes: Span<UInt8>
  ) -> WholePageException.Pages? {
    var wider = filter
    wider.options.removeAll {
      !Parts($0.kind).isEmpty || $0.kind.role == .type || $0.kind == .domain || $0.kind == .top
        || $0.kind == .to || $0.kind == .denyallow
    }
    let isForAllURLs = if case .plain(let plain) = filter.pattern { plain.body.isEmpty } else { false }
    if !isForAllURLs, let options = try? FilterOptions(wider, in: bytes),
      let pages = try? WholePageException.pages(of: wider, options, dialect: dialect, in: bytes).0
    {
      return pages
    }
    let names = names(of: filter, in: bytes)
    let hosts = names.hosts.compactMap { Domain($0, includesSubdomains: true) }
    return hosts.isEmpty || !names.entities.isEmpty ? nil : .hosts(hosts)
  }

  /// Returns whether rules or ``parts`` cover every option of the filter.
  private static func exemptsAllFilters(_ filter: NetworkFilter) -> Bool {
    filter.options.allSatisfy { option in
      option.isNegated || !Parts(option.kind).isEmpty || option.kind.meaning.outcome != .needsScript
    }
  }

  /// Returns the hosts of the pages of an exception, or `nil` if it depends on more than hosts, and the pages as rules
  /// name them, or `nil` if they cannot.
  ///
  /// The hosts are empty if a `$badfilter` disables the exception on all of them.
  private static func pages(
    of filter: NetworkFilter, dialect: ListDialect, without removedDomains: RemovedDomains?,
    in bytes: Span<UInt8>
  ) -> (hosts: [String]?, WholePageException.Pages?) {
    var filter = filter
    // The remaining options define the pages. Types are about requests of pages.
    filter.options.removeAll { !Parts($0.kind).isEmpty || $0.kind.role == .type }
    guard var options = try? FilterOptions(filter, in: bytes), options.loadTypes.isEmpty,
      options.strictParty == nil
    else { return (nil, nil) }
    if !options.remove(removedDomains, in: bytes) { return ([], nil) }
    let pages = try? WholePageException.pages(of: filter, options, dialect: dialect, in: bytes).0
    if case .plain(let plain) = filter.pattern, plain.body.isEmpty, options.requestDomains.isEmpty,
      options.allowedRequestDomains.isEmpty,
      let domains = try? options.pages(dialect, isException: true, in: bytes),
      domains.onlyIncludesNames, !domains.entities.isEmpty
    {
      let names =
        domains.hosts.map { String(decoding: $0, as: UTF8.self) }
        + domains.entities.map { "\(String(decoding: $0, as: UTF8.self)).*" }
      return (names, pages)
    }
    guard case .hosts(let hosts)? = pages else { return (nil, pages) }
    return (hosts.map { $0.hostString }, pages)
  }
}

extension ExemptPages.Parts {
  /// Returns the actions that an exception disables; empty for all other filters.
  fileprivate init(_ filter: NetworkFilter) {
    var parts: Self = []
    for option in filter.options where filter.isException && !option.isNegated {
      parts.formUnion(Self(option.kind))
    }
    self = filter.options.contains { $0.kind == .badfilter } ? [] : parts
  }

  fileprivate init(_ option: OptionKind) {
    let scopes = option.meaning.effect.pageScopes
    self = scopes.contains(.document) ? [.specificHiding, .genericHiding, .scriptlets, .htmlFilters] : []
    if !scopes.isDisjoint(with: [.elemhide, .specifichide]) { insert(.specificHiding) }
    if !scopes.isDisjoint(with: [.elemhide, .generichide]) { insert(.genericHiding) }
    if scopes.contains(.scripts) { insert(.scriptlets) }
    if scopes.contains(.html) { insert(.htmlFilters) }
  }
}
