/// A new URL for a request: the content of WebKit's action `redirect`.
///
/// WebKit applies the action only for web extensions, on sites that the user granted them.
@nonexhaustive public enum Redirect: Hashable, Sendable {
  /// Another URL.
  case url([UInt8])
  /// The path of a file of the extension. It begins with a slash.
  case extensionPath([UInt8])
  /// A URL in which `\0` to `\9` stand for the texts that the groups of the url-filter match.
  case substitution([UInt8])
  /// Changes of the parts of the URL.
  case transform(URLTransform)
}

/// Changes of the parts of a URL. A part that is nil stays as it is, and an empty one is removed.
public struct URLTransform: Hashable, Sendable {
  /// The new scheme.
  public var scheme: [UInt8]?
  /// The new user name.
  public var username: [UInt8]?
  /// The new password.
  public var password: [UInt8]?
  /// The new host.
  public var host: [UInt8]?
  /// The new port, in decimal digits.
  public var port: [UInt8]?
  /// The new path.
  public var path: [UInt8]?
  /// The new fragment, with its `#`.
  public var fragment: [UInt8]?
  /// The change of the query.
  public var query: Query?

  /// A change of a query.
  @frozen public enum Query: Hashable, Sendable {
    /// The new query, with its `?`.
    case replaced([UInt8])
    /// The names of the parameters to remove, and the parameters to add.
    case parameters(removed: [[UInt8]], added: [Parameter])
  }

  /// A parameter of a query.
  public struct Parameter: Hashable, Sendable {
    /// The name.
    public var name: [UInt8]
    /// The value.
    public var value: [UInt8]
    /// Whether the parameter is only set where the query already has it.
    public var onlyReplaces: Bool

    /// Creates a parameter.
    public init(name: [UInt8], value: [UInt8], onlyReplaces: Bool = false) {
      (self.name, self.value, self.onlyReplaces) = (name, value, onlyReplaces)
    }
  }

  /// Creates a change of a query, which changes no other part.
  public init(query: Query? = nil) { self.query = query }
}

/// Changes of the headers of requests and responses: the content of WebKit's action `modify-headers`.
///
/// WebKit applies the action only for web extensions, on sites that the user granted them.
public struct HeaderChanges: Hashable, Sendable {
  /// The changes of the headers of the request.
  public var request: [HeaderChange]
  /// The changes of the headers of the response.
  public var response: [HeaderChange]
  /// The priority. For each header, only the first change with the highest priority counts, apart from values to
  /// append.
  public var priority: Int

  /// Creates changes of headers.
  public init(request: [HeaderChange] = [], response: [HeaderChange] = [], priority: Int = 1) {
    (self.request, self.response, self.priority) = (request, response, priority)
  }
}

/// A change of one header.
public struct HeaderChange: Hashable, Sendable {
  /// The name of the header.
  public var header: [UInt8]
  /// The change.
  public var operation: Operation

  /// An operation on a header.
  @frozen public enum Operation: Hashable, Sendable {
    /// Removes the header.
    case remove
    /// Replaces its value.
    case set([UInt8])
    /// Adds a value.
    case append([UInt8])
  }

  /// Creates a change of a header.
  public init(_ header: [UInt8], _ operation: Operation) {
    (self.header, self.operation) = (header, operation)
  }
}
