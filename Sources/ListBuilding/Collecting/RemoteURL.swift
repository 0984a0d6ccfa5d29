import Foundation
import Platform

/// An http or https URL. Whoever asks where a list is, for its host or for its folder, asks this type, so that
/// nobody can be told one host and connect to another.
package struct RemoteURL: Hashable, Sendable {
  /// Why a text is none.
  package enum Problem: Error, Hashable, Sendable {
    /// It is not written as a URL.
    case malformed
    /// It has another scheme than http and https, or none.
    case otherScheme
    /// It names no host.
    case noHost
    /// Its port is 0 or more than 65535.
    case badPort
  }

  /// The URL, its scheme and host in lower case, without a fragment.
  package let url: URL
  /// The host in lower case, an IPv6 address without brackets.
  package let host: String
  /// Whether the scheme is https.
  package let isEncrypted: Bool
  private let port: Int

  /// Reads a URL, or what one means beside another.
  package init(_ text: String, relativeTo base: RemoteURL? = nil) throws(Problem) {
    guard let url = URL(string: text, relativeTo: base?.url)?.absoluteURL,
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { throw .malformed }
    switch parts.scheme?.lowercased() {
    case "http": isEncrypted = false
    case "https": isEncrypted = true
    default: throw .otherScheme
    }
    guard let host = url.host(percentEncoded: false)?.lowercased(), !host.isEmpty else { throw .noHost }
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

  /// Whether a text has only what hosts have. Whatever else there is (a second percent-encoding) somebody might
  /// read in another way.
  private static func isHost(_ text: String) -> Bool {
    func isPlain(_ text: some StringProtocol) -> Bool {
      text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-._".utf8.contains($0) }
    }
    guard text.contains(":") else { return isPlain(text) }
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    return NetworkAddress(String(parts[0]))?.isIPv6 == true && parts.dropFirst().allSatisfy { isPlain($0) }
  }

  /// The URL as text.
  package var text: String { url.absoluteString }

  /// Whether a text is meant as such a URL, whatever is wrong with it.
  package static func isMeant(by text: String) -> Bool {
    let start = text.prefix("https://".count).lowercased()
    return start.hasPrefix("http://") || start == "https://"
  }

  /// The same URL at an address of its host.
  package func url(at address: NetworkAddress) -> URL? {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    parts?.host = address.isIPv6 ? "[\(address)]" : address.description
    return parts?.url
  }

  /// What the `Host` header says.
  package var hostAndPort: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == (isEncrypted ? 443 : 80) ? name : "\(name):\(port)"
  }

  /// Whether the host is this machine by one of its usual names: nobody between here and there can change what comes.
  package var isOnThisMachine: Bool { ["localhost", "127.0.0.1", "::1"].contains(host) }

  /// Whether scheme, host and port are those of another URL.
  package func isOnServer(of other: RemoteURL) -> Bool {
    isEncrypted == other.isEncrypted && host == other.host && port == other.port
  }

  /// Whether this is on the server of another URL and in its folder, or below that.
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

  /// Whether a path has steps upwards in any form that a server may take for one: `..`, percent-encoded, encoded
  /// once more, with backslashes, with parameters behind it.
  package static func climbs(_ path: String) -> Bool {
    var bytes = Array(path.utf8)
    while true {
      let steps = bytes.split(omittingEmptySubsequences: true) {
        $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
      }
      let isUpwards = steps.contains { step in
        step.prefix { $0 != UInt8(ascii: ";") }.elementsEqual("..".utf8)
      }
      if isUpwards { return true }
      let decoded = percentDecoded(bytes)
      if decoded.count == bytes.count { return false }
      bytes = decoded
    }
  }

  /// The bytes with what is percent-encoded decoded; what only looks like it stays.
  private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
      {
        decoded.append(UInt8(high << 4 | low))
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return decoded
  }
}

extension RemoteURL.Problem: CustomStringConvertible {
  /// What is wrong, as the end of a sentence about the URL.
  package var description: String {
    switch self {
    case .malformed: "is not written as a URL is"
    case .otherScheme: "is neither http nor https"
    case .noHost: "names no host"
    case .badPort: "has a port that is not from 1 to 65535"
    }
  }
}
