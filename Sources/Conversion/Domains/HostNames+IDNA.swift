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
  package static func isPossible(_ host: some BidirectionalCollection<UInt8>) -> Bool {
    guard !(endsInDigits(host) && HostAddress.isBroken(host)) else { return false }
    guard host.count > maximumLabel else { return true }
    guard host.count <= maximumLength else { return false }
    return host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { $0.count <= maximumLabel }
  }

  /// Whether the last label begins with a digit, as in every address. Nearly no name has such a label, and the whole question costs
  /// more.
  private static func endsInDigits(_ host: some BidirectionalCollection<UInt8>) -> Bool {
    var first: UInt8 = 0
    for byte in host.reversed() {
      if byte == UInt8(ascii: ".") { break }
      first = byte
    }
    return first.isDigit
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
