import SluiceSyntax

/// One file of a source: the list itself or a list that it includes.
public struct ListDocument: Hashable, Sendable {
  /// The URL, or the path as the build file or the including list names it. A URL can contain secrets.
  public var name: String
  /// The bytes as read.
  public var bytes: [UInt8]
  /// The number of bytes read, before any later changes.
  public let size: Int
  /// The SHA-256 of the bytes read, in hexadecimal.
  public var sha256: String
  /// The server's entity tag, if it sent one.
  public var etag: String?
  /// The URL that the server redirected to, if it differs from the name.
  public var location: String?
  /// Whether the document is the last good copy, used because a newer one could not be fetched.
  public var isStale = false

  /// The name without secrets, for all output.
  public var publicName: String { URLSecrets.removed(fromLocation: name) }

  /// Creates a document with a known digest.
  public init(name: String, bytes: [UInt8], sha256: String) {
    self.name = name
    self.bytes = bytes
    size = bytes.count
    self.sha256 = sha256
  }
}

/// A source with everything that it includes.
struct SourceTree: Sendable {
  /// The list itself, followed by the lists that it includes, in order.
  var documents: [ListDocument]
  var metadata: ListMetadata
  /// The dialect of a list with parts, detected from the list itself, because parts have no header; nil for a
  /// single document, for which the converter detects the dialect.
  var dialect: Dialect?
}
