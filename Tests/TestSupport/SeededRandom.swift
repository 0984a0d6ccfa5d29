import Foundation

/// Random numbers (SplitMix64) with a seed that a failing test can print: the same in every run.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// The default seed of tests: `SLUICE_SEED`, or the same number in every run.
  ///
  /// It is printed at its first use, so that a failure can be reproduced.
  package static let seedOfRun: UInt64 = {
    let seed = ProcessInfo.processInfo.environment["SLUICE_SEED"].flatMap { UInt64($0) } ?? 20_260_822
    print("random tests: SLUICE_SEED=\(seed)")
    return seed
  }()

  package init(_ seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  /// Returns a number from 0 up to, but not including, `bound`.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Returns true with a probability in percent.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
