import SluiceText

/// Parses lines of hosts files, which consist of an address and names, and the equivalent settings of
/// dnsmasq.
enum HostsLineParser {
  /// Returns whether a line of this kind can start with the byte. IPv6 addresses that start with an `f` are
  /// unique local, link-local or multicast addresses.
  static func canBegin(with byte: UInt8) -> Bool {
    byte.isDigit || byte == ASCII.colon || byte | 0x20 == UInt8(ascii: "f") || byte == UInt8(ascii: "a")
      || byte == UInt8(ascii: "l") || byte == UInt8(ascii: "s")
  }

  /// Parses the line. Returns nil if it starts neither with an IP address and a space nor with a dnsmasq
  /// setting.
  ///
  /// An address without a name throws if it is an IPv6 address or leads nowhere. Any other address without a
  /// name returns nil, because it can be a URL pattern.
  static func parse(_ bytes: Span<UInt8>, line: ByteRange) throws(SyntaxProblem) -> HostsLine? {
    let first = bytes[line.lowerBound]
    if first == UInt8(ascii: "l") || first == UInt8(ascii: "s") { return try dnsmasq(bytes, line: line) }
    if let address = address(bytes, line: line) {
      if address.upperBound < line.upperBound { return try hostsFile(bytes, line: line, address: address) }
      if bytes.firstIndex(of: ASCII.colon, in: address) != nil || isNowhere(bytes, address: address) {
        throw SyntaxProblem(.invalidHost, span: address)
      }
      return nil
    }
    return first == UInt8(ascii: "a") ? try dnsmasq(bytes, line: line) : nil
  }

  private static func hostsFile(
    _ bytes: Span<UInt8>, line: ByteRange, address: ByteRange
  ) throws(SyntaxProblem) -> HostsLine {
    var hosts: [ByteRange] = []
    var wrong: ByteRange?
    var start = address.upperBound
    while true {
      while start < line.upperBound, bytes[start].isBlank { start += 1 }
      guard start < line.upperBound, bytes[start] != ASCII.hash else { break }
      let end = bytes.endOfRun(from: start, to: line.upperBound) { !$0.isBlank && $0 != ASCII.hash }
      let word = ByteRange(start, end)
      start = end
      // An address among the names: two lines were joined, and the second one starts here.
      if isAddress(bytes, in: word), !bytes.isText("0.0.0.0", in: word) {
        wrong = wrong ?? word
        continue
      }
      let name = DomainListParser.name(bytes, word: word)
      if !DomainListParser.isHost(bytes, in: name) { wrong = wrong ?? word }
      hosts.append(name)
    }
    if let wrong, !hosts.contains(where: { DomainListParser.isHost(bytes, in: $0) }) {
      throw SyntaxProblem(.invalidHost, span: wrong)
    }
    guard !hosts.isEmpty else { throw SyntaxProblem(.invalidHost, span: address) }
    return HostsLine(
      address: address, hosts: hosts, effect: isNowhere(bytes, address: address) ? .block : .mapping)
  }

  /// Parses `address=/host/host/address`, `local=/host/` or `server=/host/`. Returns nil if no slash follows
  /// the hosts.
  private static func dnsmasq(_ bytes: Span<UInt8>, line: ByteRange) throws(SyntaxProblem) -> HostsLine? {
    let isAddress = bytes.hasPrefix("address=/", in: line)
    let isServer = bytes.hasPrefix("server=/", in: line)
    guard isAddress || isServer || bytes.hasPrefix("local=/", in: line) else { return nil }
    var line = line
    for index in line.indices where bytes[index] == ASCII.hash && bytes[index - 1].isBlank {
      line = bytes.trimmed(ByteRange(line.lowerBound, index))
      break
    }
    var hosts: [ByteRange] = []
    guard var start = bytes.firstIndex(of: ASCII.slash, in: line).map({ $0 + 1 }) else { return nil }
    while let end = bytes.firstIndex(of: ASCII.slash, in: ByteRange(start, line.upperBound)) {
      let word = ByteRange(start, end)
      let host = DomainListParser.name(bytes, word: word)
      guard DomainListParser.isHost(bytes, in: host) else { throw SyntaxProblem(.invalidHost, span: word) }
      hosts.append(host)
      start = end + 1
    }
    guard !hosts.isEmpty else { return nil }
    let address = ByteRange(start, line.upperBound)
    // In `address=`, `#` means no address; in `server=`, it means the default server.
    let isBlock =
      address.isEmpty || isAddress && (bytes.isText("#", in: address) || isNowhere(bytes, address: address))
    return HostsLine(address: address, hosts: hosts, effect: isBlock ? .block : .mapping)
  }

  // MARK: Addresses

  static func isAddress(_ bytes: Span<UInt8>, in range: ByteRange) -> Bool {
    address(bytes, line: range)?.upperBound == range.upperBound
  }

  /// Returns the IPv4 or IPv6 address at the start of the line, including a zone (`fe80::1%lo0`). Returns nil
  /// unless a space or the end follows.
  private static func address(_ bytes: Span<UInt8>, line: ByteRange) -> ByteRange? {
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
    let isIPv4 = colons == 0 && dots == 3 && !hasLetter && bytes[line.lowerBound].isDigit
    // dnsmasq and BIND write `0` for no address.
    let isZero = index == line.lowerBound + 1 && bytes[line.lowerBound] == ASCII.zero
    guard colons >= 2 || isIPv4 || isZero && index < line.upperBound else { return nil }
    if colons >= 2, index < line.upperBound, bytes[index] == ASCII.percent {
      while index < line.upperBound, !bytes[index].isBlank { index += 1 }
    }
    return index == line.upperBound || bytes[index].isBlank ? ByteRange(line.lowerBound, index) : nil
  }

  /// Returns whether an address leads nowhere: it is zero or a loopback, link-local, multicast or broadcast
  /// address. Hosts files use the last three for names of the machine itself.
  static func isNowhere(_ bytes: Span<UInt8>, address: ByteRange) -> Bool {
    guard bytes.firstIndex(of: ASCII.colon, in: address) != nil else {
      return bytes.hasPrefix("127.", in: address) || bytes.isText("255.255.255.255", in: address)
        || address.indices.allSatisfy { bytes[$0] == ASCII.zero || bytes[$0] == ASCII.dot }
    }
    var start = address.lowerBound
    // `::ffff:0.0.0.0` is an IPv4-mapped address.
    if bytes.hasText("::ffff:", at: start, in: address) || bytes.hasText("::FFFF:", at: start, in: address) {
      start += 7
      let rest = ByteRange(start, address.upperBound)
      return bytes.firstIndex(of: ASCII.dot, in: rest) != nil && isNowhere(bytes, address: rest)
    }
    let first = bytes.lowercased(ByteRange(start, min(start + 4, address.upperBound)))
    if first.starts(with: "fe80".utf8) || first.starts(with: "ff0".utf8) { return true }
    var rest = address
    if bytes[rest.upperBound - 1] == ASCII.one,
      rest.count > 1,
      bytes[rest.upperBound - 2] == ASCII.colon || bytes[rest.upperBound - 2] == ASCII.zero
    {
      rest = ByteRange(rest.lowerBound, rest.upperBound - 1)
    }
    return rest.indices.allSatisfy { bytes[$0] == ASCII.zero || bytes[$0] == ASCII.colon }
  }
}
