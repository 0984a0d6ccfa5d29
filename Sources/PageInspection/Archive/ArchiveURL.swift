import ContentBlocker
import Foundation

/// URLs of a HAR, which recorders write in more than one form.
enum ArchiveURL {
  /// What a URL is to a content blocker.
  enum Standing {
    /// A load that it is asked about.
    case web
    /// `data:`, `blob:`, extensions, `about:blank`.
    case elsewhere
    /// No URL, or one of the web without a host.
    case invalid
  }

  /// What a URL is, and by what it is compared: its form in browsers without the fragment.
  static func read(_ url: [UInt8]) -> (standing: Standing, key: [UInt8]) {
    guard RequestDescription.isURL(url) else { return (.invalid, []) }
    guard hasSchemeOfTheWeb(url) else { return (.elsewhere, []) }
    if isSerialized(url) {
      return (.web, url.firstIndex(of: UInt8(ascii: "#")).map { Array(url[..<$0]) } ?? url)
    }
    let serialized = SerializedURL(url)
    guard !serialized.host.isEmpty, serialized.host.allSatisfy({ $0 > 0x20 }) else { return (.invalid, []) }
    return (.web, serialized.withoutFragment)
  }

  /// By what a URL of the web is compared; nil for any other.
  static func key(_ url: [UInt8]) -> [UInt8]? {
    let (standing, key) = read(url)
    switch standing {
    case .web: return key
    case .elsewhere, .invalid: return nil
    }
  }

  /// Whether a URL is one that a content blocker is asked about.
  static func isOfTheWeb(_ url: [UInt8]) -> Bool { key(url) != nil }

  /// The key of what a reference in an answer leads to.
  static func key(of reference: [UInt8], against base: [UInt8]) -> [UInt8]? {
    if RequestDescription.isURL(reference) { return key(reference) }
    let url = URL(string: String(decoding: base, as: UTF8.self)).flatMap {
      URL(string: String(decoding: reference, as: UTF8.self), relativeTo: $0)
    }
    return url.flatMap { key(Array($0.absoluteString.utf8)) }
  }

  /// Whether a URL of the web is as browsers write it, with nothing that takes a second look: nearly all of an archive are.
  private static func isSerialized(_ url: [UInt8]) -> Bool {
    guard let colon = url.firstIndex(of: UInt8(ascii: ":")),
      !url[..<colon].contains(where: \.isCapital),
      url[(colon + 1)...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")])
    else { return false }
    let host = url[(colon + 3)...].prefix {
      $0.isLetter && !$0.isCapital || $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    guard !host.isEmpty, host.endIndex < url.endIndex, url[host.endIndex] == UInt8(ascii: "/") else {
      return false
    }
    return url[host.endIndex...].allSatisfy(SerializedURL.isPlain)
  }

  /// Whether a key has nothing behind the origin.
  static func isOrigin(_ key: [UInt8]) -> Bool {
    guard let colon = key.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return key[colon...].dropFirst(3).firstIndex(of: UInt8(ascii: "/")) == key.endIndex - 1
  }

  /// What is left of a key where a policy lets no more be said: the origin, with `/` at its end.
  static func origin(_ key: [UInt8]) -> [UInt8] {
    guard let colon = key.firstIndex(of: UInt8(ascii: ":")) else { return key }
    let rest = key[colon...].dropFirst(3)
    return key[..<(rest.firstIndex(of: UInt8(ascii: "/")) ?? key.endIndex)] + [UInt8(ascii: "/")]
  }

  /// Whether a URL has the scheme of WebSockets.
  static func isOfWebSockets(_ url: [UInt8]) -> Bool { hasScheme(url, ["ws", "wss"]) }

  private static func hasSchemeOfTheWeb(_ url: [UInt8]) -> Bool {
    hasScheme(url, ["http", "https", "ws", "wss"])
  }

  private static func hasScheme(_ url: [UInt8], _ schemes: [StaticString]) -> Bool {
    guard let colon = url.prefix(6).firstIndex(of: UInt8(ascii: ":")) else { return false }
    return schemes.contains { scheme in
      scheme.withUTF8Buffer { $0.elementsEqual(url[..<colon].lazy.map(\.asciiLowercased)) }
    }
  }
}
