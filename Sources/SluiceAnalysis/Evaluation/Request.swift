import SluiceRules
import SluiceText

/// A network request with all properties that rules can match.
public struct Request: Hashable, Sendable {
  /// The requested URL as WebKit matches it: serialized, without a fragment. It is empty if WebKit rejects the
  /// URL, or that of the page. No rule matches the request then.
  package var url: [UInt8]
  /// The URL of the page, including its fragment, because WebKit also matches the fragment. For the request
  /// for the page itself, this is the requested URL (measured).
  package var topURL: [UInt8]
  /// The URL of the document that makes the request. For the request for a frame's document, it is
  /// `about:blank` (measured).
  package var frameURL: [UInt8]
  /// The types for `resource-type`. A request can have several: a beacon is `other` and `raw`.
  package var types: ResourceTypes
  /// The context for `load-context`; exactly one.
  package var context: LoadContexts
  /// The party for `load-type`; exactly one.
  package var party: LoadTypes
  /// The method for `request-method`. WebKit treats requests for documents as GET, but a form that is sent to
  /// a frame as POST (measured in WebKitGTK 2.50 to 2.54).
  package var method: RequestMethod

  /// Creates a request from these properties without checks or changes.
  package init(
    url: [UInt8], topURL: [UInt8], frameURL: [UInt8], types: ResourceTypes, context: LoadContexts,
    party: LoadTypes, method: RequestMethod = .get
  ) {
    self.url = url
    self.topURL = topURL
    self.frameURL = frameURL
    self.types = types
    self.context = context
    self.party = party
    self.method = method
  }

  /// Creates the request that WebKit makes for a resource of a page.
  ///
  /// - Parameters:
  ///   - kind: the kind of request. Opening a window takes two requests: a ``Kind/popup`` in the page that
  ///     opens it and, unless that is blocked, a ``Kind/document``.
  ///   - url: the requested URL. It is normalized as WebKit does.
  ///   - page: the URL of the page. It is ignored for a ``Kind/document``, because `url` is the page.
  ///   - frame: the URL of the document of the frame that makes the request; nil if the page itself makes it.
  ///   - suffixes: the public suffix list that distinguishes first-party from third-party requests.
  public init(
    _ kind: Kind, url: some InputBytes & ~Escapable, page: some InputBytes & ~Escapable,
    frame: (some InputBytes)?, suffixes: PublicSuffixList
  ) {
    var target = SerializedURL(url)
    let top = kind == .document ? target : SerializedURL(page)
    let kind = kind == .object ? target.looksLikeImage ? .image : .subdocument : kind
    if kind == .image || kind == .media, top.isSecure { target.upgrade() }
    let isFrameDocument = kind == .subdocument
    self.init(
      url: top.bytes.isEmpty ? [] : target.withoutFragment,
      topURL: kind == .document ? target.withoutFragment : top.bytes,
      frameURL: isFrameDocument
        ? Array("about:blank".utf8) : frame.map { SerializedURL($0.inputArray()).bytes } ?? top.bytes,
      types: kind.types, context: frame != nil || isFrameDocument ? .childFrame : .topFrame,
      party: suffixes.isSite(of: top.host, includes: target.host) ? .firstParty : .thirdParty)
  }

  /// Creates the request that WebKit makes for a resource of a page, if the page itself makes it.
  ///
  /// - Parameters:
  ///   - kind: the kind of request.
  ///   - url: the requested URL. It is normalized as WebKit does.
  ///   - page: the URL of the page. It is ignored for a ``Kind/document``, because `url` is the page.
  ///   - suffixes: the public suffix list that distinguishes first-party from third-party requests.
  public init(
    _ kind: Kind, url: some InputBytes & ~Escapable, page: some InputBytes & ~Escapable,
    suffixes: PublicSuffixList
  ) {
    self.init(kind, url: url, page: page, frame: nil as [UInt8]?, suffixes: suffixes)
  }

  /// Whether rules can block or change the request. WebKit makes other requests whatever the rules say: those for
  /// `about:`, `data:` and `javascript:` URLs, except for most windows (measured).
  package var isBlockable: Bool {
    let scheme = url.prefix { $0 != ASCII.colon }.map { $0.asciiLowercased }
    guard let scheme = LocalScheme(scheme) else { return true }
    return types.contains(.popup) ? scheme.blocksWindows : scheme.blocksLoads
  }

  /// ``url`` as text.
  package var urlString: String { String(decoding: url, as: UTF8.self) }

  /// A kind of request, named as in filter lists.
  @nonexhaustive public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A page.
    case document
    /// The document of a frame.
    case subdocument
    /// A script.
    case script
    /// A style sheet.
    case stylesheet
    /// An image.
    case image
    /// A web font.
    case font
    /// Audio or video.
    case media
    /// A request by `fetch()` or `XMLHttpRequest`.
    case xmlhttprequest
    /// A WebSocket connection.
    case websocket
    /// A request from a link's `ping` attribute.
    case ping
    /// A request by `sendBeacon()`.
    case beacon
    /// A resource of an `object` or `embed` element. Depending on the URL, it is an image or a frame's
    /// document.
    case object
    /// A window that a page opens.
    case popup
    /// A worker, an event source, or any other request.
    case other

    /// The resource types of this kind of request (measured for each kind).
    package var types: ResourceTypes {
      switch self {
      case .document: [.document, .topDocument]
      case .subdocument: [.document, .childDocument]
      case .script: .script
      case .stylesheet: .styleSheet
      case .image: .image
      case .font: .font
      case .media: .media
      case .xmlhttprequest: [.fetch, .raw]
      case .websocket: [.webSocket, .raw]
      case .ping: [.ping, .other, .raw]
      case .beacon, .other: [.other, .raw]
      case .object: [.image, .document, .childDocument]
      case .popup: .popup
      }
    }
  }
}

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
  package init(guessedFrom url: [UInt8]) {
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

/// A URL in the form in which WebKit serializes it (URL Standard).
///
/// - Spaces at the ends, tabs and line ends are removed, and slashes after the scheme of web URLs are counted as
///   two.
/// - The scheme and the host are lowercase. The host is in Punycode, and addresses are in their canonical
///   form.
/// - The default port of the scheme is removed, and so are zeros before other ports.
/// - There is always a path, without `.` and `..`.
/// - Special characters are percent-encoded.
package struct SerializedURL: Hashable, Sendable {
  /// The URL; empty if WebKit rejects it.
  package private(set) var bytes: [UInt8]
  /// The host without a port; empty if the URL has no host.
  package let host: [UInt8]
  /// The URL without its fragment; empty if WebKit rejects it.
  package private(set) var withoutFragment: [UInt8]

  /// Converts a URL to WebKit's form.
  package init(_ url: some InputBytes & ~Escapable) {
    let url = ParsedURL(url.inputArray())
    bytes = url?.bytes ?? []
    host = url?.host ?? []
    withoutFragment = url?.withoutFragment ?? []
  }

  /// ``host`` as text; empty if the URL has no host.
  package var hostString: String { String(decoding: host, as: UTF8.self) }

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
    return Self.imageEndings.contains { ending.span.equals(0..<ending.count, text: $0) }
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
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
