import ContentBlocker

/// Pages that are not secure send no `Sec-Fetch-Dest`.
extension Request.Kind {
  /// Of what WebKit sends as `Accept`, where that says it: documents are those of pages until something else is known.
  init?(accept: String) {
    if accept.hasPrefix("text/html") {
      self = .document
    } else if accept.hasPrefix("text/css") {
      self = .stylesheet
    } else if accept.hasPrefix("image/") {
      self = .image
    } else {
      return nil
    }
  }

  /// Of what asks, in the words of `PerformanceResourceTiming`; nil where they say too little.
  init?(initiatorType: String) {
    switch initiatorType {
    case "script": self = .script
    case "img", "image", "input": self = .image
    // Images and other style sheets are known by what they accept.
    case "css": self = .font
    case "xmlhttprequest", "fetch": self = .xmlhttprequest
    case "beacon": self = .beacon
    case "iframe", "frame": self = .subdocument
    case "audio", "video", "track": self = .media
    case "object", "embed": self = .object
    default: return nil
    }
  }
}
