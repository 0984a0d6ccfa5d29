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
    let name = DomainListParser.name(bytes, plain.range)
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
