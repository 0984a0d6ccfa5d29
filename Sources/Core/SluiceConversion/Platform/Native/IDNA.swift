import Foundation

/// Foundation's implementation of IDNA.
enum IDNA {
  /// Returns a host with punycode for labels of other scripts.
  ///
  /// Before macOS 14 and iOS 17, Foundation has no IDNA implementation and returns no URL. If an app was
  /// linked without it, Foundation percent-encodes the host. In both cases, the result is not a valid host.
  static func ascii(_ host: [UInt8]) -> [UInt8]? {
    guard let text = String(utf8: host),
      let url = URL(string: "https://\(text)/")?.absoluteString.utf8
    else { return nil }
    // `host()` would decode the host again.
    return Array(url.dropFirst("https://".utf8.count).dropLast())
  }
}
