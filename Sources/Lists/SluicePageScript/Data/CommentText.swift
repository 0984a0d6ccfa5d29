/// Text stored as a comment in a function that is never called. The script gets it from the function's source
/// text.
///
/// WebKit skips a comment twice as fast as it reads a string, and keeps a copy of each string. Only the parts
/// that a page needs become strings.
///
/// The text is ASCII without line ends. It follows a space, because debuggers interpret "//#".
struct CommentText {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Joins several texts, separated by the end byte.
  init(joining texts: [[UInt8]]) { bytes = Array(texts.joined(separator: [Self.end])) }

  /// Appends the function. `Isolated/look-up.js` depends on the position of the text in the function.
  func append(to output: inout [UInt8]) {
    output += "()=>{// ".utf8
    output += bytes
    output += "\n}".utf8
  }

  /// Appends an array of functions.
  static func append(_ texts: [CommentText], to output: inout [UInt8]) {
    output += "[".utf8
    for (number, text) in texts.enumerated() {
      if number > 0 { output += ",\n".utf8 }
      text.append(to: &output)
    }
    output += "]".utf8
  }

  /// The byte that ends a row or phrase. JSON contains no control characters.
  static let end: UInt8 = 0x1F
}
