import SluiceRules
import SluiceSyntax

/// Host names in the form that WebKit uses: in lowercase, with punycode for other scripts.
extension HostNames {
  /// The maximum length of a DNS host name in bytes.
  package static let maximumLength = 253

  /// Returns whether this is a name that hosts files use for the local machine.
  package static func isOfThisMachine(_ host: [UInt8]) -> Bool {
    // Names such as `ip6-localhost` and `ip6-allnodes` belong to no site.
    namesOfThisMachine.contains(host) || host.starts(with: "ip6-".utf8) && !host.contains(ASCII.dot)
  }

  private static let namesOfThisMachine: Set<[UInt8]> = Set(
    [
      "localhost", "localhost.localdomain", "localhost4", "localhost4.localdomain4", "localhost6",
      "localhost6.localdomain6", "localdomain", "local", "broadcasthost", "0.0.0.0",
    ].map { Array($0.utf8) })

  /// Returns the host in `range` of `bytes` in the form that WebKit uses, or `nil` if the text is not a host.
  package static func ascii(_ bytes: Span<UInt8>, _ range: ByteRange) -> [UInt8]? {
    guard range.count <= maximumLength else { return nil }
    let written = bytes.extracting(range.indices)
    // Most hosts of lists are in this form already.
    if isUsable(written), !written.containsPunycode { return [UInt8](written) }
    guard let host = encoded([UInt8](written)) else { return nil }
    return isUsable(host.span) ? host : nil
  }

  private static func isUsable(_ host: Span<UInt8>) -> Bool { Domain.isHost(host) && isPossible(host) }

  /// Returns whether a URL can have this host or a subdomain of it. DNS limits the length of names and
  /// labels, and a host that ends in a number must be an address.
  package static func isPossible(_ host: Span<UInt8>) -> Bool {
    guard !HostAddress.isBroken(host) else { return false }
    guard host.count > maximumLabel else { return true }
    guard host.count <= maximumLength else { return false }
    var length = 0
    for index in host.indices {
      length = host[index] == ASCII.dot ? 0 : length + 1
      if length > maximumLabel { return false }
    }
    return true
  }

  private static let maximumLabel = 63

  /// Returns the host in these bytes in the form that WebKit uses, or `nil` if they are not a host.
  package static func ascii(_ bytes: [UInt8]) -> [UInt8]? {
    ascii(bytes.span, ByteRange(0, bytes.count))
  }
}
