import Foundation

/// Foundation's implementation of IDNA.
enum IDNA {
  /// Whether Foundation has an implementation. It has none before macOS 14 and iOS 17, and in apps that were
  /// linked without it.
  static let isAvailable = converted(Array("\u{E4}".utf8)) == Array("xn--4ca".utf8)

  /// Returns a label that is not ASCII in Punycode; nil if IDNA does not allow it.
  static func ascii(_ label: [UInt8]) -> [UInt8]? {
    guard let text = String(utf8: label) else { return nil }
    if text.unicodeScalars.allSatisfy({ $0.isIgnored }) { return [] }
    if let label = converted(label) { return label }
    // Unlike browsers, Foundation rejects hyphens at the ends, or in the third and fourth place. Instead of them,
    // it converts underscores, which are the same in Punycode.
    guard label.contains(ASCII.dash), !label.contains(ASCII.underscore) else { return nil }
    var encoded = converted(label.map { $0 == ASCII.dash ? ASCII.underscore : $0 })
    for index in encoded?.indices ?? 0..<0 where encoded?[index] == ASCII.underscore {
      encoded?[index] = ASCII.dash
    }
    return encoded
  }

  private static func converted(_ label: [UInt8]) -> [UInt8]? {
    guard let text = String(utf8: label),
      let url = URL(string: "https://\(text)/")?.absoluteString.utf8
    else { return nil }
    // `host()` would decode the host again.
    let host = Array(url.dropFirst("https://".utf8.count).dropLast())
    // Without IDNA, Foundation may percent-encode the host.
    return host.contains(ASCII.percent) || host.contains { $0 >= 0x80 } ? nil : host
  }
}

extension Unicode.Scalar {
  /// Whether IDNA leaves the scalar out.
  fileprivate var isIgnored: Bool {
    properties.isDefaultIgnorableCodePoint && value != 0x200C && value != 0x200D
  }
}
