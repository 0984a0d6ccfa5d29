import Foundation
import Testing

/// Reduces the size of slow tests in everyday runs.
///
/// Everyday runs execute a part that takes at most half a second on an idle core; runs with `SLUICE_FULL=1`
/// execute everything, and with `SLUICE_TENTH` a tenth of it.
///
/// The test itself defines its full sizes with ``size(_:)``; the trait defines which part
/// of them is enough otherwise.
package struct SlowTrait: TestTrait, SuiteTrait, TestScoping {
  /// Whether tests run at their full size.
  package static let runsWhole = ProcessInfo.processInfo.environment["SLUICE_FULL"] == "1"

  @TaskLocal fileprivate static var divisor = 1

  fileprivate let divisor: Int

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let divisor = Self.runsWhole ? (tenth == nil ? 1 : 10) : divisor
    try await Self.$divisor.withValue(divisor) { try await function() }
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

/// Leaves a test to one in five everyday runs, because it takes longer than it should in each.
///
/// ``round`` selects the tests by their names. The others are reported as skipped.
package struct TurnTrait: TestTrait {
  package func prepare(for test: Test) async throws { try Self.cancelUnlessItsTurn(test, of: 5) }

  /// Cancels a test whose turn is in another of that many everyday runs.
  static func cancelUnlessItsTurn(_ test: Test, of rounds: Int) throws {
    let turn = test.name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % rounds
    if SlowTrait.runsWhole || test.isSuite || turn == round % rounds { return }
    try Test.cancel("not in this round: SLUICE_ROUND=\(turn) or SLUICE_FULL=1 runs it")
  }
}

extension Trait where Self == TurnTrait {
  /// Marks a test that one in five everyday runs has.
  package static var inTurn: Self { Self() }
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
/// With `SLUICE_ROUND=3`, an everyday run has others: those at the places 3, 3 + `divisor` and so on.
/// With `SLUICE_TENTH=3`, a full run has one tenth of them: those at the places 3, 13, 23 and so on.
package func some<Element>(_ all: [Element], oneIn divisor: Int) -> [Element] {
  let (start, step) =
    SlowTrait.runsWhole
    ? (tenth ?? 0, tenth == nil ? 1 : 10) : (round % min(divisor, max(1, all.count)), divisor)
  return stride(from: start, to: all.count, by: step).map { all[$0] }
}

/// The number of this everyday run, which selects its share of the cases that are too slow for every run.
///
/// A continuous build counts it up with each change, so that all cases run every few changes.
package let round = number("SLUICE_ROUND") ?? 0

/// The number of a full run that has a tenth of the size.
private let tenth = number("SLUICE_TENTH")

private func number(_ variable: String) -> Int? {
  ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }.map { max(0, $0) }
}
