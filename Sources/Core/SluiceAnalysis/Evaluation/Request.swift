/// A network request with all properties that rules can match.
public struct Request: Hashable, Sendable {
  /// The requested URL as WebKit matches it: serialized, without a fragment. It is empty if WebKit rejects the
  /// URL, or that of the page. No rule matches the request then.
  public var url: [UInt8]
  /// The URL of the page, including its fragment, because WebKit also matches the fragment. For the request
  /// for the page itself, this is the requested URL (measured).
  public var topURL: [UInt8]
  /// The URL of the document that makes the request. For the request for a frame's document, it is
  /// `about:blank` (measured).
  public var frameURL: [UInt8]
  /// The types for `resource-type`. A request can have several: a beacon is `other` and `raw`.
  public var types: ResourceTypes
  /// The context for `load-context`; exactly one.
  public var context: LoadContexts
  /// The party for `load-type`; exactly one.
  public var party: LoadTypes
  /// The method for `request-method`. WebKit treats requests for documents as GET, but a form that is sent to
  /// a frame as POST (measured in WebKitGTK 2.50 to 2.54).
  public var method: RequestMethod

  /// Creates a request from these properties without checks or changes.
  public init(
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
  ///   - url: the requested URL. It is normalized as described for ``SerializedURL``.
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
  ///   - url: the requested URL. It is normalized as described for ``SerializedURL``.
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
  public var isBlockable: Bool {
    let scheme = url.prefix { $0 != ASCII.colon }.map { $0.asciiLowercased }
    guard let scheme = LocalScheme(scheme) else { return true }
    return types.contains(.popup) ? scheme.blocksWindows : scheme.blocksLoads
  }

  /// ``url`` as text.
  public var urlString: String { String(decoding: url, as: UTF8.self) }
  /// ``topURL`` as text.
  public var topURLString: String { String(decoding: topURL, as: UTF8.self) }
  /// ``frameURL`` as text.
  public var frameURLString: String { String(decoding: frameURL, as: UTF8.self) }

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
    public var types: ResourceTypes {
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
