import SluiceSystem

/// Determines the content type of a saved file from its name extension, because browsers save no other type
/// information.
enum SavedContentType {
  /// Returns the value of `Content-Type`, or `nil` if the extension is unknown.
  static func named(by name: FileName) -> String? {
    // The name may contain the query.
    let path = name.bytes.prefix { $0 != ASCII.question }
    guard let dot = path.lastIndex(of: ASCII.dot), path.count - dot <= 12 else { return nil }
    return types[String(decoding: path[(dot + 1)...].map(\.asciiLowercased), as: UTF8.self)]
  }

  static let html = "text/html"
  static let css = "text/css"

  private static let types: [String: String] = [
    "html": html, "htm": html, "xhtml": "application/xhtml+xml", "css": css, "js": "text/javascript",
    "mjs": "text/javascript", "json": "application/json", "map": "application/json", "txt": "text/plain",
    "xml": "application/xml", "vtt": "text/vtt", "wasm": "application/wasm", "pdf": "application/pdf",
    "webmanifest": "application/manifest+json",
    "png": "image/png", "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
    "avif": "image/avif", "svg": "image/svg+xml", "ico": "image/x-icon", "bmp": "image/bmp",
    "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
    "mp4": "video/mp4", "webm": "video/webm", "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg",
    "wav": "audio/wav", "m3u8": "application/vnd.apple.mpegurl", "ts": "video/mp2t",
  ]
}
