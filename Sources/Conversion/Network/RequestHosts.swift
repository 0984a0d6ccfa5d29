import ContentBlocker
import FilterSyntax

/// Narrows patterns to requests of certain hosts: the option `to`.
enum RequestHosts {
  /// The url-filters for requests that match the pattern and go to one of these hosts or entities.
  static func restrict(
    _ pattern: Pattern, to hosts: DomainSet, isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) throws(Finding) -> PatternConverter.Result {
    switch pattern {
    case .regex:
      let result = try PatternConverter.convert(pattern, isCaseSensitive: isCaseSensitive, in: bytes)
      // There is no "and" for url-filters: either the regex itself names the host, or it cannot be done.
      guard hosts.entities.isEmpty,
        result.filters.allSatisfy({ filter in hosts.hosts.contains { names(filter, $0) } })
      else { throw .dropped(.requestDomains, hosts.range) }
      return result
    case .plain(let plain):
      if plain.body.isEmpty {
        let filters =
          hosts.hosts.compactMap { PagePattern.host($0) } + hosts.entities.compactMap(PagePattern.entity)
        return PatternConverter.Result(filters: filters, isCaseSensitive: true, finding: hosts.finding)
      }
      guard hosts.entities.isEmpty else { throw .dropped(.requestDomains, hosts.range) }
      return try restrict(plain, to: hosts, isCaseSensitive: isCaseSensitive, in: bytes)
    }
  }

  private static func restrict(
    _ pattern: PlainPattern, to hosts: DomainSet, isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) throws(Finding) -> PatternConverter.Result {
    var result = PatternConverter.Result(filters: [], isCaseSensitive: isCaseSensitive)
    switch pattern.start {
    case .url: throw .dropped(.requestDomains, hosts.range)
    case .anywhere:
      // Behind the host: where it ends, if the pattern begins with what ends it, or later.
      let first = bytes[pattern.body.lowerBound]
      let beginsBehindHost = first == UInt8(ascii: "/") || first == UInt8(ascii: "^")
      let mayMatchInHost =
        beginsBehindHost
        ? mayMatchAtAuthority(pattern.body, hosts.hosts, bytes)
        : first != UInt8(ascii: "?") && first != UInt8(ascii: "&")
      if mayMatchInHost {
        // It may also match in the host itself, which is left out.
        result.finding = .approximated(.requestDomains, hosts.range)
      }
      for host in hosts.hosts {
        var start = URLFilterBuilder.atHostLabel(
          capacity: pattern.body.count + host.count + 16, variant: .paths)
        for byte in host { start.literal(byte) }
        if beginsBehindHost {
          result.filters += PatternConverter.finish(
            start, pattern, from: pattern.body.lowerBound, isCaseSensitive: isCaseSensitive, bytes)
        }
        start.hostEnd()
        start.anyRun()
        result.filters += PatternConverter.finish(
          start, pattern, from: pattern.body.lowerBound, isCaseSensitive: isCaseSensitive, bytes)
      }
    case .hostLabel:
      let end = PatternConverter.hostEnd(bytes, pattern.body)
      let host = ByteRange(pattern.body.lowerBound, end)
      guard !host.isEmpty, end == pattern.body.upperBound || bytes[end] != UInt8(ascii: "*"),
        let own = HostNames.ascii(bytes, host) ?? prefix(host, bytes)
      else { throw .dropped(.requestDomains, hosts.range) }
      let isWhole = end < pattern.body.upperBound
      for name in hosts.hosts {
        if isWhole, HostNames.isHost(own, within: name) {
          // All that the pattern matches goes there.
          return try PatternConverter.convert(.plain(pattern), isCaseSensitive: isCaseSensitive, in: bytes)
        }
        guard isWhole ? HostNames.isHost(name, within: own) : begins(name, own) else { continue }
        var start = URLFilterBuilder.atHostLabel(
          capacity: pattern.body.count + name.count + 8, variant: .paths)
        for byte in name { start.literal(byte) }
        var from = end
        if !isWhole || bytes[end] == UInt8(ascii: "^") {
          start.hostEnd()
          from = min(end + 1, pattern.body.upperBound)
        }
        result.filters += PatternConverter.finish(
          start, pattern, from: from, isCaseSensitive: isCaseSensitive, bytes)
      }
    }
    guard !result.filters.isEmpty else { throw .dropped(.conflictingOptions, hosts.range) }
    return result
  }

  /// Whether a pattern that begins with `/` or `^` can also begin at the last `/` of `https://`, and so match
  /// one of these hosts, or one below it, itself.
  private static func mayMatchAtAuthority(
    _ body: ByteRange, _ hosts: [[UInt8]], _ bytes: Span<UInt8>
  ) -> Bool {
    let rest = ByteRange(body.lowerBound + 1, body.upperBound)
    let end = PatternConverter.hostEnd(bytes, rest)
    guard end < rest.upperBound else { return true }
    switch bytes[end] {
    case UInt8(ascii: "*"): return true
    case UInt8(ascii: "/"), UInt8(ascii: "^"), UInt8(ascii: ":"):
      // The text before it would be the whole host.
      guard end > rest.lowerBound else { return true }
      guard let host = HostNames.ascii(bytes, ByteRange(rest.lowerBound, end)) else { return false }
      return hosts.contains { HostNames.isHost(host, within: $0) }
    default: return false
    }
  }

  /// A part of a host name that ends with a dot, such as `ads.`.
  private static func prefix(_ range: ByteRange, _ bytes: Span<UInt8>) -> [UInt8]? {
    guard range.count > 1, bytes[range.upperBound - 1] == UInt8(ascii: "."),
      let host = HostNames.ascii(bytes, ByteRange(range.lowerBound, range.upperBound - 1))
    else { return nil }
    return host + [UInt8(ascii: ".")]
  }

  /// Whether the host, or the host from one of its labels on, begins with `text`: then a pattern that is
  /// anchored to a label and has no more than this text matches all of the host's URLs.
  static func begins(_ host: [UInt8], _ text: [UInt8]) -> Bool {
    var start = 0
    while start + text.count <= host.count {
      if host[start...].starts(with: text) { return true }
      guard let dot = host[start...].firstIndex(of: UInt8(ascii: ".")) else { return false }
      start = dot + 1
    }
    return false
  }

  /// Whether all URLs that the filter matches are of hosts within `name`: what stands between `://` and the
  /// first `/` cannot be anything but a host, and ends with the name.
  private static func names(_ filter: URLFilter, _ name: [UInt8]) -> Bool {
    let pattern = filter.pattern
    guard pattern.isAnchoredAtStart else { return false }
    var authority: [URLFilterPattern.Term] = []
    var slashes = 0
    for term in pattern.terms {
      if case .literal(UInt8(ascii: "/")) = term.atom, term.repetition == .one {
        slashes += 1
        if slashes == 3 { return endsWithHost(authority, name) }
      } else if slashes == 2 {
        authority.append(term)
      } else if slashes == 1 {
        return false
      }
    }
    return false
  }

  private static func endsWithHost(_ terms: [URLFilterPattern.Term], _ name: [UInt8]) -> Bool {
    guard terms.allSatisfy(isOfHost) else { return false }
    var tail: [UInt8] = []
    for term in terms.reversed() {
      guard case .literal(let byte) = term.atom, term.repetition == .one else { break }
      tail.append(byte)
    }
    let end = Array(tail.reversed())
    return end.count == terms.count
      ? HostNames.isHost(end, within: name)
      : end.count > name.count && HostNames.isHost([UInt8(ascii: "x")] + end, within: name)
  }

  /// Whether a term matches nothing that ends a host or is none of a host.
  private static func isOfHost(_ term: URLFilterPattern.Term) -> Bool {
    switch term.atom {
    case .literal(let byte): isHostCharacter(byte)
    case .any: false
    case .group(let terms): terms.allSatisfy(isOfHost)
    case .characters(let characters):
      !characters.isNegated
        && (0..<128).allSatisfy { !characters.members.contains(UInt8($0)) || isHostCharacter(UInt8($0)) }
    }
  }

  private static func isHostCharacter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }
}
