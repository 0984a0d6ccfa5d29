/// Whose site a load belongs to: WebKit's `load-type`. Empty means both.
///
/// WebKit compares the registrable domain of the request with that of the top page, by the public
/// suffix list with its private part; a page's own load is first-party (measured).
public struct LoadTypes: OptionSet, Hashable, Sendable {
  /// One bit a type, in the order of ``names``.
  public let rawValue: UInt8

  /// The set with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Loads from the site of the page.
  public static let firstParty = Self(rawValue: 1 << 0)
  /// Loads from any other site.
  public static let thirdParty = Self(rawValue: 1 << 1)

  /// WebKit's names, in the order of the bits and of the JSON.
  public static let names: [StaticString] = ["first-party", "third-party"]
}

/// In which frame a load happens: WebKit's `load-context` (Safari 15 and later). Empty means both.
///
/// `topFrame` are the requests of the page, `childFrame` those made in frames and the frames'
/// documents themselves (measured).
public struct LoadContexts: OptionSet, Hashable, Sendable {
  /// One bit a context, in the order of ``names``.
  public let rawValue: UInt8

  /// The set with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Requests made in a frame, and the document of a frame.
  public static let childFrame = Self(rawValue: 1 << 0)
  /// Requests of the page itself.
  public static let topFrame = Self(rawValue: 1 << 1)

  /// WebKit's names, in the order of the bits and of the JSON.
  public static let names: [StaticString] = ["child-frame", "top-frame"]
}

/// An HTTP method: WebKit's `request-method`. WebKit takes one, in lower case.
public enum RequestMethod: String, CaseIterable, Hashable, Sendable {
  /// A method of WebKit's own list; any other word makes WebKit reject the list.
  case connect, delete, get, head, options, patch, post, put, trace
}
