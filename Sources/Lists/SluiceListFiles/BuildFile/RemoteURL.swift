#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceSystem

/// An http or https URL.
///
/// All code that needs the location, host or folder of a list uses this type. So a URL cannot show one host
/// and connect to another.
package struct RemoteURL: Hashable, Sendable {
  /// The reason why a text is not a valid URL.
  package enum Problem: Error, Hashable, Sendable {
    /// It is not a well-formed URL.
    case malformed
    /// It has no scheme, or another scheme than http and https.
    case otherScheme
    case noHost
    /// Its port is 0 or greater than 65535.
    case badPort
  }

  /// The URL with scheme and host in lower case, without a fragment.
  package let url: URL
  /// The host in lower case; an IPv6 address has no brackets.
  package let host: String
  /// Whether the scheme is https.
  package let isEncrypted: Bool
  package let port: Int

  /// Parses a URL, or resolves a relative one against a base.
  package init(_ text: String, relativeTo base: RemoteURL? = nil) throws(Problem) {
    guard let url = URL(string: text, relativeTo: base?.url)?.absoluteURL,
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { throw .malformed }
    switch parts.scheme?.lowercased() {
    case "http": isEncrypted = false
    case "https": isEncrypted = true
    default: throw .otherScheme
    }
    guard var host = url.host(percentEncoded: false)?.lowercased(), !host.isEmpty else { throw .noHost }
    if host.utf8.contains(where: { $0 >= 0x80 }) {
      guard let encoded = HostNames.encoded(Array(host.utf8)), !encoded.isEmpty else { throw .malformed }
      host = String(decoding: encoded, as: UTF8.self)
    }
    port = parts.port ?? (isEncrypted ? 443 : 80)
    guard 1...65_535 ~= port else { throw .badPort }
    guard Self.isHost(host) else { throw .malformed }
    self.host = host
    parts.scheme = isEncrypted ? "https" : "http"
    parts.host = host.contains(":") ? "[\(host)]" : host
    parts.fragment = nil
    guard let canonical = parts.url else { throw .malformed }
    self.url = canonical
  }

  /// Returns whether a text consists of host characters.
  ///
  /// Anything else, such as a second percent-encoding, could be read in different ways.
  private static func isHost(_ text: String) -> Bool {
    func isPlain(_ text: some StringProtocol) -> Bool {
      text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-._".utf8.contains($0) }
    }
    guard text.contains(":") else { return isPlain(text) }
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    return NetworkAddress(String(parts[0]))?.isIPv6 == true && parts.dropFirst().allSatisfy { isPlain($0) }
  }

  package var text: String { url.absoluteString }

  /// Returns whether a text is meant to be an http or https URL, even if it is invalid.
  package static func matches(_ text: String) -> Bool {
    let start = text.prefix("https://".count).lowercased()
    return start.hasPrefix("http://") || start == "https://"
  }

  /// Whether the host is one of the usual names of this machine, so that nobody can change the response in
  /// transit.
  package var isOnThisMachine: Bool { ["localhost", "127.0.0.1", "::1"].contains(host) }

  /// Returns whether scheme, host and port equal those of another URL.
  package func isOnServer(of other: RemoteURL) -> Bool {
    isEncrypted == other.isEncrypted && host == other.host && port == other.port
  }

  /// Returns whether this URL is on the server of another URL, in its folder or below.
  package func isInFolder(of other: RemoteURL) -> Bool {
    isOnServer(of: other) && !Self.climbs(path) && path.utf8.starts(with: other.folder.utf8)
  }

  private var path: String {
    let path = url.path(percentEncoded: true)
    return path.isEmpty ? "/" : path
  }

  /// The path up to its last slash.
  private var folder: String {
    let path = path
    return path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
  }

  /// Returns whether a server could read a part of a path as a step to the parent folder.
  ///
  /// That includes `..` percent-encoded once or several times, with backslashes, or with parameters after it.
  package static func climbs(_ path: String) -> Bool {
    var bytes = Array(path.utf8)
    while true {
      let steps = bytes.split(omittingEmptySubsequences: true) {
        $0 == ASCII.slash || $0 == ASCII.backslash
      }
      let isUpwards = steps.contains { step in
        step.prefix { $0 != ASCII.semicolon }.elementsEqual("..".utf8)
      }
      if isUpwards { return true }
      let decoded = bytes.percentDecoded
      if decoded.count == bytes.count { return false }
      bytes = decoded
    }
  }
}

extension RemoteURL.Problem: CustomStringConvertible {
  /// A description of the problem that follows the URL in a sentence.
  package var description: String {
    switch self {
    case .malformed: "is not a valid URL"
    case .otherScheme: "is neither http nor https"
    case .noHost: "has no host"
    case .badPort: "has a port that is not from 1 to 65535"
    }
  }
}
