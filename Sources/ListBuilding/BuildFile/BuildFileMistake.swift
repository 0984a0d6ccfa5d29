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
struct RecipeMistake: Error {
  let path: [any CodingKey]
  /// The key that is wrong; nil for the value at the path.
  var key: String?
  let message: String
  var advice: String?
}
