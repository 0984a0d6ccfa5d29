/// Text as a comment in a function that is never called, of which the script asks the function's own text: WebKit skims over a
/// comment twice as fast as it reads a string, of which it would also keep a copy. Only what a page needs is made a text.
///
/// It is in ASCII, without an end of a line, and behind a space: "//#" may begin what a debugger reads.
struct CommentText {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Several texts as one.
  init(joining texts: [[UInt8]]) { bytes = Array(texts.joined(separator: [Self.end])) }

  /// The function. `Isolated/look-up.js` knows where the text begins and ends in it.
  func append(to output: inout [UInt8]) {
    output += "()=>{// ".utf8
    output += bytes
    output += "\n}".utf8
  }

  /// An array of such functions.
  static func append(_ texts: [CommentText], to output: inout [UInt8]) {
    output += "[".utf8
    for (number, text) in texts.enumerated() {
      if number > 0 { output += ",\n".utf8 }
      text.append(to: &output)
    }
    output += "]".utf8
  }

  /// Ends a row or a phrase in a text of several: JSON has no control characters.
  static let end: UInt8 = 0x1F
}
