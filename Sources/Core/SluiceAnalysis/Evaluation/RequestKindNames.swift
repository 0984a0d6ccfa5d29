extension Request.Kind {
  /// Creates the kind with this name, or with an alias that filter lists and browsers use.
  public init?(name: String) {
    if let kind = Self(rawValue: name) {
      self = kind
    } else if let kind = Self.otherNames[name] {
      self = kind
    } else {
      return nil
    }
  }

  private static let otherNames: [String: Request.Kind] = [
    "doc": .document, "main_frame": .document, "frame": .subdocument, "sub_frame": .subdocument,
    "iframe": .subdocument, "css": .stylesheet, "img": .image, "xhr": .xmlhttprequest,
    "fetch": .xmlhttprequest, "worker": .other,
  ]

  /// Guesses the kind of a request from the file extension of its URL. The result is ``other`` if the
  /// extension is unknown.
  public init(guessedFrom url: [UInt8]) {
    let target = SerializedURL(url)
    let scheme = target.bytes.prefix { $0 != ASCII.colon }
    if scheme.elementsEqual("ws".utf8) || scheme.elementsEqual("wss".utf8) {
      self = .websocket
    } else if target.looksLikeImage {
      self = .image
    } else {
      self = Self.byExtension[target.pathExtension] ?? .other
    }
  }

  private static let byExtension: [String: Request.Kind] = [
    "js": .script, "mjs": .script, "css": .stylesheet, "woff": .font, "woff2": .font, "ttf": .font,
    "otf": .font, "mp4": .media, "webm": .media, "mp3": .media, "ogg": .media, "m4a": .media,
    "html": .subdocument, "htm": .subdocument, "json": .xmlhttprequest,
  ]
}
