/// An entry of `if-domain` or `unless-domain`: a host of the top page, optionally with its subdomains.
///
/// WebKit rejects the whole list if one domain contains an uppercase or non-ASCII character. It accepts
/// `*.host`, `.host`, `host.*`, `*` and `host:443`, but never matches them (all measured). A domain therefore
/// consists of labels of lowercase letters, digits, `-` and `_`, joined by single dots.
public struct Domain: Hashable, Sendable {
  /// The host, without the leading `*`.
  public let host: [UInt8]
  /// Whether the entry also matches subdomains; written as a leading `*`.
  public let includesSubdomains: Bool

  /// Creates a domain, or returns nil if `host` is not a lowercase ASCII host name. Write international names
  /// in Punycode.
  public init?(_ host: [UInt8], includesSubdomains: Bool) {
    guard Self.isHost(host) else { return nil }
    self.host = host
    self.includesSubdomains = includesSubdomains
  }

  /// Returns whether these bytes are labels of `a-z 0-9 - _`, joined by single dots.
  public static func isHost(_ bytes: [UInt8]) -> Bool { isHost(bytes.span) }

  /// Returns whether these bytes are labels of `a-z 0-9 - _`, joined by single dots.
  package static func isHost(_ bytes: Span<UInt8>) -> Bool {
    var labelIsEmpty = true
    for index in bytes.indices {
      let byte = bytes[index]
      if byte.isLabelByte {
        labelIsEmpty = false
      } else {
        guard byte == ASCII.dot, !labelIsEmpty else { return false }
        labelIsEmpty = true
      }
    }
    return !labelIsEmpty
  }
}

extension Domain {
  /// Creates a domain from text, or returns nil if `host` is not a lowercase ASCII host name.
  public init?(_ host: String, includesSubdomains: Bool) {
    self.init(Array(host.utf8), includesSubdomains: includesSubdomains)
  }

  /// ``host`` as text.
  public var hostString: String { String(decoding: host, as: UTF8.self) }
}

extension Domain {
  /// Hashes the host and the subdomain flag.
  public func hash(into hasher: inout Hasher) {
    hasher.combineBytes(host)
    hasher.combine(includesSubdomains)
  }
}
