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
  /// How the document was obtained in this build.
  package var origin = Origin.current

  /// The ways to obtain a document.
  package enum Origin: Hashable, Sendable {
    /// It is a file, or its server sent or confirmed it in this build.
    case current
    /// It is a stored copy, and its server was not asked.
    case stored(isExpired: Bool)
    /// It is the last good copy, because a newer one could not be fetched for this reason.
    case fallback(reason: String)
  }

  /// The name and the content, which together identify a document: a build can use two versions of a list.
  package struct Key: Hashable, Sendable {
    let name: String
    let sha256: String
  }

  /// The identity of the document.
  package var key: Key { Key(name: name, sha256: sha256) }

  /// Whether the document is a copy that may be outdated.
  public var isStale: Bool {
    switch origin {
    case .current, .stored(isExpired: false): false
    case .stored(isExpired: true), .fallback: true
    }
  }

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
package struct SourceTree: Sendable {
  /// The list itself, followed by the lists that it includes, in order.
  package var documents: [ListDocument]
  package var metadata: ListMetadata
  /// The dialect of a list with parts, detected from the list itself, because parts have no header; nil for a
  /// single document, for which the converter detects the dialect.
  var dialect: Dialect?
}
