import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// Restricts patterns to requests whose host is not excluded. This implements `denyallow` and `to=~host`
/// within the pattern itself.
///
/// An exception after a block needs far fewer rules, but it overrides everything before it. That is suitable
/// only for blocks that can precede all others. This type handles all other filters.
struct RemainingHosts {
  /// The hosts that requests may go to, including their subdomains; `nil` for all hosts.
  var included: [[UInt8]]?
  /// The excluded hosts, including their subdomains.
  var excluded: [[UInt8]]
  /// The names of excluded entities. ``restrict(_:isCaseSensitive:in:)`` does not consider them.
  var excludedEntities: [[UInt8]]
  /// The range of the option that names the hosts, for findings.
  var place: ByteRange

  static let maximumFilters = 2_000

  /// Returns whether all requests that the pattern can match go to hosts that are not excluded.
  func holdAll(of pattern: Pattern, in bytes: Span<UInt8>) -> Bool {
    guard case .plain(let plain) = pattern else { return false }
    if let host = PatternConverter.exactHost(of: plain, in: bytes) { return isIncluded(host) }
    guard let (host, _) = PatternConverter.wholeHost(of: plain, in: bytes) else { return false }
    return includesAll(within: host)
  }

  /// Returns whether all requests that the pattern can match go to excluded hosts.
  func holdNone(of pattern: Pattern, in bytes: Span<UInt8>) -> Bool {
    let (excluded, entities) = (Set(excluded), Set(excludedEntities))
    func isExcluded(_ host: [UInt8]) -> Bool {
      HostNames.isHost(host, withinAny: excluded) || HostSuffix.isHost(host, withinAnyEntity: entities)
    }
    if let included, !included.isEmpty, included.allSatisfy(isExcluded) { return true }
    guard case .plain(let plain) = pattern else { return false }
    if let host = PatternConverter.exactHost(of: plain, in: bytes) {
      return isExcluded(host) || !isIncluded(host)
    }
    guard let (host, _) = PatternConverter.wholeHost(of: plain, in: bytes) else { return false }
    return isExcluded(host) || bases(within: host).allSatisfy(isExcluded)
  }

  /// Returns the url-filters of the restricted pattern, or `nil` if the restriction cannot be expressed.
  func restrict(
    _ pattern: Pattern, isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) throws(Finding) -> PatternConverter.Result? {
    guard case .plain(let plain) = pattern else { return nil }
    var result = PatternConverter.Result(filters: [], isCaseSensitive: isCaseSensitive)
    switch plain.start {
    case .url:
      guard let host = PatternConverter.exactHost(of: plain, in: bytes) else { return nil }
      guard isIncluded(host) else { throw .unsupported(.conflictingOptions, span: place) }
      return try PatternConverter.convert(pattern, isCaseSensitive: isCaseSensitive, in: bytes)
    case .hostLabel:
      guard let (host, end) = PatternConverter.wholeHost(of: plain, in: bytes) else { return nil }
      if includesAll(within: host) {
        return try PatternConverter.convert(pattern, isCaseSensitive: isCaseSensitive, in: bytes)
      }
      guard let starts = starts(at: bases(within: host)) else { return nil }
      let isSeparator = bytes[end] == ASCII.caret
      if isSeparator, end + 1 == plain.body.upperBound { result.isCaseSensitive = true }
      for var start in starts {
        if isSeparator { start.hostEnd() }
        result.filters += PatternConverter.finish(
          start, pattern: plain, from: isSeparator ? end + 1 : end, isCaseSensitive: isCaseSensitive,
          in: bytes)
      }
    case .anywhere:
      guard let starts = included.map({ starts(at: $0) }) ?? starts(outside: excluded, of: nil)
      else { return nil }
      var paths = starts.map(Self.path)
      if included == nil { paths.append(Self.bracketedAddressPath) }
      if plain.body.isEmpty {
        result.isCaseSensitive = true
        result.filters = paths.compactMap { $0.finish() }
      } else {
        switch TextInHost.match(of: plain, isCaseSensitive: isCaseSensitive, in: bytes) {
        case .never: break
        case .text(let text) where text.portion == .whole:
          if isIncluded(text.text) {
            result.filters = text.filters(ofWholeHost: plain, isCaseSensitive: isCaseSensitive, in: bytes)
          }
        case .text, .unknown:
          // Matches in the host itself are omitted.
          result.finding = .approximated(.requestDomains, span: place)
        }
        for path in paths {
          result.filters += Self.finish(path, pattern: plain, isCaseSensitive: isCaseSensitive, in: bytes)
        }
      }
    }
    if result.filters.isEmpty { throw .unsupported(.conflictingOptions, span: place) }
    return result.filters.count > Self.maximumFilters ? nil : result
  }

  // MARK: - Hosts

  /// Returns whether this host is included and nothing within it is excluded.
  private func includesAll(within host: [UInt8]) -> Bool {
    isIncluded(host) && !excluded.contains { HostNames.isHost($0, within: host) }
  }

  private func isIncluded(_ host: [UInt8]) -> Bool {
    func isWithin(_ name: [UInt8]) -> Bool { HostNames.isHost(host, within: name) }
    return included.map { $0.contains(where: isWithin) } ?? true && !excluded.contains(where: isWithin)
  }

  /// Returns the hosts within this one that are included together with their subdomains, regardless of
  /// exclusions below them.
  private func bases(within host: [UInt8]) -> [[UInt8]] {
    (isIncluded(host) ? [host] : [])
      + (included ?? []).filter { $0 != host && HostNames.isHost($0, within: host) }
  }

  /// Returns patterns that end with one of these hosts or with a subdomain that is not excluded; `nil` if
  /// there would be too many.
  private func starts(at bases: [[UInt8]]) -> [URLFilterBuilder]? {
    var inside: [[UInt8]: [[UInt8]]] = [:]
    for base in bases { inside[base] = [] }
    for name in excluded {
      for parent in HostNames.parents(of: name) { inside[parent]?.append(name) }
    }
    let excluded = Set(excluded)
    var all: [URLFilterBuilder] = []
    for base in bases where !HostNames.isHost(base, withinAny: excluded) {
      let names = (inside[base] ?? []).map { Array($0.dropLast(base.count + 1)) }
      guard let starts = starts(outside: names, of: base) else { return nil }
      all += starts
      if all.count > Self.maximumFilters { return nil }
    }
    return all
  }

  /// Returns patterns that end with a host that is neither one of these names nor a subdomain of one. If
  /// `base` is given, the names are relative to it, and the patterns also match `base` itself.
  private func starts(outside names: [[UInt8]], of base: [UInt8]?) -> [URLFilterBuilder]? {
    if let base, names.isEmpty { return [URLFilterBuilder(.labelBeforePath, host: base)] }
    guard let tree = NameTree(names, limit: Self.maximumFilters) else { return nil }
    var starts = base.map { [URLFilterBuilder(.host, host: $0)] } ?? []
    for place in tree.nodes {
      var start = URLFilterBuilder(.host, capacity: 64)
      // With a dot before the suffix, the host would be a subdomain of the name.
      let endsLabel = place.isName || (base != nil && place.suffix.isEmpty)
      start.hostRun(
        endingOtherThan: place.next + (endsLabel ? [ASCII.dot] : []), isOptional: place.isOtherHost)
      start.literals(place.suffix)
      if let base { start.literals([ASCII.dot] + base) }
      starts.append(start)
    }
    return starts
  }

  // MARK: - Paths

  /// Extends a pattern that ends with a host up to the `/` of the path.
  private static func path(_ start: URLFilterBuilder) -> URLFilterBuilder {
    var path = start
    path.optionalPort()
    path.literal(ASCII.slash)
    return path
  }

  /// Returns url-filters that match the pattern at or after the start of the path.
  private static func finish(
    _ path: URLFilterBuilder, pattern: PlainPattern, isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) -> [URLFilter] {
    var filters: [URLFilter] = []
    let first = bytes[pattern.body.lowerBound]
    if first == ASCII.slash || first == ASCII.caret {
      filters += PatternConverter.finish(
        path, pattern: pattern, from: pattern.body.lowerBound + 1, isCaseSensitive: isCaseSensitive, in: bytes
      )
    }
    var later = path
    later.anyRun()
    filters += PatternConverter.finish(
      later, pattern: pattern, from: pattern.body.lowerBound, isCaseSensitive: isCaseSensitive, in: bytes)
    return filters
  }

  /// A pattern for URLs whose host is an IPv6 address, up to the `/` of the path. The colons of an address
  /// would look like the start of a port to the other patterns.
  private static let bracketedAddressPath: URLFilterBuilder = {
    var builder = URLFilterBuilder(.host, host: [ASCII.openBracket])
    builder.authorityRun()
    builder.literal(ASCII.slash)
    return builder
  }()
}
