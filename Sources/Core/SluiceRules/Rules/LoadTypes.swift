/// First-party or third-party requests: WebKit's `load-type`. Empty means both.
///
/// WebKit compares the registrable domains of the request and of the top page. It uses the public suffix list
/// with its private section. The request for the page itself is first-party (measured).
public struct LoadTypes: OptionSet, Hashable, Sendable {
  /// One bit for each type, in the order of ``names``.
  public let rawValue: UInt8

  /// Creates a set from these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Requests to the site of the page.
  public static let firstParty = Self(rawValue: 1 << 0)
  /// Requests to any other site.
  public static let thirdParty = Self(rawValue: 1 << 1)

  /// WebKit's names, in the order of the bits, which is also their order in the JSON.
  public static let names: [StaticString] = ["first-party", "third-party"]
}

/// The frame that makes a request: WebKit's `load-context` (Safari 15 and later). Empty means any frame.
///
/// `topFrame` covers requests made by the page itself. `childFrame` covers requests made in frames, and the
/// requests for the documents of frames (measured).
public struct LoadContexts: OptionSet, Hashable, Sendable {
  /// One bit for each context, in the order of ``names``.
  public let rawValue: UInt8

  /// Creates a set from these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Requests made in a frame, and the request for a frame's document.
  public static let childFrame = Self(rawValue: 1 << 0)
  /// Requests made by the page itself.
  public static let topFrame = Self(rawValue: 1 << 1)

  /// WebKit's names, in the order of the bits, which is also their order in the JSON.
  public static let names: [StaticString] = ["child-frame", "top-frame"]
}

/// An HTTP method: WebKit's `request-method`. A trigger has at most one, in lowercase.
@nonexhaustive public enum RequestMethod: String, CaseIterable, Hashable, Sendable {
  /// The methods that WebKit accepts. It rejects a list with any other value.
  case connect, delete, get, head, options, patch, post, put, trace
}
