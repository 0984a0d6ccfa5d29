import Foundation
import Testing

/// Reduces the size of slow tests in everyday runs.
///
/// Everyday runs execute a part that takes at most half a second on an idle core; runs with `SLUICE_FULL=1`
/// execute everything. The test itself defines its full sizes with ``size(_:)``; the trait defines which part
/// of them is enough otherwise.
package struct SlowTrait: TestTrait, SuiteTrait, TestScoping {
  /// Whether tests run at their full size.
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
  /// Marks a test that runs one in `divisor` of its repetitions in everyday runs.
  package static func slow(_ divisor: Int) -> Self { SlowTrait(divisor: divisor) }
}

extension Trait where Self == ConditionTrait {
  /// Marks a test that is meaningful only at its full, slow size: it runs with `SLUICE_FULL=1`.
  package static var slow: Self {
    .enabled(if: SlowTrait.runsWhole, "skipped: slow, runs with SLUICE_FULL=1")
  }
}

/// Returns the number of repetitions in this run for a test with ``SlowTrait/slow(_:)``: `whole` or a part of
/// it, at least one.
package func size(_ whole: Int) -> Int { max(1, whole / SlowTrait.divisor) }

/// Returns the seeds of a test that takes one as its argument: all in full runs, otherwise one in `divisor`.
package func seeds<Seed: FixedWidthInteger & Sendable>(_ whole: Seed, oneIn divisor: Seed) -> Range<Seed> {
  0..<(SlowTrait.runsWhole ? whole : Swift.max(1, whole / divisor))
}

/// Returns the arguments of a test with slow cases: all in full runs, otherwise one in `divisor`.
///
/// With `SLUICE_TENTH=3`, a full run has one tenth of them: those at the places 3, 13, 23 and so on.
package func some<Element>(_ all: [Element], oneIn divisor: Int) -> [Element] {
  let tenth = ProcessInfo.processInfo.environment["SLUICE_TENTH"].flatMap { Int($0) }
  let (start, step) = SlowTrait.runsWhole ? (max(0, tenth ?? 0), tenth == nil ? 1 : 10) : (0, divisor)
  return stride(from: start, to: all.count, by: step).map { all[$0] }
}
