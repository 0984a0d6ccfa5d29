import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// Restricts patterns to requests that go to certain hosts. This implements the option `to`.
enum RequestHosts {
  static func restrict(
    _ pattern: Pattern, to hosts: DomainSet, for options: FilterOptions, in bytes: Span<UInt8>
  ) throws(Finding) -> PatternConverter.Result {
    switch pattern {
    case .regex(let body):
      let (result, patterns) = try RegexPatterns.convert(
        body, isCaseSensitive: options.isCaseSensitive, schemes: options.schemes, in: bytes)
      // Two url-filters cannot be combined with "and", so the regex itself must require one of the hosts.
      let included = Set(hosts.hosts)
      guard hosts.entities.isEmpty, patterns.allSatisfy({ names($0, anyOf: included) })
      else { throw .unsupported(.requestDomains, span: hosts.range) }
      return result
    case .plain(let plain):
      var result = PatternConverter.Result(filters: [], isCaseSensitive: true)
      if plain.body.isEmpty {
        result.filters =
          hosts.names.compactMap { PagePattern.requests(to: $0, .included) }
          + hosts.addresses.compactMap { PagePattern.address($0) }
      } else {
        result = try restrict(plain, to: hosts, isCaseSensitive: options.isCaseSensitive, in: bytes)
      }
      result.finding = result.finding ?? hosts.finding
      return result
    }
  }

  private static func restrict(
    _ pattern: PlainPattern, to hosts: DomainSet, isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) throws(Finding) -> PatternConverter.Result {
    switch pattern.start {
    case .url:
      guard let host = PatternConverter.exactHost(of: pattern, in: bytes) else {
        throw .unsupported(.requestDomains, span: hosts.range)
      }
      guard hosts.names.contains(where: { PageName.host(host).isWithin($0, form: .included) }) else {
        throw .unsupported(.conflictingOptions, span: hosts.range)
      }
      return try PatternConverter.convert(.plain(pattern), isCaseSensitive: isCaseSensitive, in: bytes)
    case .anywhere: return restrictAnywhere(pattern, to: hosts, isCaseSensitive: isCaseSensitive, in: bytes)
    case .hostLabel:
      return try restrictAtHost(pattern, to: hosts, isCaseSensitive: isCaseSensitive, in: bytes)
    }
  }

  /// Converts a pattern without an anchor. It matches after the host: directly after it if the pattern begins
  /// with a separator, or later in the URL.
  private static func restrictAnywhere(
    _ pattern: PlainPattern, to hosts: DomainSet, isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) -> PatternConverter.Result {
    var result = PatternConverter.Result(filters: [], isCaseSensitive: isCaseSensitive)
    let first = bytes[pattern.body.lowerBound]
    let beginsBehindHost = first == ASCII.slash || first == ASCII.caret
    if let matches = inHosts(pattern, hosts: hosts, isCaseSensitive: isCaseSensitive, in: bytes) {
      result.filters = matches.filters
      if matches.areAll { return result }
    } else {
      // The pattern can also match in the host itself, but these matches are omitted.
      result.finding = .approximated(.requestDomains, span: hosts.range)
    }
    let starts =
      hosts.names.map { PagePattern.upToHostEnd(of: $0, .included, .labelBeforePath) }
      + hosts.addresses.map { URLFilterBuilder(.host, host: $0) }
    for var start in starts {
      if beginsBehindHost {
        result.filters += PatternConverter.finish(
          start, pattern: pattern, from: pattern.body.lowerBound, isCaseSensitive: isCaseSensitive, in: bytes)
      }
      start.hostEnd()
      start.anyRun()
      result.filters += PatternConverter.finish(
        start, pattern: pattern, from: pattern.body.lowerBound, isCaseSensitive: isCaseSensitive, in: bytes)
    }
    return result
  }

  private static func restrictAtHost(
    _ pattern: PlainPattern, to hosts: DomainSet, isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) throws(Finding) -> PatternConverter.Result {
    let end = PatternConverter.hostEnd(bytes, body: pattern.body)
    let host = ByteRange(pattern.body.lowerBound, end)
    guard !host.isEmpty, let own = HostNames.ascii(bytes, in: host) ?? prefix(host, in: bytes) else {
      throw .unsupported(.requestDomains, span: hosts.range)
    }
    let rest = end < pattern.body.upperBound ? bytes[end] : nil
    guard let rest, rest != ASCII.star else {
      return try restrictAtHost(
        beginning: own, rest: end, pattern, to: hosts, isCaseSensitive: isCaseSensitive, in: bytes)
    }
    var result = PatternConverter.Result(filters: [], isCaseSensitive: isCaseSensitive)
    for name in hosts.names {
      if PageName.host(own).isWithin(name, form: .included) {
        // All requests that the pattern matches already go to this host.
        return try PatternConverter.convert(.plain(pattern), isCaseSensitive: isCaseSensitive, in: bytes)
      }
      for common in names(within: own, of: name) {
        var start = PagePattern.upToHostEnd(of: common, .included, .labelBeforePath)
        if rest == ASCII.caret { start.hostEnd() }
        result.filters += PatternConverter.finish(
          start, pattern: pattern, from: rest == ASCII.caret ? end + 1 : end,
          isCaseSensitive: isCaseSensitive,
          in: bytes)
      }
    }
    guard !result.filters.isEmpty else { throw .unsupported(.conflictingOptions, span: hosts.range) }
    return result
  }

  /// Converts a pattern that starts with the beginning of a host. The pattern ends there, or continues with a
  /// `*` at `rest`.
  private static func restrictAtHost(
    beginning: [UInt8], rest: Int, _ pattern: PlainPattern, to hosts: DomainSet, isCaseSensitive: Bool,
    in bytes: Span<UInt8>
  ) throws(Finding) -> PatternConverter.Result {
    var from = bytes.endOfRun(from: rest, to: pattern.body.upperBound) { $0 == ASCII.star }
    // The end of the host always matches a separator, so `*^` at the end changes nothing.
    let isHostEnd = from > rest && from + 1 == pattern.body.upperBound && bytes[from] == ASCII.caret
    if isHostEnd, !pattern.isEndAnchored { from += 1 }
    let isOver = from == pattern.body.upperBound
    // After a `*`, only a separator cannot match within the rest of the host.
    guard
      isOver ? !pattern.isEndAnchored : bytes[from] == ASCII.slash || bytes[from] == ASCII.caret
    else { throw .unsupported(.requestDomains, span: hosts.range) }
    var result = PatternConverter.Result(filters: [], isCaseSensitive: isCaseSensitive)
    for name in hosts.names {
      guard let name = Self.name(name, beginning: beginning) else {
        // Only some of the hosts below this name begin with the text. They are omitted.
        result.finding = .approximated(.requestDomains, span: hosts.range)
        continue
      }
      var start = PagePattern.upToHostEnd(of: name, .included, .labelBeforePath)
      if !isOver {
        result.filters += PatternConverter.finish(
          start, pattern: pattern, from: from, isCaseSensitive: isCaseSensitive, in: bytes)
      }
      start.hostEnd()
      if !isOver { start.anyRun() }
      result.filters += PatternConverter.finish(
        start, pattern: pattern, from: from, isCaseSensitive: isCaseSensitive, in: bytes)
    }
    guard !result.filters.isEmpty else { throw .unsupported(.requestDomains, span: hosts.range) }
    return result
  }

  /// Returns the name, or a name below it, if all of its hosts begin with this text at the start of a label.
  /// Otherwise, returns `nil`.
  private static func name(_ name: PageName, beginning text: [UInt8]) -> PageName? {
    switch name {
    case .host(let host): return begins(host, text: text) ? name : nil
    case .entity(let entity):
      if begins(entity + [ASCII.dot], text: text) { return name }
      let below = Array(text.dropLast())
      return text.last == ASCII.dot && HostNames.isHost(below, within: entity) ? .entity(below) : nil
    }
  }

  /// Returns the intersection of `name` with `host` and its subdomains. `host` must not be within `name`.
  private static func names(within host: [UInt8], of name: PageName) -> [PageName] {
    if name.isWithin(.host(host)) { return [name] }
    guard case .entity(let entity) = name else { return [] }
    let dot = [ASCII.dot]
    // The host can be the end of the entity's name with a suffix, the suffix alone, or the end of the suffix.
    var hosts: [[UInt8]] = []
    for stem in HostSuffix.stems(ofExcluded: host)
    where stem.isEmpty || HostNames.isHost(entity, within: stem) {
      let suffix = stem.isEmpty ? host : Array(host.dropFirst(stem.count + 1))
      hosts.append(entity + dot + suffix)
    }
    if !host.contains(ASCII.dot) {
      hosts += ["co", "com"].map { entity + dot + Array($0.utf8) + dot + host }
    }
    return hosts.map { .host($0) }
  }

  /// Returns url-filters for the matches of a pattern in the hosts themselves, and whether these are all matches.
  /// Returns `nil` if they cannot be expressed.
  private static func inHosts(
    _ pattern: PlainPattern, hosts: DomainSet, isCaseSensitive: Bool, in bytes: Span<UInt8>
  ) -> (filters: [URLFilter], areAll: Bool)? {
    switch TextInHost.match(of: pattern, isCaseSensitive: isCaseSensitive, in: bytes) {
    case .never: return ([], areAll: false)
    case .unknown: return nil
    case .text(let text) where text.portion == .whole:
      let isIncluded = hosts.names.contains { PageName.host(text.text).isWithin($0, form: .included) }
      let filters =
        isIncluded ? text.filters(ofWholeHost: pattern, isCaseSensitive: isCaseSensitive, in: bytes) : []
      return (filters, areAll: false)
    case .text(let text):
      guard hosts.entities.isEmpty, hosts.addresses.isEmpty else { return nil }
      var filters: [URLFilter] = []
      for host in hosts.hosts {
        let found = text.filters(of: pattern, within: host, isCaseSensitive: isCaseSensitive, in: bytes)
        guard let found else { return nil }
        filters += found
      }
      return (
        filters, areAll: hosts.hosts.allSatisfy { text.isInAllURLs(of: pattern, within: $0, in: bytes) }
      )
    }
  }

  /// Returns the beginning of a host name if it ends with a dot, such as `ads.`; otherwise `nil`.
  private static func prefix(_ range: ByteRange, in bytes: Span<UInt8>) -> [UInt8]? {
    guard range.count > 1, bytes[range.upperBound - 1] == ASCII.dot,
      let host = HostNames.ascii(bytes, in: ByteRange(range.lowerBound, range.upperBound - 1))
    else { return nil }
    return host + [ASCII.dot]
  }

  /// Returns whether the host, or the rest of the host from the start of one of its labels, begins with
  /// `text`. If it does, the pattern `||text` matches all URLs of the host.
  static func begins(_ host: [UInt8], text: [UInt8]) -> Bool {
    var start = 0
    while start + text.count <= host.count {
      if host[start...].starts(with: text) { return true }
      guard let dot = host[start...].firstIndex(of: ASCII.dot) else { return false }
      start = dot + 1
    }
    return false
  }

  static func exactHost(of patterns: [URLFilterPattern]) -> [UInt8]? {
    var host: [UInt8]?
    for pattern in patterns {
      guard let authority = authority(of: pattern), authority.allSatisfy(isOfHost) else { return nil }
      var name: [UInt8] = []
      for term in authority {
        guard case .literal(let byte) = term.atom, term.repetition == .one else { return nil }
        name.append(byte.asciiLowercased)
      }
      guard host == nil || host == name else { return nil }
      host = name
    }
    return host
  }

  /// Returns whether all URLs that the pattern matches have hosts within one of these. In the pattern, the text
  /// between `://` and the first `/` must match only host characters and end with the name.
  private static func names(_ pattern: URLFilterPattern, anyOf hosts: Set<[UInt8]>) -> Bool {
    authority(of: pattern).map { endsWithHost($0, anyOf: hosts) } ?? false
  }

  private static func authority(of pattern: URLFilterPattern) -> [URLFilterPattern.Term]? {
    guard pattern.isAnchoredAtStart else { return nil }
    var authority: [URLFilterPattern.Term] = []
    var slashes = 0
    for term in pattern.terms {
      if case .literal(ASCII.slash) = term.atom, term.repetition == .one {
        slashes += 1
        if slashes == 3 { return authority }
      } else if slashes == 2 {
        authority.append(term)
      } else if slashes == 1 {
        return nil
      }
    }
    return nil
  }

  private static func endsWithHost(_ terms: [URLFilterPattern.Term], anyOf hosts: Set<[UInt8]>) -> Bool {
    guard terms.allSatisfy(isOfHost) else { return false }
    var tail: [UInt8] = []
    for term in terms.reversed() {
      guard case .literal(let byte) = term.atom, term.repetition == .one else { break }
      tail.append(byte)
    }
    let end = Array(tail.reversed())
    if end.count == terms.count { return HostNames.isHost(end, withinAny: hosts) }
    // The first label may continue to the left.
    return HostNames.parents(of: [UInt8(ascii: "x")] + end).contains { hosts.contains($0) }
  }

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
    byte.isNameByte || byte == ASCII.dot
  }
}
