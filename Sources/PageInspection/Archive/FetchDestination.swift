import ContentBlocker

extension Request.Kind {
  /// Of `Sec-Fetch-Dest`, which browsers send to secure addresses; nil where it says too little.
  package init?(fetchDestination: [UInt8]) {
    switch String(decoding: fetchDestination, as: UTF8.self).lowercased() {
    case "document": self = .document
    case "iframe", "frame", "fencedframe": self = .subdocument
    case "script", "json": self = .script
    case "style", "xslt": self = .stylesheet
    case "image": self = .image
    case "font": self = .font
    case "audio", "video", "track": self = .media
    case "object", "embed": self = .object
    case "worker", "sharedworker", "serviceworker", "audioworklet", "paintworklet", "manifest", "report":
      self = .other
    case "websocket": self = .websocket
    // What scripts fetch. A beacon is such a load too, and nothing tells it from others.
    case "empty": self = .xmlhttprequest
    default: return nil
    }
  }
}
