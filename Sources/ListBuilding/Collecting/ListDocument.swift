import FilterSyntax

/// One file of a source: the list itself or one that it includes.
public struct ListDocument: Hashable, Sendable {
  /// The URL, or the path as the build file or the including list has it. A URL may hold secrets.
  public var name: String
  /// The bytes as they were read.
  public var bytes: [UInt8]
  /// How many they were, whatever is changed in them later.
  public let size: Int
  /// Their SHA-256, in hexadecimal.
  public var sha256: String
  /// The server's entity tag, if it gave one.
  public var etag: String?
  /// Where the server led to, if that is another URL than its name.
  public var location: String?
  /// Whether these are the last good bytes because newer ones could not be had.
  public var isStale = false

  /// What it is called wherever that is written: the name without secrets.
  public var publicName: String { URLSecrets.removed(fromLocation: name) }

  /// A document whose digest is known.
  public init(name: String, bytes: [UInt8], sha256: String) {
    self.name = name
    self.bytes = bytes
    size = bytes.count
    self.sha256 = sha256
  }
}

/// A source with everything that it includes.
struct SourceTree: Sendable {
  /// The list itself, then what it includes, in order.
  var documents: [ListDocument]
  /// Of the list itself.
  var metadata: ListMetadata
}
