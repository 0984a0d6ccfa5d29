import ContentBlocker

/// What is wrong with requests, and where.
public struct RequestFault: Error, Hashable, Sendable {
  /// In bytes, from the start of the text.
  public let offset: Int
  /// In plain words.
  public let message: String

  /// Something wrong at a place.
  public init(offset: Int, message: String) { (self.offset, self.message) = (offset, message) }
}
