/// The kinds of load that a trigger is limited to: WebKit's `resource-type`.
///
/// Empty means "any load", and is written by leaving the key out: an empty array in the JSON would
/// mean the same to WebKit, but reads like "no load at all".
/// The names are the 16 that WebKit's compiler accepts (measured on WebKitGTK 2.50.6).
public struct ResourceTypes: OptionSet, Hashable, Sendable {
  /// One bit a type, in the order of ``names``.
  public let rawValue: UInt16

  /// The set with these bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A document loaded in an iframe (Safari 15 and later).
  public static let childDocument = Self(rawValue: 1 << 0)
  /// The report that a page's Content Security Policy sends.
  public static let cspReport = Self(rawValue: 1 << 1)
  /// A page or an iframe's document.
  public static let document = Self(rawValue: 1 << 2)
  /// `fetch()` and `XMLHttpRequest`.
  public static let fetch = Self(rawValue: 1 << 3)
  /// A web font.
  public static let font = Self(rawValue: 1 << 4)
  /// An image, also one of a style sheet or a poster.
  public static let image = Self(rawValue: 1 << 5)
  /// Audio, video and tracks.
  public static let media = Self(rawValue: 1 << 6)
  /// Beacons, workers, event sources and the like.
  public static let other = Self(rawValue: 1 << 7)
  /// The `ping` attribute of a link. `sendBeacon` is ``other``.
  public static let ping = Self(rawValue: 1 << 8)
  /// The opening of a window, judged in its opener.
  public static let popup = Self(rawValue: 1 << 9)
  /// WebKit's old name for fetch, websocket, ping and other together.
  public static let raw = Self(rawValue: 1 << 10)
  /// A script, a module or their preload.
  public static let script = Self(rawValue: 1 << 11)
  /// A style sheet.
  public static let styleSheet = Self(rawValue: 1 << 12)
  /// An SVG document used by another.
  public static let svgDocument = Self(rawValue: 1 << 13)
  /// The page itself (Safari 15 and later).
  public static let topDocument = Self(rawValue: 1 << 14)
  /// A WebSocket.
  public static let webSocket = Self(rawValue: 1 << 15)

  /// WebKit's names in alphabetical order, which is the order of the bits and of the JSON.
  public static let names: [StaticString] = [
    "child-document", "csp-report", "document", "fetch", "font", "image", "media", "other",
    "ping", "popup", "raw", "script", "style-sheet", "svg-document", "top-document", "websocket",
  ]
}
