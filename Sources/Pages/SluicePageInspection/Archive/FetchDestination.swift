import SluiceAnalysis
import SluiceRules

extension Request.Kind {
  /// Creates the kind of request from the value of `Sec-Fetch-Dest`, which browsers send to secure URLs.
  /// Returns `nil` if the value is not specific enough.
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
    // Requests by scripts. Beacons also have this value and cannot be distinguished.
    case "empty": self = .xmlhttprequest
    default: return nil
    }
  }
}
