import Foundation
import SluiceLists
import SluiceSystem

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Decides which servers may be contacted.
///
/// A list, or its server, can name any URL: in a redirect, in `! Redirect:`, or in an include. A host that
/// the build file does not name must therefore not be this machine or part of the local network. This applies
/// to all names and notations of addresses.
struct Gate {
  /// A reason why a server is not contacted.
  enum Refusal: Error {
    case unknownHost
    /// An address of the host does not belong to the public internet.
    case notPublic(NetworkAddress)
  }

  /// The hosts that the build file names.
  let namedHosts: Set<String>

  /// Returns the message that requests a URL.
  ///
  /// The name server can give another answer next time. With http, the request therefore goes to an address
  /// that was checked, and to a different one at each attempt. With https, the server proves its name by a
  /// certificate, which servers of the local network do not have for other names.
  func message(to url: RemoteURL, attempt: Int) throws(Refusal) -> URLRequest {
    guard !namedHosts.contains(url.host) else { return URLRequest(url: url.url) }
    let addresses = NetworkAddress.addresses(of: url.host)
    if let local = addresses.first(where: { !$0.isPublic }) { throw .notPublic(local) }
    // A proxy can resolve hosts that this machine cannot.
    if Self.hasProxy { return URLRequest(url: url.url) }
    guard !addresses.isEmpty else { throw .unknownHost }
    #if canImport(FoundationNetworking)
      // URLSession on Darwin does not allow setting the Host header.
      if !url.isEncrypted, let direct = url.url(at: addresses[attempt % addresses.count]) {
        var message = URLRequest(url: direct)
        message.setValue(url.hostAndPort, forHTTPHeaderField: "Host")
        return message
      }
    #endif
    return URLRequest(url: url.url)
  }

  /// Whether libcurl uses a proxy.
  private static let hasProxy = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    .contains {
      ProcessInfo.processInfo.environment[$0]?.isEmpty == false
    }
}
