private import SluiceScriptTexts

/// The files of `Scripts`, which are compiled into C constants, by name. Names are unique across folders.
enum ScriptLibrary {
  /// Returns the text of a file, or nil if the name is unknown.
  static func file(_ name: String) -> [UInt8]? { texts[name].map { Array($0.utf8) } }

  /// All files, by name.
  static var all: [(name: String, text: String)] {
    texts.sorted { $0.key < $1.key }.map { (name: $0.key, text: $0.value) }
  }

  private static let texts: [String: String] = {
    var count = 0
    let first = page_script_texts(&count)
    // The array has `count` elements, each ending with NUL.
    let texts = UnsafeBufferPointer(start: first, count: count)
    return Dictionary(texts.map { (String(cString: $0.name), String(cString: $0.text)) }) { first, _ in first
    }
  }()
}
