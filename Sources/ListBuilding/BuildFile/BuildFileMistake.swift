/// What is wrong with a build file, and where.
public struct BuildFileMistake: Error, Hashable, Sendable {
  /// The file as it was named.
  public var file: String
  /// Line and column from 1, columns in Unicode scalars.
  public var line: Int
  /// See ``line``.
  public var column: Int
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
