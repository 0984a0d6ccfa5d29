/// Parses lines of hosts files, an address and then names, and dnsmasq's way to say the same.
enum HostsLineParser {
  /// Whether such a line can begin with the byte: addresses of IPv6 that begin with a letter are unique
  /// local ones, link-local ones or multicast, with an `f`.
  static func canBegin(with byte: UInt8) -> Bool {
    byte.isDigit || byte == ASCII.colon || byte | 0x20 == UInt8(ascii: "f") || byte == UInt8(ascii: "a")
  }

  /// The line, or nil when it does not begin with an IP address and a blank, or with `address=/`.
  static func parse(_ bytes: Span<UInt8>, _ line: ByteRange) throws(SyntaxProblem) -> HostsLine? {
    if let end = addressEnd(bytes, line) { return try hostsFile(bytes, line, end) }
    if bytes.hasText("address=/", at: line.lowerBound, in: line) { return try dnsmasq(bytes, line) }
    return nil
  }

  private static func hostsFile(
    _ bytes: Span<UInt8>, _ line: ByteRange, _ addressEnd: Int
  ) throws(SyntaxProblem) -> HostsLine {
    let address = ByteRange(line.lowerBound, addressEnd)
    var hosts: [ByteRange] = []
    var start = addressEnd
    while true {
      while start < line.upperBound, bytes[start].isBlank { start += 1 }
      guard start < line.upperBound, bytes[start] != ASCII.hash else { break }
      var end = start
      while end < line.upperBound, !bytes[end].isBlank, bytes[end] != ASCII.hash { end += 1 }
      hosts.append(try host(bytes, ByteRange(start, end)))
      start = end
    }
    guard !hosts.isEmpty else { throw SyntaxProblem(.invalidHost, address) }
    return HostsLine(address: address, hosts: hosts)
  }

  /// `address=/host/host/address`; nil without the slash that ends the hosts.
  private static func dnsmasq(_ bytes: Span<UInt8>, _ line: ByteRange) throws(SyntaxProblem) -> HostsLine? {
    var hosts: [ByteRange] = []
    var start = line.lowerBound + 9
    while let end = bytes.firstIndex(of: ASCII.slash, in: ByteRange(start, line.upperBound)) {
      hosts.append(try host(bytes, ByteRange(start, end)))
      start = end + 1
    }
    return hosts.isEmpty ? nil : HostsLine(address: ByteRange(start, line.upperBound), hosts: hosts)
  }

  private static func host(_ bytes: Span<UInt8>, _ range: ByteRange) throws(SyntaxProblem) -> ByteRange {
    guard DomainListParser.isHost(bytes, range) else { throw SyntaxProblem(.invalidHost, range) }
    return range
  }

  /// Where the IPv4 or IPv6 address at the start of the line ends, a zone (`fe80::1%lo0`) included; nil if
  /// there is none with a blank behind it.
  private static func addressEnd(_ bytes: Span<UInt8>, _ line: ByteRange) -> Int? {
    var dots = 0
    var colons = 0
    var hasLetter = false
    var index = line.lowerBound
    scan: while index < line.upperBound {
      let byte = bytes[index]
      switch byte {
      case ASCII.dot: dots += 1
      case ASCII.colon: colons += 1
      case _ where byte.isDigit: break
      case _ where byte.isHexDigit: hasLetter = true
      default: break scan
      }
      index += 1
    }
    guard colons >= 2 || (colons == 0 && dots == 3 && !hasLetter) else { return nil }
    if colons >= 2, index < line.upperBound, bytes[index] == ASCII.percent {
      while index < line.upperBound, !bytes[index].isBlank { index += 1 }
    }
    return index < line.upperBound && bytes[index].isBlank ? index : nil
  }
}
