import ContentBlocker
import JSON

/// The answers in a HAR, which stay where they are in its text until they are asked for.
struct ArchiveAnswers: Sendable {
  private let har: [UInt8]
  private let start: Int
  /// Where each entry stands.
  private let offsets: [Int]
  /// The first entry of each address, and of each entry the next of its address.
  private var first: [[UInt8]: Int] = [:]
  private var next: [Int?]

  /// How many answers to one address are looked at.
  private static let maximumTries = 100

  /// - Parameters:
  ///   - start: Where in the bytes the text begins.
  ///   - keys: By what the addresses of the entries are compared; empty for those that are none.
  ///   - offsets: Where the entries stand in the text.
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
