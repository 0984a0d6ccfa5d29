import Foundation
import Testing

/// A test that is slow because of its size. Everyday runs do a part of it, which takes at most half a second of a quiet
/// core; runs with `SLUICE_FULL=1` do all of it.
///
/// The test itself says the sizes of whole runs, through ``size(_:)``; the trait says what part of them is enough on other days.
package struct SlowTrait: TestTrait, SuiteTrait, TestScoping {
  /// Whether tests run at their whole size.
  package static let runsWhole = ProcessInfo.processInfo.environment["SLUICE_FULL"] == "1"

  @TaskLocal fileprivate static var divisor = 1

  fileprivate let divisor: Int

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Self.$divisor.withValue(Self.runsWhole ? 1 : divisor) { try await function() }
  }
}

extension Trait where Self == SlowTrait {
  /// A test that does one in so many of its repetitions in everyday runs.
  package static func slow(_ divisor: Int) -> Self { SlowTrait(divisor: divisor) }
}

extension Trait where Self == ConditionTrait {
  /// A test that is slow at the only size that says something: it runs with `SLUICE_FULL=1`.
  package static var slow: Self {
    .enabled(if: SlowTrait.runsWhole, "skipped: slow, runs with SLUICE_FULL=1")
  }
}

/// How often a test that is ``SlowTrait/slow(_:)`` does something in this run: `whole` times or a part of that, at least once.
package func size(_ whole: Int) -> Int { max(1, whole / SlowTrait.divisor) }

/// The seeds of a test that has one as its argument, all of them in whole runs and else one in so many.
package func seeds<Seed: FixedWidthInteger & Sendable>(_ whole: Seed, oneIn divisor: Seed) -> Range<Seed> {
  0..<(SlowTrait.runsWhole ? whole : Swift.max(1, whole / divisor))
}

/// The arguments of a test whose cases are slow: all of them in whole runs and else one in so many.
package func some<Element>(_ all: [Element], oneIn divisor: Int) -> [Element] {
  SlowTrait.runsWhole ? all : stride(from: 0, to: all.count, by: divisor).map { all[$0] }
}
