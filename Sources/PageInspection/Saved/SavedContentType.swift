import Platform

/// What a saved file is, by the end of its name: nothing else was saved of it.
enum SavedContentType {
  /// The value of `Content-Type`; nil where the name does not say it.
  static func named(by name: FileName) -> String? {
    // The query may stand in the name.
    let path = name.bytes.prefix { $0 != UInt8(ascii: "?") }
    guard let dot = path.lastIndex(of: UInt8(ascii: ".")), path.count - dot <= 12 else { return nil }
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
