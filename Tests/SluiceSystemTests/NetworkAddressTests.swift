import SluiceSystem
import Testing

/// The addresses that belong to the public internet.
@Suite struct NetworkAddressTests {
  @Test(arguments: [
    // Loopback, unspecified, "this network".
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "::1", "::",
    // Private, shared by providers, link-local, unique local, site-local.
    "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "100.127.255.255",
    "169.254.169.254",
    "fe80::1", "febf::1", "fc00::1", "fd12:3456::1", "fec0::1",
    // Multicast, reserved, broadcast, special purpose, documentation.
    "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "192.0.0.8", "192.88.99.1", "198.18.0.1",
    "198.19.255.255", "192.0.2.1", "198.51.100.1", "203.0.113.1", "ff02::1", "ff0e::1", "2001:db8::1",
    "3fff:fff::1",
    "100::1", "4000::1", "2001::1", "2001:1ff::1",
    // IPv4 in IPv6: mapped, compatible, translated, 6to4, Teredo.
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1",
    "64:ff9b::192.168.0.1", "64:ff9b:1::8.8.8.8", "2002:7f00:1::", "2002:c0a8:101::1",
    "2001:0:1:2:3:4:80ff:fffe",
  ])
  func privateAddressesAreNotPublic(text: String) throws {
    #expect(try #require(NetworkAddress(text)).isPublic == false)
  }

  @Test(arguments: [
    "8.8.8.8", "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
    "128.0.0.1",
    "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0", "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "2001:200::1", "2001:4860:4860::8888",
    "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1",
  ])
  func publicAddressesAreRecognized(text: String) throws {
    let address = try #require(NetworkAddress(text))
    #expect(address.isPublic && address.description == NetworkAddress(address.description)?.description)
  }

  /// The system's resolver and libcurl accept several notations of numbers.
  @Test(arguments: [
    "127.0.0.1", "127.1", "0x7f.1", "2130706433", "017700000001", "::1", "::ffff:127.0.0.1", "localhost",
  ])
  func loopbackNotationsAreRecognized(host: String) {
    let addresses = NetworkAddress.addresses(of: host)
    #expect(!addresses.isEmpty && addresses.allSatisfy { !$0.isPublic }, "\(addresses)")
  }
}
