import SluiceText

/// A file of `Scripts`: a part of a classic script that declares functions and constants.
///
/// Lines `// needs: a.js b.js` at its beginning name the fragments that must come before it.
struct ScriptFragment {
  /// The names of the files that must come before this one.
  let needs: [String]
  /// The code without indentation and full-line comments. No string in the code spans several lines.
  let code: [UInt8]

  init(_ text: [UInt8]) {
    var needs: [String] = []
    var code: [UInt8] = []
    code.reserveCapacity(text.count)
    var isInComment = false
    for line in text.split(separator: ASCII.lineFeed) {
      let words = line.drop { $0 == ASCII.space }
      if isInComment || words.starts(with: "/*".utf8) {
        isInComment = !words.reversed().starts(with: "/*".utf8)
      } else if words.starts(with: "//".utf8) {
        needs += Self.names(inComment: words)
      } else {
        code += words
        code.append(ASCII.lineFeed)
      }
    }
    self.needs = needs
    self.code = code
  }

  /// Returns the names after `// needs:`; empty for other comments.
  private static func names(inComment comment: ArraySlice<UInt8>) -> [String] {
    let mark = "// needs:"
    guard comment.starts(with: mark.utf8) else { return [] }
    return comment.dropFirst(mark.utf8.count).split(separator: ASCII.space).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
