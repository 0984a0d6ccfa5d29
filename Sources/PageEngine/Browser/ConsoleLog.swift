/// What WebKit writes of the consoles of pages: `https://news.example/:1:42: CONSOLE JS ERROR ReferenceError: …`, where
/// the place may be missing. The next lines of a message begin like any.
///
/// A page can write lines that look like WebKit's own, and so they are never all that says that something was blocked.
struct ConsoleLog {
  private(set) var blocked: [BlockedLoad] = []
  private(set) var errors: [String] = []

  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      guard let start = line.firstRange(of: "CONSOLE ") else { continue }
      let place = line[..<start.lowerBound]
      guard place.isEmpty || place.hasSuffix(": ") else { continue }
      let message = line[start.upperBound...]
      if message.hasPrefix("CONTENTBLOCKER ") {
        if let load = Self.blocked(message) { blocked.append(load) }
      } else if let words = Self.error(message) {
        errors.append(place.isEmpty ? words : "\(place)\(words)")
      }
    }
  }

  /// `CONTENTBLOCKER INFO Content blocker prevented frame displaying PAGE from loading a resource from URL`
  private static func blocked(_ message: Substring) -> BlockedLoad? {
    guard let page = message.firstRange(of: "frame displaying "),
      let url = message[page.upperBound...].firstRange(of: " from loading a resource from ")
    else { return nil }
    return BlockedLoad(
      url: String(message[url.upperBound...]), page: String(message[page.upperBound..<url.lowerBound]))
  }

  /// `JS ERROR …`, `NETWORK ERROR …`, `ERROR …` for what scripts write themselves; nil for what is none.
  private static func error(_ message: Substring) -> String? {
    let words = message.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    if words.count > 1, words[0] == "ERROR" { return words.dropFirst().joined(separator: " ") }
    guard words.count == 3, words[1] == "ERROR", words[0].allSatisfy(\.isUppercase) else { return nil }
    return String(words[2])
  }
}
