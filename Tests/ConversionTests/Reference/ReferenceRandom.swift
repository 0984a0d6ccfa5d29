import TestSupport

/// Random numbers for filters and requests, a sequence of its own for each part of a test.
extension SeededRandom {
  /// A sequence of its own for each part of a test.
  init(part: UInt64) {
    var (seeds, parts) = (SeededRandom(Self.seedOfRun), SeededRandom(part))
    self.init(seeds.next() &+ parts.next())
  }

  /// True once in `count` times.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// Some of the elements, at least one.
  mutating func some<Element>(_ elements: [Element], upTo count: Int) -> [Element] {
    (0...below(count)).map { _ in pick(elements) }
  }
}
