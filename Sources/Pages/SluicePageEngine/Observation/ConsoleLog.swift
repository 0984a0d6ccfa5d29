/// Console messages as WebKit writes them, such as
/// `https://news.example/:1:42: CONSOLE JS ERROR ReferenceError: …`. The location can be missing.
///
/// Further lines of a message cannot be distinguished from other lines. A page can also forge lines, so these
/// lines alone are not evidence that something was blocked.
struct ConsoleLog {
  private(set) var blocked: [BlockedLoad] = []
  private(set) var errors: [String] = []

  /// The limits for a page that writes endless messages.
  private static let maximumBlocked = 10_000
  private static let maximumErrors = 200
  private static let maximumLine = 4_096

  init(_ text: [UInt8]) {
    var known: Set<BlockedLoad> = []
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let line = line.prefix(Self.maximumLine)
      guard let start = line.firstRange(of: Self.mark) else { continue }
      let place = line[..<start.lowerBound]
      guard place.isEmpty || place.suffix(2).elementsEqual(": ".utf8) else { continue }
      let message = String(decoding: line[start.upperBound...], as: UTF8.self)
      if message.hasPrefix("CONTENTBLOCKER ") {
        if blocked.count < Self.maximumBlocked, let load = Self.blocked(message), known.insert(load).inserted
        {
          blocked.append(load)
        }
      } else if errors.count < Self.maximumErrors, let words = Self.error(message) {
        errors.append(String(decoding: place, as: UTF8.self) + words)
      }
    }
  }

  private static let mark = Array("CONSOLE ".utf8)

  /// Parses
  /// `CONTENTBLOCKER INFO Content blocker prevented frame displaying PAGE from loading a resource from URL`.
  private static func blocked(_ message: String) -> BlockedLoad? {
    guard let page = message.firstRange(of: "frame displaying "),
      let url = message[page.upperBound...].firstRange(of: " from loading a resource from ")
    else { return nil }
    return BlockedLoad(
      url: String(message[url.upperBound...]), page: String(message[page.upperBound..<url.lowerBound]))
  }

  /// Returns the error in `JS ERROR …`, `NETWORK ERROR …`, or `ERROR …` for messages of scripts; `nil` for
  /// other messages.
  private static func error(_ message: String) -> String? {
    let words = message.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    if words.count > 1, words[0] == "ERROR" { return words.dropFirst().joined(separator: " ") }
    guard words.count == 3, words[1] == "ERROR", words[0].allSatisfy(\.isUppercase) else { return nil }
    return String(words[2])
  }
}
