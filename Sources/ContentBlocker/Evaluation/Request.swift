/// A load that a content blocker judges, with all that its rules can ask about.
public struct Request: Hashable, Sendable {
  /// The URL that is loaded, as WebKit matches it: serialised, without fragment.
  public var url: [UInt8]
  /// The URL of the page in the window, with its fragment: WebKit matches that too, but for the load of the
  /// page itself, for which it is the URL that is loaded (measured).
  public var topURL: [UInt8]
  /// The URL of the document that makes the request. For the load of a frame's document it is
  /// `about:blank` (measured).
  public var frameURL: [UInt8]
  /// What the load is to `resource-type`. A load can be several: a beacon is `other` and `raw`.
  public var types: ResourceTypes
  /// What it is to `load-context`: one of the two.
  public var context: LoadContexts
  /// What it is to `load-type`: one of the two.
  public var party: LoadTypes
  /// What it is to `request-method`. What a document requests counts as a GET, a form sent into a
  /// frame as a POST (measured in WebKitGTK 2.50 to 2.54).
  public var method: RequestMethod

  /// A load with these properties, none of which is looked at or changed.
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

  /// A load of a kind, in a page, as WebKit would make it.
  ///
  /// - Parameters:
  ///   - kind: what asks for the load. The opening of a window is two loads: the ``Kind/popup`` in its
  ///     opener, and, if that is not blocked, the ``Kind/document``.
  ///   - url: the URL; it is brought into WebKit's form as far as ``SerializedURL`` goes.
  ///   - page: the URL of the page; for a ``Kind/document`` it is `url` itself, whatever is given here.
  ///   - frame: the URL of the frame's document that asks; nil when the page itself does.
  ///   - suffixes: what tells first from third party.
  public init(
    _ kind: Kind, url: some InputBytes & ~Escapable, page: some InputBytes & ~Escapable,
    frame: (any InputBytes)? = nil, suffixes: PublicSuffixList
  ) {
    var target = SerializedURL(url)
    let top = kind == .document ? target : SerializedURL(page)
    let kind = kind == .object ? target.looksLikeImage ? .image : .subdocument : kind
    if kind == .image || kind == .media, top.isSecure { target.upgrade() }
    let isSameSite =
      suffixes.registrableDomain(of: target.host) == suffixes.registrableDomain(of: top.host)
    let isFrameDocument = kind == .subdocument
    self.init(
      url: target.withoutFragment, topURL: kind == .document ? target.withoutFragment : top.bytes,
      frameURL: isFrameDocument
        ? Array("about:blank".utf8) : frame.map { SerializedURL($0.inputArray()).bytes } ?? top.bytes,
      types: kind.types, context: frame != nil || isFrameDocument ? .childFrame : .topFrame,
      party: isSameSite ? .firstParty : .thirdParty)
  }

  /// What asks for a load. The names are those that filter lists use.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
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
    /// `fetch()` and `XMLHttpRequest`.
    case xmlhttprequest
    /// A WebSocket.
    case websocket
    /// The `ping` attribute of a link.
    case ping
    /// `sendBeacon()`.
    case beacon
    /// `object` and `embed`: an image or a frame's document, by the look of the URL.
    case object
    /// The opening of a window.
    case popup
    /// Workers, event sources and whatever else there is.
    case other

    /// What the kind is to `resource-type` (measured, kind by kind).
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
