/// Parses lines of hosts files: an address, then names.
enum HostsLineParser {
  /// The line, or nil when it does not begin with an IP address and a blank.
  static func parse(_ bytes: Span<UInt8>, _ line: ByteRange) throws(SyntaxProblem) -> HostsLine? {
    var end = line.lowerBound
    while end < line.upperBound, !bytes[end].isBlank { end += 1 }
    let address = ByteRange(line.lowerBound, end)
    guard end < line.upperBound, isAddress(bytes, address) else { return nil }
    var hosts: [ByteRange] = []
    var start = end
    while start < line.upperBound {
      while start < line.upperBound, bytes[start].isBlank { start += 1 }
      guard start < line.upperBound, bytes[start] != ASCII.hash else { break }
      end = start
      while end < line.upperBound, !bytes[end].isBlank, bytes[end] != ASCII.hash { end += 1 }
      let host = ByteRange(start, end)
      for index in host.indices where !bytes[index].isHostCharacter && bytes[index] != ASCII.percent {
        throw SyntaxProblem(.invalidHost, host)
      }
      hosts.append(host)
      start = end
    }
    guard !hosts.isEmpty else { throw SyntaxProblem(.invalidHost, address) }
    return HostsLine(address: address, hosts: hosts)
  }

  /// Whether this looks like an IPv4 or IPv6 address, a zone (`fe80::1%lo0`) included.
  private static func isAddress(_ bytes: Span<UInt8>, _ range: ByteRange) -> Bool {
    var dots = 0
    var colons = 0
    var hasLetter = false
    for index in range.indices {
      let byte = bytes[index]
      switch byte {
      case ASCII.dot: dots += 1
      case ASCII.colon: colons += 1
      case ASCII.percent where colons >= 2: return true
      case _ where byte.isDigit: break
      case _ where (byte | 0x20) &- UInt8(ascii: "a") < 6: hasLetter = true
      default: return false
      }
    }
    return colons >= 2 || (colons == 0 && dots == 3 && !hasLetter)
  }
}
