/// A URL in the form in which WebKit serializes it (URL Standard).
///
/// - Spaces at the ends, tabs and line ends are removed, and slashes after the scheme of web URLs are counted as
///   two.
/// - The scheme and the host are lowercase. The host is in Punycode, and addresses are in their canonical
///   form.
/// - The default port of the scheme is removed, and so are zeros before other ports.
/// - There is always a path, without `.` and `..`.
/// - Special characters are percent-encoded.
public struct SerializedURL: Hashable, Sendable {
  /// The URL; empty if WebKit rejects it.
  public private(set) var bytes: [UInt8]
  /// The host without a port; empty if the URL has no host.
  public let host: [UInt8]
  /// The URL without its fragment; empty if WebKit rejects it.
  public private(set) var withoutFragment: [UInt8]

  /// Converts a URL to WebKit's form.
  public init(_ url: some InputBytes & ~Escapable) {
    let url = ParsedURL(url.inputArray())
    bytes = url?.bytes ?? []
    host = url?.host ?? []
    withoutFragment = url?.withoutFragment ?? []
  }

  /// ``host`` as text; empty if the URL has no host.
  public var hostString: String { String(decoding: host, as: UTF8.self) }

  var isSecure: Bool { bytes.starts(with: Array("https:".utf8)) }

  /// Changes `http` to `https`, as WebKit does for images and media on secure pages.
  mutating func upgrade() {
    guard bytes.starts(with: Array("http:".utf8)) else { return }
    bytes.insert(UInt8(ascii: "s"), at: 4)
    withoutFragment.insert(UInt8(ascii: "s"), at: 4)
  }

  /// Whether the path has the file extension of an image.
  var looksLikeImage: Bool {
    let ending = Array(pathExtension.utf8)
    return Self.imageEndings.contains { ending.span.equals(0..<ending.count, $0) }
  }

  /// The text after the last dot of the path, in lowercase; empty if it is too long for a file extension.
  var pathExtension: String {
    let path = bytes.prefix { $0 != ASCII.question && $0 != ASCII.hash }
    guard let dot = path.lastIndex(of: ASCII.dot), path.count - dot <= 6 else { return "" }
    return String(decoding: path[(dot + 1)...].map { $0.asciiLowercased }, as: UTF8.self)
  }

  private static let imageEndings: [StaticString] = [
    "gif", "png", "jpg", "jpeg", "jpe", "jfif", "pjp", "pjpeg", "webp", "bmp", "dib", "ico", "avif", "jxl",
    "svg",
    "svgz", "tif", "tiff", "xbm",
  ]
}

extension SerializedURL: CustomStringConvertible {
  /// The URL as text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
