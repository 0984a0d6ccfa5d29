import SluiceRules
import SluiceText

/// The responses in a HAR file, decoded on demand.
struct ArchiveAnswers: Sendable {
  private let har: [UInt8]
  private let start: Int
  /// The offset of each entry.
  private let offsets: [Int]
  /// The first entry for each URL, and for each entry the next one with the same URL.
  private var first: [[UInt8]: Int] = [:]
  private var next: [Int?]

  /// The maximum number of responses to check per URL.
  private static let maximumTries = 100

  /// - Parameters:
  ///   - start: The offset at which the text begins.
  ///   - keys: The keys of the entries' URLs for comparison; empty for URLs outside the web.
  ///   - offsets: The offsets of the entries in the text.
  init(_ har: [UInt8], from start: Int, keys: [[UInt8]], offsets: [Int]) {
    (self.har, self.start, self.offsets) = (har, start, offsets)
    next = Array(repeating: nil, count: keys.count)
    first.reserveCapacity(keys.count)
    for (index, key) in keys.enumerated().reversed() where !key.isEmpty {
      next[index] = first.updateValue(index, forKey: key)
    }
  }

  func answer(to url: [UInt8]) -> SavedAnswer? {
    guard let key = ArchiveURL.key(url) else { return nil }
    var fallback: SavedAnswer?
    var index = first[key]
    for _ in 0..<Self.maximumTries {
      guard let entry = index else { break }
      let json = har.span.extracting(start...)
      if let answer = RecordedAnswer(at: offsets[entry], json)?.answer(json) {
        if !answer.body.isEmpty { return answer }
        fallback = fallback ?? answer
      }
      index = next[entry]
    }
    return fallback
  }
}
