extension NetworkFilter {
  /// Returns the host if the filter is only a host name that the dialect applies to the host and its
  /// subdomains. Domain lists also accept `.h`, `*.h` and `h.`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the list.
  ///   - dialect: The dialect of the list.
  public func hostName(in bytes: Span<UInt8>, for dialect: Dialect) -> ByteRange? {
    options.isEmpty && !isException ? namedHost(in: bytes, for: dialect) : nil
  }

  /// Returns the host if the pattern is only a host name that the dialect applies to the host and its
  /// subdomains, which can depend on the options.
  func namedHost(in bytes: Span<UInt8>, for dialect: Dialect) -> ByteRange? {
    guard dialect.readsHostNamesAsHosts, case .plain(let plain) = pattern, plain.start == .anywhere,
      !plain.isEndAnchored, !plain.body.isEmpty
    else { return nil }
    guard dialect == .hosts else {
      return plain.range == plain.body && DomainListParser.isUBlockOriginHost(bytes, plain.body)
        && options.allSatisfy { $0.keepsHostName } ? plain.body : nil
    }
    // The only wildcard that may have been removed is the `*` of `*.h`.
    guard plain.range.upperBound == plain.body.upperBound,
      plain.range.lowerBound == plain.body.lowerBound
        || plain.range.count == plain.body.count + 1 && bytes[plain.range.lowerBound] == ASCII.star
          && bytes[plain.body.lowerBound] == ASCII.dot
    else { return nil }
    let name = DomainListParser.name(bytes, plain.range)
    return DomainListParser.isHost(bytes, name) ? name : nil
  }

  /// Returns whether the filter only acts on requests to a host that it names, so that it can be in a list of
  /// hosts: a host name, or a pattern that begins with `||` or a scheme, and a host.
  func namesHost(in bytes: Span<UInt8>) -> Bool {
    guard case .plain(let plain) = pattern else { return false }
    if plain.start == .anywhere { return namedHost(in: bytes, for: .hosts) != nil }
    return plain.hostAtStart(in: bytes).map { DomainListParser.isHost(bytes, $0) } ?? false
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

extension PlainPattern {
  /// Returns the characters of hosts after `||` or a scheme, which need not be a host; nil if the pattern begins with
  /// neither.
  package func hostAtStart(in bytes: Span<UInt8>) -> ByteRange? {
    var first = body.lowerBound
    switch start {
    case .anywhere: return nil
    case .hostLabel: break
    case .url:
      guard let colon = bytes.firstIndex(of: ASCII.colon, in: body), bytes.hasText("://", at: colon, in: body)
      else { return nil }
      first = colon + 3
    }
    return ByteRange(first, bytes.endOfRun(from: first, to: body.upperBound) { $0.isHostCharacter })
  }
}

extension Option {
  /// Whether a host name in a list for uBlock Origin is still one next to this option (measured). Next to
  /// others, it is text that can match anywhere in a URL.
  fileprivate var keepsHostName: Bool {
    switch kind.row.role {
    case .requestType, .pageType: !isNegated
    case .party: kind == .thirdParty || kind == .firstParty
    case .pageException: [.elemhide, .generichide, .specifichide].contains(kind)
    case .modifier: kind == .noop || kind == .badfilter
    case .effect: [.redirect, .empty, .mp4].contains(kind)
    case .domains, .condition, .unknown: false
    }
  }
}
