import Foundation
import ListBuilding
import Platform

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Decides which servers may be asked.
///
/// A list, or the server that it is on, can name any URL: in a redirect, in `! Redirect:`, in what it includes. A
/// host that the build file does not name may therefore not be this machine or one of the local network, whatever
/// its name or however its address is written.
struct Gate {
  /// Why a server is not asked.
  enum Refusal: Error {
    case unknownHost
    /// An address of the host is not of the public internet.
    case notPublic(NetworkAddress)
  }

  /// The hosts that the build file names.
  let namedHosts: Set<String>

  /// The message that asks for a URL.
  ///
  /// The name server could answer otherwise the next time that it is asked, so over http the server is asked at
  /// an address that was looked at: another one at each attempt. Over https it shows a certificate for the name,
  /// which no server of the local network has for somebody else's.
  func message(to url: RemoteURL, attempt: Int) throws(Refusal) -> URLRequest {
    guard !namedHosts.contains(url.host) else { return URLRequest(url: url.url) }
    let addresses = NetworkAddress.addresses(of: url.host)
    if let local = addresses.first(where: { !$0.isPublic }) { throw .notPublic(local) }
    // A proxy finds hosts that this machine cannot find.
    if Self.hasProxy { return URLRequest(url: url.url) }
    guard !addresses.isEmpty else { throw .unknownHost }
    #if canImport(FoundationNetworking)
      // URLSession of Darwin keeps the Host header to itself.
      if !url.isEncrypted, let direct = url.url(at: addresses[attempt % addresses.count]) {
        var message = URLRequest(url: direct)
        message.setValue(url.hostAndPort, forHTTPHeaderField: "Host")
        return message
      }
    #endif
    return URLRequest(url: url.url)
  }

  /// Whether libcurl is told of a proxy.
  private static let hasProxy = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    .contains {
      ProcessInfo.processInfo.environment[$0]?.isEmpty == false
    }
}
