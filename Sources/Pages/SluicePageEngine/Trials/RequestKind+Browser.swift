import SluiceAnalysis
import SluiceRules

/// Derives the kind of a request without `Sec-Fetch-Dest`, which insecure pages do not send.
extension Request.Kind {
  /// Creates the kind from the `Accept` header of WebKit, or returns `nil` if it is not specific. Documents
  /// are assumed to be pages.
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

  /// Creates the kind from the initiator type in `PerformanceResourceTiming`, or returns `nil` if it is not
  /// specific.
  init?(initiatorType: String) {
    switch initiatorType {
    case "script": self = .script
    case "img", "image", "input": self = .image
    // The `Accept` header identifies images and style sheets.
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
