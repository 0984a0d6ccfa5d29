import SluiceSystem
import SluiceText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

/// Possible secrets in URLs: user name and password, query values and the fragment. They are removed before
/// URLs are printed or written.
///
/// No program can tell which value is a token, so all values are removed. The path and the query keys stay.
package enum URLSecrets {
  private static let mask = Array("***".utf8)

  /// Removes secrets from a text that is entirely a URL. Returns any other text unchanged.
  package static func removed(fromLocation text: String) -> String {
    let bytes = Array(text.utf8)
    guard let start = start(in: bytes[...]), bytes[..<start].allSatisfy(\.isSchemeByte) else { return text }
    return String(
      decoding: bytes[..<start] + Array("://".utf8) + cleaned(bytes[(start + 3)...]), as: UTF8.self)
  }

  /// Removes secrets from a reference in a document: a URL or a relative URL.
  package static func removed(fromReference text: String) -> String {
    guard !text.contains("://") else { return removed(fromLocation: text) }
    let start = text.hasPrefix("//") ? "x:" : "x://x/"
    return String(removed(fromLocation: start + text).dropFirst(start.count))
  }

  /// Removes the secrets of all URLs in a text.
  package static func removed(from text: String) -> String {
    let bytes = Array(text.utf8)
    guard var next = start(in: bytes[...]) else { return text }
    var output: [UInt8] = []
    var done = 0
    while true {
      let end = end(of: next, in: bytes)
      output += bytes[done..<next + 3] + cleaned(bytes[next + 3..<end])
      done = end
      guard let following = start(in: bytes[end...]) else { break }
      next = following
    }
    return String(decoding: output + bytes[done...], as: UTF8.self)
  }

  /// Returns the position of the next `://`.
  private static func start(in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0] == ASCII.colon && bytes[$0...].starts(with: "://".utf8) }
  }

  /// Returns the end of the URL whose `://` is at `start`.
  ///
  /// The URL ends at its closing quotation mark or, without an opening one, at a space. Punctuation at the
  /// end is not part of it.
  private static func end(of start: Int, in bytes: [UInt8]) -> Int {
    let quote = ASCII.apostrophe
    let scheme = bytes[..<start].reversed().prefix(while: \.isSchemeByte).count
    if start > scheme, bytes[start - scheme - 1] == quote {
      let closing = bytes.indices.dropFirst(start).first { index in
        bytes[index] == quote
          && (index + 1 == bytes.count || isEnd(bytes[index + 1]) || isSpace(bytes[index + 1]))
      }
      if let closing { return closing }
    }
    var end = bytes[start...].firstIndex(where: isSpace) ?? bytes.count
    while end > start + 3, isEnd(bytes[end - 1]) { end -= 1 }
    return end
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7f }

  private static func isEnd(_ byte: UInt8) -> Bool { ".,;:!)'\"".utf8.contains(byte) }

  /// The maximum nesting depth of URLs within URLs.
  private static let maximumDepth = 4

  /// Returns the part after `://` without secrets.
  private static func cleaned(_ bytes: ArraySlice<UInt8>, depth: Int = 0) -> [UInt8] {
    var rest = bytes
    let isAt: (UInt8) -> Bool = { $0 == ASCII.at }
    let authority = rest.prefix { !"/?#\\".utf8.contains($0) }
    if let at = authority.lastIndex(where: isAt) {
      rest = rest[(at + 1)...]
    } else if !hasPort(authority), let at = rest.lastIndex(where: isAt) {
      // A password with a slash. No server accepts a URL like this, but error messages can contain it.
      rest = rest[(at + 1)...]
    }
    let address = rest.prefix { !"?#".utf8.contains($0) }
    if let inner = start(in: address) {
      // The path, of an archive or a proxy for example, contains another URL.
      let rest = rest[(inner + 3)...]
      return Array(address[..<(inner + 3)]) + (depth < maximumDepth ? cleaned(rest, depth: depth + 1) : mask)
    }
    var output = Array(address)
    rest = rest[address.endIndex...]
    if rest.first == ASCII.question {
      let query = rest.dropFirst().prefix { $0 != ASCII.hash }
      output.append(ASCII.question)
      output += cleaned(query: query)
      rest = rest[query.endIndex...]
    }
    if rest.count > 1 { output += [ASCII.hash] + mask } else { output += rest }
    return output
  }

  /// Returns whether an authority has only a port after its last colon.
  private static func hasPort(_ authority: ArraySlice<UInt8>) -> Bool {
    guard let colon = authority.lastIndex(of: ASCII.colon), authority.last != ASCII.closeBracket else {
      return true
    }
    return authority[(colon + 1)...].allSatisfy(\.isDigit)
  }

  /// Replaces `key=value` with `key=***`, and a bare value with `***`.
  private static func cleaned(query: ArraySlice<UInt8>) -> [UInt8] {
    let isSeparator: (UInt8) -> Bool = { $0 == ASCII.ampersand || $0 == ASCII.semicolon }
    var output: [UInt8] = []
    var rest = query
    while !rest.isEmpty {
      let field = rest.prefix { !isSeparator($0) }
      let equals = ASCII.equals
      let value = field.drop { $0 != equals }.drop { $0 == equals }
      // "dG9rZW4=" is a bare value, too.
      if !value.isEmpty { output += field.prefix { $0 != equals } + [equals] }
      if !field.isEmpty { output += mask }
      rest = rest[field.endIndex...]
      output += rest.prefix(1)
      rest = rest.dropFirst()
    }
    return output
  }
}
