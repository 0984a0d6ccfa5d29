import SluiceText

/// Joins fragments into one script. Each fragment occurs once, after all fragments that it needs.
struct ScriptComposer {
  /// A problem with the files of `Scripts`. A test verifies that none occurs.
  enum Fault: Hashable {
    case missing(String)
    case circular(String)
  }

  private(set) var code: [UInt8] = []
  private(set) var faults: [Fault] = []
  private let file: (String) -> [UInt8]?
  private(set) var done: Set<String> = []
  private var open: Set<String> = []

  init(file: @escaping (String) -> [UInt8]? = { ScriptLibrary.file($0) }) { self.file = file }

  /// Adds a fragment and the fragments that it needs.
  mutating func add(_ name: String) {
    guard !done.contains(name) else { return }
    guard let text = file(name) else {
      faults.append(.missing(name))
      return
    }
    guard open.insert(name).inserted else {
      faults.append(.circular(name))
      return
    }
    let fragment = ScriptFragment(text)
    for need in fragment.needs { add(need) }
    open.remove(name)
    done.insert(name)
    code += fragment.code
  }

  /// Adds a function that evaluates the fragments when it is called, and returns `result`.
  ///
  /// Pages that never call it spend neither time nor memory on them. The fragments can use those that were
  /// added before, and nothing else can use them.
  ///
  /// - Parameter addMore: Adds more to the code of the function, such as a loader in it.
  mutating func addLoader(
    _ name: String, of fragments: [String], result: String,
    addMore: (inout ScriptComposer) -> Void = { _ in }
  ) {
    var inner = self
    inner.code = []
    for fragment in fragments { inner.add(fragment) }
    addMore(&inner)
    faults = inner.faults
    code += "const \(name) = () => {\n".utf8
    code += inner.code
    code += "return \(result);\n};\n".utf8
  }

  /// The functions that capture browser functions for the fragments so far, such as `captureErrors` of
  /// `natives-errors.js`. `captureNatives` is missing, because it is called in any case.
  var captures: [String] {
    let mark = "natives-"
    return done.filter { $0.hasPrefix(mark) }.sorted().map { file in
      let words = file.dropFirst(mark.count).prefix { $0 != "." }.split(separator: "-")
      return "capture" + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
  }

  /// Returns the script, which ends with the statements `last` and gets `data` as its parameter. Its
  /// declarations are not visible outside.
  ///
  /// The data is an argument rather than part of the function, because WebKit parses function bodies twice.
  func script(last: [UInt8], data: [UInt8] = []) -> [UInt8] {
    var script = Array("\(PageScript.firstLine)\n".utf8)
    script += function(data.isEmpty ? "" : "data", last: last)
    script += "(".utf8
    script += data
    script += ");\n".utf8
    return script
  }

  /// Returns the script as a function of the host app's secret and the data.
  ///
  /// The function runs only if `isDone`, a function of the other composer, returns false for the secret. In
  /// most frames, it returns true, so that only the other composer's code is evaluated.
  func script(last: [UInt8], data: [UInt8], unless other: ScriptComposer, _ isDone: String) -> [UInt8] {
    var script = Array("\(PageScript.firstLine)\n".utf8)
    script += other.function(
      "secret, start, data", last: Array("if (!\(isDone)(secret)) start(secret, data);".utf8))
    script += "(\"\(PageScript.secretToken)\",\n".utf8
    script += function("secret, data", last: last)
    script += ",\n".utf8
    script += data
    script += ");\n".utf8
    return script
  }

  /// Returns a function, in parentheses, that runs the code so far and then `last`.
  private func function(_ parameters: String, last: [UInt8]) -> [UInt8] {
    Array("((\(parameters)) => {\n\"use strict\";\n".utf8) + code + last + "\n})".utf8
  }
}

/// A file of `Scripts`: a part of a classic script that declares functions and constants.
///
/// Lines `// needs: a.js b.js` at its beginning name the fragments that must come before it.
struct ScriptFragment {
  let needs: [String]
  /// The code without indentation, full-line comments, and line ends that no statement needs. No string in the
  /// code spans several lines.
  let code: [UInt8]

  init(_ text: [UInt8]) {
    var needs: [String] = []
    var code: [UInt8] = []
    code.reserveCapacity(text.count)
    var isInComment = false
    var start = 0
    while start < text.count {
      let end = text.span.firstIndex(of: ASCII.lineFeed, in: ByteRange(start, text.count)) ?? text.count
      defer { start = end + 1 }
      let words = text[start..<end].drop { $0 == ASCII.space }
      if words.isEmpty { continue }
      if isInComment || words.starts(with: "/*".utf8) {
        isInComment = !words.suffix(2).elementsEqual("*/".utf8)
      } else if words.starts(with: "//".utf8) {
        needs += Self.names(inComment: words)
      } else {
        code += words
        if Self.needsLineEnd(ByteRange(words.startIndex, end), in: text.span) { code.append(ASCII.lineFeed) }
      }
    }
    self.needs = needs
    self.code = code
  }

  /// Returns whether the next line must not follow directly: after a comment, or after the end of a statement
  /// that has no semicolon.
  private static func needsLineEnd(_ line: ByteRange, in text: Span<UInt8>) -> Bool {
    let last = line.upperBound - 1
    guard [ASCII.semicolon, ASCII.comma, ASCII.openBrace].contains(text[last]) else { return true }
    var start = line.lowerBound
    while let slash = text.firstIndex(of: ASCII.slash, in: ByteRange(start, last)) {
      if text[slash + 1] == ASCII.slash { return true }
      start = slash + 1
    }
    return false
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
