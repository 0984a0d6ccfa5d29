import Foundation
import TestSupport

/// Random numbers for filters and requests, a sequence of its own for each part of a test.
struct ReferenceRandom: RandomNumberGenerator {
  private var random: SeededRandom

  /// The seed of all property tests against the reference; set `SLUICE_SEED` to replay a failure.
  static let seed = ProcessInfo.processInfo.environment["SLUICE_SEED"].flatMap { UInt64($0) } ?? 20_260_822

  init(seed: UInt64) { random = SeededRandom(seed) }

  /// A sequence of its own for each part of a test.
  init(part: UInt64) {
    var seeds = ReferenceRandom(seed: Self.seed)
    self.init(seed: seeds.next() &+ ReferenceRandom(seed: part).scrambled)
  }

  private var scrambled: UInt64 {
    var copy = self
    return copy.next()
  }

  mutating func next() -> UInt64 { random.next() }

  /// A number from 0 up to `bound`.
  mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() >> 33) % max(bound, 1) }

  /// True once in `count` times.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Some of the elements, at least one.
  mutating func some<Element>(_ elements: [Element], upTo count: Int) -> [Element] {
    (0...below(count)).map { _ in pick(elements) }
  }
}
