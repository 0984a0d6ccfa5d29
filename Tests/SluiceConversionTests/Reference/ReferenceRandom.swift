import TestSupport

/// Random numbers for filters and requests.
extension SeededRandom {
  /// Creates a separate sequence for each part of a test.
  init(part: UInt64) {
    var (seeds, parts) = (SeededRandom(Self.seedOfRun), SeededRandom(part))
    self.init(seeds.next() &+ parts.next())
  }

  /// Returns true with probability 1/`count`.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// Returns some of the elements, at least one.
  mutating func some<Element>(_ elements: [Element], upTo count: Int) -> [Element] {
    (0...below(count)).map { _ in pick(elements) }
  }
}
