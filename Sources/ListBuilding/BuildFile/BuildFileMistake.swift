/// What is wrong with a build file, and where.
public struct BuildFileMistake: Error, Hashable, Sendable {
  /// The file as it was named, line and columns.
  public var location: TextLocation
  /// What is wrong.
  public var message: String
  /// What to do, or nil where the message says it.
  public var advice: String?
}

/// A mistake before its place in the text is known.
package struct RecipeMistake: Error {
  let path: [any CodingKey]
  /// The key that is wrong; nil for the value at the path.
  let key: String?
  let message: String
  let advice: String?

  package init(path: [any CodingKey], key: String? = nil, message: String, advice: String? = nil) {
    (self.path, self.key, self.message, self.advice) = (path, key, message, advice)
  }
}
