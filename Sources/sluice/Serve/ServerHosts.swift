import Platform

/// The hosts for which the server answers.
///
/// A page of another site can have its own name lead to this machine, and would then read what is served as if
/// it were its own. Its requests carry that name, so only those for the address that is bound are answered.
struct ServerHosts: Sendable {
  /// The address that is bound; nil where all of the machine's are, so that any address will do: no name can
  /// be one.
  private let address: String?
  private let ports: Set<Int>

  /// The hosts of a server at an IPv4 address.
  init(address: String, ports: [Int]) {
    self.address = address == "0.0.0.0" ? nil : address
    self.ports = Set(ports)
  }

  /// Whether a request for this host, with a port or without, is meant for the server.
  func contains(_ host: String) -> Bool {
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first.map(String.init), parts.count <= 2 else { return false }
    let port = parts.count == 2 ? UInt16(parts[1]).map(Int.init) : 80
    guard let port else { return false }
    guard let address else {
      // Another port may lead here, such as that of a container.
      return name == "localhost" || NetworkAddress(name)?.isIPv6 == false
    }
    return ports.contains(port) && (name == address || name == "localhost" && address.hasPrefix("127."))
  }
}
