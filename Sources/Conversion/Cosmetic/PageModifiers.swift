import ContentBlocker
import FilterSyntax

/// AdGuard's modifiers of cosmetic filters that name pages by their URL: `[$path=...]` and `[$url=...]`.
enum PageModifiers {
  /// Url-filters of the pages, narrowed to these hosts if there are any.
  static func filters(
    of filter: CosmeticFilter, on hosts: DomainSet?, in bytes: Span<UInt8>
  ) throws(Finding) -> PatternConverter.Result {
    guard let modifier = filter.modifiers.first, filter.modifiers.count == 1 else {
      throw .dropped(.cosmeticModifier, filter.modifiers.last?.value ?? filter.body)
    }
    let pattern: Pattern
    do throws(SyntaxProblem) {
      pattern = try Pattern(parsing: bytes, modifier.value)
    } catch {
      throw .syntax(error)
    }
    switch (modifier.kind, pattern) {
    case (.url, _) where hosts == nil:
      return try PatternConverter.convert(pattern, isCaseSensitive: false, in: bytes)
    case (.path, .plain(let plain)): return try path(plain, modifier.value, on: hosts, in: bytes)
    case (.path, .regex(let body)): return try path(body, on: hosts, in: bytes)
    default: throw .dropped(.cosmeticModifier, modifier.value)
    }
  }

  /// Pages with this pattern in their path or query.
  private static func path(
    _ pattern: PlainPattern, _ value: ByteRange, on hosts: DomainSet?, in bytes: Span<UInt8>
  ) throws(Finding) -> PatternConverter.Result {
    guard pattern.start != .hostLabel, hosts?.entities.isEmpty ?? true else {
      throw .dropped(.cosmeticModifier, value)
    }
    var result = PatternConverter.Result(filters: [], isCaseSensitive: false)
    for start in starts(hosts) {
      if pattern.body.isEmpty {
        // `[$path]` is the page at `/`.
        var builder = start
        builder.literal(UInt8(ascii: "/"))
        if let filter = builder.finish(atEnd: true) { result.filters.append(filter) }
        continue
      }
      let first = bytes[pattern.body.lowerBound]
      if pattern.start == .url || first == UInt8(ascii: "/") || first == UInt8(ascii: "^") {
        result.filters += PatternConverter.finish(
          start, pattern, from: pattern.body.lowerBound, isCaseSensitive: false, bytes)
      }
      guard pattern.start == .anywhere else { continue }
      var later = start
      later.hostEnd()
      later.anyRun()
      result.filters += PatternConverter.finish(
        later, pattern, from: pattern.body.lowerBound, isCaseSensitive: false, bytes)
    }
    return result
  }

  /// Pages in whose path or query this regex is found.
  private static func path(
    _ regex: ByteRange, on hosts: DomainSet?, in bytes: Span<UInt8>
  ) throws(Finding) -> PatternConverter.Result {
    // A `^` is the start of the path, which `PatternConverter` would take for that of the URL.
    guard hosts?.entities.isEmpty ?? true, bytes[regex.lowerBound] != UInt8(ascii: "^") else {
      throw .dropped(.cosmeticModifier, regex)
    }
    var result = try RegexPatterns.convert(regex, isCaseSensitive: false, in: bytes)
    let found = result.filters.map(\.pattern.withoutLeadingRun)
    guard found.allSatisfy({ !$0.isAnchoredAtStart }) else { throw .dropped(.cosmeticModifier, regex) }
    result.filters = []
    for start in starts(hosts) {
      var later = start
      later.hostEnd()
      later.anyRun()
      for pattern in found {
        let slash = URLFilterPattern.Term(.literal(UInt8(ascii: "/")))
        for prefix in pattern.terms.first == slash ? [start, later] : [later] {
          guard var whole = prefix.finish()?.pattern else { continue }
          whole.terms += pattern.terms
          whole.isAnchoredAtEnd = pattern.isAnchoredAtEnd
          if let filter = URLFilter(whole) { result.filters.append(filter) }
        }
      }
    }
    return result
  }

  /// Patterns that end with the host.
  private static func starts(_ hosts: DomainSet?) -> [URLFilterBuilder] {
    guard let hosts else {
      var builder = URLFilterBuilder.atAuthority()
      builder.authorityCharacter()
      builder.authorityRun()
      return [builder]
    }
    return hosts.hosts.map { host in
      var builder = URLFilterBuilder.atHostLabel(capacity: host.count + 32, variant: .paths)
      for byte in host { builder.literal(byte) }
      return builder
    }
  }
}
