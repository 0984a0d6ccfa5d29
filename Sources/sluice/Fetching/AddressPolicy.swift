import Dispatch
import SluiceListFiles
import SluiceSystem
import SluiceText

/// Decides which servers may be contacted.
///
/// A list, or its server, can name any URL: in a redirect, in `! Redirect:`, or in an include. A host that
/// the build file does not name must therefore not be this machine or part of the local network. This applies
/// to all names and notations of addresses.
struct AddressPolicy {
  /// A reason why a server is not contacted.
  enum Refusal: Error {
    case unknownHost
    /// The name server did not answer before the deadline.
    case late
    /// An address of the host does not belong to the public internet.
    case notPublic(NetworkAddress)
  }

  /// A URL that may be requested.
  struct Target {
    let url: RemoteURL
    /// The addresses to connect to. If this is empty, curl or a proxy looks up the host.
    let addresses: [NetworkAddress]
  }

  /// The hosts that the build file names.
  let namedHosts: Set<String>
  let deadline: ContinuousClock.Instant
  let transfers: Transfers

  /// Returns the URL with the addresses that were checked, because the name server can give another answer next
  /// time. Each attempt begins with a different address.
  func target(_ url: RemoteURL, attempt: Int) throws(Refusal) -> Target {
    guard !namedHosts.contains(url.host) else { return Target(url: url, addresses: []) }
    let addresses = try addresses(of: url.host)
    if let local = addresses.first(where: { !$0.isPublic }) { throw .notPublic(local) }
    // A proxy can resolve hosts that this machine cannot.
    if Self.hasProxy { return Target(url: url, addresses: []) }
    guard !addresses.isEmpty else { throw .unknownHost }
    let first = attempt % addresses.count
    return Target(url: url, addresses: Array(addresses[first...] + addresses[..<first]))
  }

  /// Looks up a host. The system can take longer than a request may, so another thread waits for it.
  private func addresses(of host: String) throws(Refusal) -> [NetworkAddress] {
    let answer = Locked<[NetworkAddress]?>(nil)
    let arrived = DispatchSemaphore(value: 0)
    let isStarted = DetachedThread.start {
      let addresses = NetworkAddress.addresses(of: host)
      answer.withLock { $0 = addresses }
      arrived.signal()
    }
    guard isStarted else { return NetworkAddress.addresses(of: host) }
    while arrived.wait(timeout: .now() + .milliseconds(Int(Transfers.pollingInterval))) == .timedOut {
      guard !transfers.isCanceled, ContinuousClock.now < deadline else { throw .late }
    }
    return answer.withLock { $0 } ?? []
  }

  private static var hasProxy: Bool {
    ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains {
      CurrentProcess.variable($0)?.isEmpty == false
    }
  }
}
