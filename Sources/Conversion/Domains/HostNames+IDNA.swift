import ContentBlocker
import FilterSyntax
import Foundation

/// Host names as WebKit sees them: lower case, and punycode instead of other scripts.
extension HostNames {
  /// The longest host name of the DNS, in bytes.
  package static let maximumLength = 253

  /// Whether this is one of the names that hosts files have for the machine itself, besides what they block.
  package static func isOfThisMachine(_ host: [UInt8]) -> Bool {
    // `ip6-localhost`, `ip6-allnodes`: no site has such a name.
    namesOfThisMachine.contains(host) || host.starts(with: "ip6-".utf8) && !host.contains(UInt8(ascii: "."))
  }

  private static let namesOfThisMachine: Set<[UInt8]> = Set(
    [
      "localhost", "localhost.localdomain", "localhost4", "localhost4.localdomain4", "localhost6",
      "localhost6.localdomain6", "localdomain", "local", "broadcasthost", "0.0.0.0",
    ].map { Array($0.utf8) })

  /// The host in `range` of `bytes`, or nil if it is none.
  package static func ascii(_ bytes: Span<UInt8>, _ range: ByteRange) -> [UInt8]? {
    guard range.count <= maximumLength else { return nil }
    var host: [UInt8] = []
    host.reserveCapacity(range.count)
    var isASCII = true
    for index in range.indices {
      let byte = bytes[index]
      if byte >= 0x80 { isASCII = false }
      host.append(byte.asciiLowercased)
    }
    if !isASCII {
      guard let encoded = punycode(host) else { return nil }
      host = encoded
    }
    return isPossible(host) && Domain.isHost(host) ? host : nil
  }

  /// Whether a URL can have that host, or one below it: no name server has a longer one, nor one with a longer label, and what
  /// ends in a number is an address.
  package static func isPossible(_ host: [UInt8]) -> Bool {
    guard !isBrokenAddress(ByteRange(0, host.count), in: host.span) else { return false }
    guard host.count > maximumLabel else { return true }
    guard host.count <= maximumLength else { return false }
    return host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { $0.count <= maximumLabel }
  }

  /// Returns whether a host ends in a number without being an address that URLs have.
  ///
  /// Nearly no host has a last label that begins with a digit and ends in one, perhaps a hexadecimal one. The others are told
  /// here without an array.
  static func isBrokenAddress(_ host: ByteRange, in bytes: Span<UInt8>) -> Bool {
    guard !host.isEmpty else { return false }
    var index = host.upperBound - 1
    guard bytes[index].isHexDigit || bytes[index] | 0x20 == UInt8(ascii: "x") else { return false }
    while index > host.lowerBound, bytes[index - 1] != UInt8(ascii: ".") { index -= 1 }
    return bytes[index].isDigit && HostAddress.isBroken(bytes.array(host))
  }

  private static let maximumLabel = 63

  /// The host that all of `bytes` is, or nil if it is none.
  package static func ascii(_ bytes: [UInt8]) -> [UInt8]? {
    if isPossible(bytes), Domain.isHost(bytes) { return bytes }
    return ascii(bytes.span, ByteRange(0, bytes.count))
  }

  /// Foundation's own IDNA. Before macOS 14 and iOS 17 it has none and gives no URL; where it is linked without
  /// that, it percent-encodes. Neither is a host.
  private static func punycode(_ host: [UInt8]) -> [UInt8]? {
    guard let text = String(utf8: host),
      let url = URL(string: "https://\(text)/")?.absoluteString.utf8
    else { return nil }
    // `host()` would decode it again.
    return Array(url.dropFirst("https://".utf8.count).dropLast())
  }
}
