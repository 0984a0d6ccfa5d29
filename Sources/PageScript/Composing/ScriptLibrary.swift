private import ScriptTexts

/// The files of `Scripts` by their names, which C has as they are: no two in different folders have one name.
enum ScriptLibrary {
  /// The text of a file, or nil where there is none of that name.
  static func file(_ name: String) -> [UInt8]? { texts[name].map { Array($0.utf8) } }

  private static let texts: [String: String] = {
    var count = 0
    let first = page_script_texts(&count)
    // As many as there are, each with a NUL behind it.
    let texts = UnsafeBufferPointer(start: first, count: count)
    return Dictionary(texts.map { (String(cString: $0.name), String(cString: $0.text)) }) { first, _ in first
    }
  }()
}
