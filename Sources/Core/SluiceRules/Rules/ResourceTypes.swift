/// The resource types of a trigger: WebKit's `resource-type`.
///
/// An empty set means any type, and the JSON then omits the key. WebKit would treat an empty array in the
/// same way, but a reader could take it for "no request at all". The names are the 16 that WebKit's compiler
/// accepts (measured on WebKitGTK 2.50.6).
public struct ResourceTypes: OptionSet, Hashable, Sendable {
  /// One bit for each type, in the order of ``names``.
  public let rawValue: UInt16

  /// Creates a set from these bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A document in an iframe (Safari 15 and later).
  public static let childDocument = Self(rawValue: 1 << 0)
  /// A report of a Content Security Policy violation.
  public static let cspReport = Self(rawValue: 1 << 1)
  /// The document of a page or an iframe.
  public static let document = Self(rawValue: 1 << 2)
  /// A request by `fetch()` or `XMLHttpRequest`.
  public static let fetch = Self(rawValue: 1 << 3)
  /// A web font.
  public static let font = Self(rawValue: 1 << 4)
  /// An image, including the images of style sheets and the posters of videos.
  public static let image = Self(rawValue: 1 << 5)
  /// Audio, video and text tracks.
  public static let media = Self(rawValue: 1 << 6)
  /// Beacons, workers, event sources and similar requests.
  public static let other = Self(rawValue: 1 << 7)
  /// A request from a link's `ping` attribute. Requests from `sendBeacon` are ``other``.
  public static let ping = Self(rawValue: 1 << 8)
  /// A window that a page opens; evaluated in the context of that page.
  public static let popup = Self(rawValue: 1 << 9)
  /// WebKit's older name for `fetch`, `websocket`, `ping` and `other` together.
  public static let raw = Self(rawValue: 1 << 10)
  /// A script or module, or the preload of one.
  public static let script = Self(rawValue: 1 << 11)
  /// A style sheet.
  public static let styleSheet = Self(rawValue: 1 << 12)
  /// An SVG document that another document uses.
  public static let svgDocument = Self(rawValue: 1 << 13)
  /// The document of a page (Safari 15 and later).
  public static let topDocument = Self(rawValue: 1 << 14)
  /// A WebSocket connection.
  public static let webSocket = Self(rawValue: 1 << 15)

  /// WebKit's names in alphabetical order, which is the order of the bits and of the JSON.
  public static let names: [StaticString] = [
    "child-document", "csp-report", "document", "fetch", "font", "image", "media", "other",
    "ping", "popup", "raw", "script", "style-sheet", "svg-document", "top-document", "websocket",
  ]
}
