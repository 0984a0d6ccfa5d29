import SluiceText

/// Finds filters of correct syntax that the ad blocker of a dialect refuses.
struct FilterRefusal {
  let dialect: Dialect
  /// Whether the list is written for the ad blocker of the dialect. Otherwise, any ad blocker may read it, and
  /// a filter is refused if all of them refuse it.
  let isCertain: Bool

  /// Returns the problem of a filter that is refused; nil if it is valid. `line` is the range of the filter.
  func problem(of filter: NetworkFilter, in bytes: Span<UInt8>, line: ByteRange) -> SyntaxProblem? {
    if isTooShort(filter, in: bytes) {
      let pattern = filter.pattern.range
      return SyntaxProblem(.patternTooShort, span: pattern.isEmpty ? line : pattern)
    }
    guard !filter.options.isEmpty else { return nil }
    return switch dialect {
    case .uBlockOrigin: uBlockOriginProblem(filter) ?? emptyDomain(filter, in: bytes)
    case .adGuard: adGuardProblem(filter) ?? emptyDomain(filter, in: bytes)
    case .adblockPlus, .hosts: nil
    }
  }

  func problem(of filter: CosmeticFilter, in bytes: Span<UInt8>, line: ByteRange) -> SyntaxProblem? {
    guard dialect == .uBlockOrigin, !filter.domains.isEmpty, bytes[line.lowerBound] != ASCII.openBracket
    else { return nil }
    let domains = ByteRange(line.lowerBound, filter.marker.lowerBound)
    return DomainListParser.emptyEntry(bytes, in: domains, separator: ASCII.comma).map {
      SyntaxProblem(.emptyDomain, span: $0)
    }
  }

  // MARK: Options

  private func uBlockOriginProblem(_ filter: NetworkFilter) -> SyntaxProblem? {
    // There are fewer kinds than a line may have options, so only a small number of options is compared with others.
    for (index, option) in filter.options.enumerated() where option.kind != .noop && option.kind != .unknown {
      if filter.options[..<index].contains(where: { $0.kind == option.kind }) {
        return SyntaxProblem(.repeatedOption, span: option.range)
      }
    }
    if let problem = problemOfOptionsWithoutABP(filter) { return problem }
    for option in filter.options {
      if option.kind == .matchCase, case .plain = filter.pattern {
        return SyntaxProblem(.optionNeedsRegex, span: option.name)
      }
    }
    return nil
  }

  /// Returns why uBlock Origin refuses a filter with options that Adblock Plus lacks; nil if it accepts them.
  private func problemOfOptionsWithoutABP(_ filter: NetworkFilter) -> SyntaxProblem? {
    for option in filter.options {
      if option.kind == .denyallow, !filter.options.contains(where: { $0.kind == .domain }) {
        return SyntaxProblem(.optionNeedsDomain, span: option.name)
      }
      if option.kind == .important, filter.isException {
        return SyntaxProblem(.optionNotInException, span: option.name)
      }
    }
    return nil
  }

  private func adGuardProblem(_ filter: NetworkFilter) -> SyntaxProblem? {
    for option in filter.options {
      if option.kind == .all, filter.isException {
        return SyntaxProblem(.optionNotInException, span: option.name)
      }
      if option.kind == .denyallow, filter.options.contains(where: { $0.kind == .to }) {
        return SyntaxProblem(.incompatibleOptions, span: option.name)
      }
    }
    return nil
  }

  private func emptyDomain(_ filter: NetworkFilter, in bytes: Span<UInt8>) -> SyntaxProblem? {
    for option in filter.options where option.kind.row.form == .domains {
      if let value = option.value,
        let place = DomainListParser.emptyEntry(bytes, in: value, separator: ASCII.pipe)
      {
        return SyntaxProblem(.emptyDomain, span: place)
      }
    }
    return nil
  }

  // MARK: Short patterns

  /// The minimum length of a pattern in Adblock Plus and AdGuard.
  private static let minimumLength = 4

  static func mayBeShort(_ filter: NetworkFilter) -> Bool { filter.pattern.text.count < minimumLength }

  /// Returns whether the pattern has so few characters that it would match by accident, and no option limits
  /// it.
  private func isTooShort(_ filter: NetworkFilter, in bytes: Span<UInt8>) -> Bool {
    let body = filter.pattern.text
    guard body.count < Self.minimumLength,
      dialect != .hosts || filter.namedHost(in: bytes, for: .hosts) == nil
    else { return false }
    let whole = filter.pattern.range
    let isOnlyPattern = filter.options.isEmpty
    let pages = filter.options.first { $0.kind == .domain && !$0.isNegated }
    let isEverything = !whole.isEmpty && body.isEmpty && bytes[whole.lowerBound] == ASCII.star
    let isOfSigns = isOnlyPattern && !isEverything && !body.indices.contains { bytes[$0].isTokenByte }
    // uBlock Origin reads a word as a host name.
    let isName = filter.namedHost(in: bytes, for: .uBlockOrigin) != nil
    let length = whole.count
    let inAdblockPlus =
      pages == nil && !isEverything
      && (length - anchors(of: whole, bytes) < Self.minimumLength || body.count < 2)
    let inAdGuard =
      (length < Self.minimumLength || body.count < 2)
      && !filter.options.contains { [.app, .cookie, .removeparam].contains($0.kind) }
      && !(pages?.domains(in: bytes) ?? []).contains { !$0.isExcluded }
    let inUBlockOrigin = isOnlyPattern && body.count < 2
    if isOfSigns { return true }
    if dialect != .uBlockOrigin, problemOfOptionsWithoutABP(filter) != nil {
      // Only AdGuard could accept the filter.
      return inAdGuard
    }
    switch dialect {
    case .adGuard: return inAdGuard
    case .uBlockOrigin: return inUBlockOrigin
    case .adblockPlus where isCertain: return inAdblockPlus
    case .adblockPlus: return inAdblockPlus && inAdGuard && (inUBlockOrigin || isName)
    case .hosts: return inAdGuard && (inUBlockOrigin || isName)
    }
  }

  private func anchors(of pattern: ByteRange, _ bytes: Span<UInt8>) -> Int {
    let start = pattern.lowerBound
    return bytes.endOfRun(from: start, to: min(start + 2, pattern.upperBound)) { $0 == ASCII.pipe } - start
  }
}

extension Pattern {
  /// The text of the pattern without anchors, wildcards at its ends, and slashes of a regex.
  fileprivate var text: ByteRange {
    switch self {
    case .regex(let body): body
    case .plain(let plain): plain.body
    }
  }
}

extension UInt8 {
  /// Whether ad blockers look for the byte in URLs to find filters: a letter, a digit, `%` or a non-ASCII byte.
  var isTokenByte: Bool { isLetter || isDigit || self == ASCII.percent || self >= 0x80 }
}
