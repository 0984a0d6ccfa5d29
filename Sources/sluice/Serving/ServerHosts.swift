#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The hosts for which the server answers.
///
/// A page of another site can have its own name lead to this machine, and would then read what is served as if
/// it were its own. Its requests name that host, so only the address that is bound is answered for.
struct ServerHosts {
  private let names: Set<String>
  /// Whether any address will do, since all of the machine's are bound.
  private let takesAnyAddress: Bool
  private let port: Int

  /// The hosts of a server at an IPv4 address.
  init(address: String, port: Int) {
    self.port = port
    takesAnyAddress = address == "0.0.0.0"
    var names: Set<String> = [address]
    if address.hasPrefix("127.") || takesAnyAddress { names.formUnion(["localhost", "127.0.0.1"]) }
    if takesAnyAddress, let own = Self.hostName { names.formUnion([own, own + ".local"]) }
    self.names = names
  }

  /// Whether a request for this host, with a port or without, is meant for the server.
  func contains(_ host: String) -> Bool {
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let name = parts.first.map(String.init) else { return false }
    guard parts.count == 2 ? Int(parts[1]) == port : port == 80 else { return false }
    return names.contains(name) || takesAnyAddress && Self.isAddress(name)
  }

  private static func isAddress(_ text: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, text, &address) == 1
  }

  private static var hostName: String? {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
    let name = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.isEmpty ? nil : name.lowercased()
  }
}
