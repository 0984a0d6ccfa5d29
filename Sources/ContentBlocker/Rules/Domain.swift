/// An entry of `if-domain` or `unless-domain`: a host of the top page, and maybe all below it.
///
/// WebKit rejects the whole list for one domain in upper case or with a character outside ASCII, and
/// silently never matches `*.host`, `.host`, `host.*`, `*` and `host:443` (all measured), so none of
/// these can be held: labels of lower-case letters, digits, `-` and `_`, joined by single dots.
public struct Domain: Hashable, Sendable {
  /// The host, without the leading `*`.
  public let host: [UInt8]
  /// Whether hosts below this one are meant too: written as a leading `*`.
  public let includesSubdomains: Bool

  /// A domain, or nil when `host` is not a lower-case ASCII host name (punycode for others).
  public init?(_ host: [UInt8], includesSubdomains: Bool) {
    guard Self.isHost(host) else { return nil }
    self.host = host
    self.includesSubdomains = includesSubdomains
  }

  /// Whether these bytes are labels of `a-z 0-9 - _` joined by single dots.
  public static func isHost(_ bytes: [UInt8]) -> Bool {
    var labelIsEmpty = true
    for byte in bytes {
      if byte.isLabelByte {
        labelIsEmpty = false
      } else {
        guard byte == UInt8(ascii: "."), !labelIsEmpty else { return false }
        labelIsEmpty = true
      }
    }
    return !labelIsEmpty
  }
}

extension Domain {
  /// Feeds the host and whether those below it are meant.
  public func hash(into hasher: inout Hasher) {
    hasher.combineBytes(host)
    hasher.combine(includesSubdomains)
  }
}
