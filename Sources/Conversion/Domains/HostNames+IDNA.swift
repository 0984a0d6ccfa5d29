import ContentBlocker
import FilterSyntax
import Foundation

/// Host names in the form that WebKit uses: in lowercase, with punycode for other scripts.
extension HostNames {
  /// The maximum length of a DNS host name in bytes.
  package static let maximumLength = 253

  /// Returns whether this is a name that hosts files use for the local machine.
  package static func isOfThisMachine(_ host: [UInt8]) -> Bool {
    // Names such as `ip6-localhost` and `ip6-allnodes` belong to no site.
    namesOfThisMachine.contains(host) || host.starts(with: "ip6-".utf8) && !host.contains(UInt8(ascii: "."))
  }

  private static let namesOfThisMachine: Set<[UInt8]> = Set(
    [
      "localhost", "localhost.localdomain", "localhost4", "localhost4.localdomain4", "localhost6",
      "localhost6.localdomain6", "localdomain", "local", "broadcasthost", "0.0.0.0",
    ].map { Array($0.utf8) })

  /// Returns the host in `range` of `bytes` in the form that WebKit uses, or `nil` if the text is not a host.
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

  /// Returns whether a URL can have this host or a subdomain of it. DNS limits the length of names and
  /// labels, and a host that ends in a number must be an address.
  package static func isPossible(_ host: [UInt8]) -> Bool {
    guard !isBrokenAddress(ByteRange(0, host.count), in: host.span) else { return false }
    guard host.count > maximumLabel else { return true }
    guard host.count <= maximumLength else { return false }
    return host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { $0.count <= maximumLabel }
  }

  /// Returns whether a host ends in a number, but is not an address in the form that URLs contain.
  ///
  /// Few hosts have a last label that begins with a digit and ends with a hexadecimal digit. For all other
  /// hosts, no array is allocated.
  static func isBrokenAddress(_ host: ByteRange, in bytes: Span<UInt8>) -> Bool {
    guard !host.isEmpty else { return false }
    var index = host.upperBound - 1
    guard bytes[index].isHexDigit || bytes[index] | 0x20 == UInt8(ascii: "x") else { return false }
    while index > host.lowerBound, bytes[index - 1] != UInt8(ascii: ".") { index -= 1 }
    return bytes[index].isDigit && HostAddress.isBroken(bytes.array(host))
  }

  private static let maximumLabel = 63

  /// Returns the host in these bytes in the form that WebKit uses, or `nil` if they are not a host.
  package static func ascii(_ bytes: [UInt8]) -> [UInt8]? {
    if isPossible(bytes), Domain.isHost(bytes) { return bytes }
    return ascii(bytes.span, ByteRange(0, bytes.count))
  }

  /// Converts a host with the IDNA implementation of Foundation.
  ///
  /// Before macOS 14 and iOS 17, Foundation has no IDNA implementation and returns no URL. If an app was
  /// linked without it, Foundation percent-encodes the host. In both cases, the result is not a valid host.
  private static func punycode(_ host: [UInt8]) -> [UInt8]? {
    guard let text = String(utf8: host),
      let url = URL(string: "https://\(text)/")?.absoluteString.utf8
    else { return nil }
    // `host()` would decode the host again.
    return Array(url.dropFirst("https://".utf8.count).dropLast())
  }
}
