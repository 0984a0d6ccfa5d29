/// What the WebKit of this machine says of a rule list.
enum EngineVerdict: Equatable, Sendable {
  /// It compiled the list into so many bytes; nil where WebKit does not show its files.
  case accepted(bytes: Int?, duration: Duration)
  /// WebKit's words.
  case rejected(words: String)
}

/// The answer of `sluice webkit-compile`, which it writes and `sluice check --engine` reads: a line for the
/// engine, then one for each file.
enum EngineProtocol {
  static func line(engine: String) -> String { "engine \(engine)\n" }

  static func line(_ verdict: EngineVerdict) -> String {
    switch verdict {
    case .accepted(let bytes, let duration):
      "accepted \(bytes ?? -1) \(Int(duration / .microseconds(1)))\n"
    case .rejected(let words):
      "rejected " + words.map { $0.isNewline ? " " : String($0) }.joined() + "\n"
    }
  }

  /// What a run of one file says; nil when it did not get to its end.
  static func read(_ text: String) -> (engine: String, verdict: EngineVerdict)? {
    let lines = text.split(separator: "\n")
    guard lines.count == 2, let engine = lines[0].value(of: "engine") else { return nil }
    if let words = lines[1].value(of: "rejected") { return (engine, .rejected(words: words)) }
    let numbers = (lines[1].value(of: "accepted") ?? "").split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    let bytes = numbers[0] < 0 ? nil : numbers[0]
    return (engine, .accepted(bytes: bytes, duration: .microseconds(numbers[1])))
  }

  /// The pattern in WebKit's log: `Error while parsing a|b: Disjunctions are not supported yet.`
  static func pattern(inLog log: String) -> [UInt8]? {
    let start = "Error while parsing "
    for line in log.split(separator: "\n") where line.hasPrefix(start) {
      // A pattern can have colons too; none of WebKit's reasons has.
      guard let end = line.utf8.lastIndex(of: UInt8(ascii: ":")) else { continue }
      return Array(line.utf8[line.utf8.index(line.startIndex, offsetBy: start.utf8.count)..<end])
    }
    return nil
  }

  /// What WebKit says of a list in the message of its error, without what stands before it.
  static func words(ofMessage message: String) -> String {
    // The second is that of a list that is only read.
    for start in ["Rule list compilation failed: ", "Rule list parsing failed: "]
    where message.hasPrefix(start) {
      return String(message.dropFirst(start.count))
    }
    return message
  }
}

extension Substring {
  fileprivate func value(of key: String) -> String? {
    hasPrefix("\(key) ") ? String(dropFirst(key.count + 1)) : nil
  }
}
