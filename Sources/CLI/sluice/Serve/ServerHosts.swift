import SluiceSystem

/// The hosts that the server accepts requests for.
///
/// A page of another site could make its own host name resolve to this machine (DNS rebinding). It could then
/// read the served files as if they were its own. Its requests contain that name, so the server only accepts
/// requests for its own address.
struct ServerHosts: Sendable {
  /// The address of the server; nil if it listens on all addresses. In that case, it accepts any IPv4 address
  /// and `localhost`, but no other name.
  private let address: String?
  private let ports: Set<Int>

  /// Creates the hosts of a server at an IPv4 address.
  init(address: String, ports: [Int]) {
    self.address = address == "0.0.0.0" ? nil : address
    self.ports = Set(ports)
  }

  /// Returns whether a request for this host, with or without a port, is for the server.
  func contains(_ host: String) -> Bool {
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first.map(String.init), parts.count <= 2 else { return false }
    let port = parts.count == 2 ? UInt16(parts[1]).map(Int.init) : 80
    guard let port else { return false }
    guard let address else {
      // The port is not checked, because another port may be forwarded to this one, for example by a
      // container.
      return name == "localhost" || NetworkAddress(name)?.isIPv6 == false
    }
    return ports.contains(port) && (name == address || name == "localhost" && address.hasPrefix("127."))
  }
}
