import SluiceConversion

/// An error in a build file, with its location.
public struct BuildFileMistake: Error, Hashable, Sendable {
  /// The path of the file as given, with line and columns.
  public var location: TextLocation
  /// The error message.
  public var message: String
  /// How to fix the mistake, or nil if the message already says it.
  public var advice: String?
}

extension BuildFileMistake {
  init(at offset: Int, of bytes: [UInt8], _ file: String, _ message: String, _ advice: String? = nil) {
    var counter = PositionCounter()
    let location = counter.location(of: offset..<offset, in: bytes.span, file: file)
    self.init(location: location, message: message, advice: advice)
  }
}

/// An error whose location in the text is not known yet.
package struct RecipeMistake: Error {
  let path: [any CodingKey]
  /// The invalid key; nil if the value at the path is invalid.
  let key: String?
  let message: String
  let advice: String?

  package init(path: [any CodingKey], key: String? = nil, message: String, advice: String? = nil) {
    (self.path, self.key, self.message, self.advice) = (path, key, message, advice)
  }
}

extension BuildFileMistake: CustomStringConvertible, DescribedError {
  /// The location and the message, as in `sluice.json:4:17: ...`.
  public var description: String { "\(location): \(message)" }
  /// How to fix the problem.
  public var recoverySuggestion: String? { advice }
}
