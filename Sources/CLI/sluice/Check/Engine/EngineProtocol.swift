import SluiceText

/// The output format of `sluice webkit-compile`, which `sluice check --engine` parses: a line for the engine,
/// followed by a line for each file.
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

  /// Parses the output for one file; returns nil if it is incomplete.
  static func read(_ text: String) -> (engine: String, verdict: EngineVerdict)? {
    let lines = text.split(separator: "\n")
    guard lines.count == 2, let engine = lines[0].value(of: "engine") else { return nil }
    if let words = lines[1].value(of: "rejected") { return (engine, .rejected(words: words)) }
    let numbers = (lines[1].value(of: "accepted") ?? "").split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    let bytes = numbers[0] < 0 ? nil : numbers[0]
    return (engine, .accepted(bytes: bytes, duration: .microseconds(numbers[1])))
  }

  /// Returns the rejected pattern from a log line such as `Error while parsing a|b: Disjunctions are not
  /// supported yet.`
  static func pattern(inLog log: String) -> [UInt8]? {
    let start = "Error while parsing "
    for line in log.split(separator: "\n") where line.hasPrefix(start) {
      // A pattern can contain colons, but WebKit's reasons do not.
      guard let end = line.utf8.lastIndex(of: ASCII.colon) else { continue }
      return Array(line.utf8[line.utf8.index(line.startIndex, offsetBy: start.utf8.count)..<end])
    }
    return nil
  }
}

extension Substring {
  fileprivate func value(of key: String) -> String? {
    hasPrefix("\(key) ") ? String(dropFirst(key.count + 1)) : nil
  }
}
