import SluiceC

/// An IP address.
package struct NetworkAddress: Hashable, Sendable {
  /// 4 or 16 bytes in network byte order.
  private let bytes: [UInt8]

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Parses an address in the usual notation: `192.0.2.1` or `2001:db8::1`.
  package init?(_ text: String) {
    for (family, size) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: size)
      if inet_pton(family, text, &bytes) == 1 {
        self.bytes = bytes
        return
      }
    }
    return nil
  }

  package var isIPv6: Bool { bytes.count == 16 }

  /// Returns the addresses of a host name, or the address that a text represents in any notation that the
  /// system's resolver accepts. Returns an empty array for unknown hosts.
  package static func addresses(of host: String) -> [NetworkAddress] {
    var hints = addrinfo()
    hints.ai_socktype = streamSocket
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var addresses: [NetworkAddress] = []
    // The list is provided by the system and ends with nil.
    var next = list
    while let entry = next?.pointee {
      if let address = NetworkAddress(entry), !addresses.contains(address) { addresses.append(address) }
      next = entry.ai_next
    }
    return addresses
  }

  /// Creates an address from a resolver entry. Reads no more than the length that the entry specifies.
  private init?(_ entry: addrinfo) {
    guard let address = UnsafeRawPointer(entry.ai_addr) else { return nil }
    switch entry.ai_family {
    case AF_INET where Int(entry.ai_addrlen) >= MemoryLayout<sockaddr_in>.size:
      var number = address.loadUnaligned(as: sockaddr_in.self).sin_addr
      bytes = withUnsafeBytes(of: &number) { Array($0) }
    case AF_INET6 where Int(entry.ai_addrlen) >= MemoryLayout<sockaddr_in6>.size:
      var number = address.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      bytes = withUnsafeBytes(of: &number) { Array($0) }
    default: return nil
    }
  }
}

extension NetworkAddress {
  /// Whether the address belongs to the public internet. It does not if it is loopback, local, private,
  /// multicast or reserved. Reserved addresses are not globally reachable according to the IANA
  /// special-purpose address registries.
  package var isPublic: Bool {
    if let inner = embedded { return inner.isPublic }
    if !isIPv6 { return !Self.special.contains { contains($0) } }
    // Only an eighth of the addresses is allocated as global unicast. The rest is local, multicast or
    // unassigned.
    return bytes[0] >> 5 == 1 && !Self.specialIPv6.contains { contains($0) }
  }

  /// The IPv4 address that receives packets for this address: `::ffff:192.0.2.1`, or one embedded by a
  /// translator (64:ff9b::/96) or 6to4 (2002::/16).
  private var embedded: NetworkAddress? {
    if contains(Block([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], bits: 96))
      || contains(Block([0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], bits: 96))
    {
      return NetworkAddress(Array(bytes[12...]))
    }
    return contains(Block([0x20, 0x02], bits: 16, isIPv6: true)) ? NetworkAddress(Array(bytes[2..<6])) : nil
  }

  /// Addresses with the same leading bits.
  private struct Block {
    let prefix: [UInt8]
    let bits: Int
    let isIPv6: Bool

    init(_ prefix: [UInt8], bits: Int, isIPv6: Bool? = nil) {
      (self.prefix, self.bits, self.isIPv6) = (prefix, bits, isIPv6 ?? (prefix.count > 4))
    }
  }

  private func contains(_ block: Block) -> Bool {
    guard block.isIPv6 == isIPv6 else { return false }
    for (index, byte) in block.prefix.enumerated() {
      let bits = min(8, block.bits - index * 8)
      guard bits > 0 else { return true }
      let mask = UInt8(truncatingIfNeeded: 0xff << (8 - bits))
      if (bytes[index] ^ byte) & mask != 0 { return false }
    }
    return true
  }

  private static let special: [Block] = [
    Block([0], bits: 8),
    Block([10], bits: 8),
    // Carrier-grade NAT.
    Block([100, 64], bits: 10),
    Block([127], bits: 8),
    Block([169, 254], bits: 16),
    Block([172, 16], bits: 12),
    Block([192, 0, 0], bits: 24),
    // Documentation.
    Block([192, 0, 2], bits: 24),
    // Formerly 6to4 relays.
    Block([192, 88, 99], bits: 24),
    Block([192, 168], bits: 16),
    // Benchmarking.
    Block([198, 18], bits: 15),
    Block([198, 51, 100], bits: 24),
    Block([203, 0, 113], bits: 24),
    // Multicast, followed by reserved addresses and the broadcast address.
    Block([224], bits: 3),
  ]

  private static let specialIPv6: [Block] = [
    // Protocol assignments, including Teredo, whose addresses contain an IPv4 address.
    Block([0x20, 0x01, 0x00], bits: 23, isIPv6: true),
    // Documentation.
    Block([0x20, 0x01, 0x0d, 0xb8], bits: 32, isIPv6: true),
    Block([0x3f, 0xff, 0x00], bits: 20, isIPv6: true),
  ]
}

extension NetworkAddress: CustomStringConvertible {
  /// The address in the usual notation.
  package var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    // The call reads as many bytes as its family has, and writes no more than the buffer holds.
    return bytes.withUnsafeBytes { bytes in
      guard inet_ntop(isIPv6 ? AF_INET6 : AF_INET, bytes.baseAddress, &text, socklen_t(text.count)) != nil
      else {
        return ""
      }
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}
