import Foundation
import Testing

/// Limits how many tests run browsers: at the same time, and in everyday runs.
///
/// One core stays free of them, because a browser that shares its core with others reaches time limits for
/// reasons unrelated to the page. An everyday run has one in five of these tests, selected by ``round``, because
/// they take longer than all others together.
package struct BrowserTrait: TestTrait, SuiteTrait, TestScoping {
  package var isRecursive: Bool { true }

  /// Among how many everyday runs a test is assigned to one. 1 for a test that is in all of them.
  fileprivate let rounds: Int

  private static let places = Places(max(1, ProcessInfo.processInfo.activeProcessorCount - 1))

  package func prepare(for test: Test) async throws {
    try TurnTrait.cancelUnlessItsTurn(test, of: rounds)
  }

  package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { self }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Each test case takes a slot. A suite, or a test with many cases, would hold one while the others wait.
    guard testCase != nil else { return try await PriorityTrait.perform(function) }
    await Self.places.take()
    do {
      try await function()
      await Self.places.leave()
    } catch {
      await Self.places.leave()
      throw error
    }
  }

  /// A number of slots, assigned in order of request.
  private actor Places {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func take() async {
      if free > 0 { return free -= 1 }
      await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
      if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
  }
}

/// Starts a suite before others that begin at the same time, together with its tests.
///
/// Tests start in the order of their tasks, and each step of a task goes to the end of the line. So tests of other
/// suites would all run first, and one browser after the other when they have ended.
package struct PriorityTrait: SuiteTrait, TestScoping {
  package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { self }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Self.perform(function)
  }

  fileprivate static func perform(_ function: @Sendable () async throws -> Void) async throws {
    try await withoutActuallyEscaping(function) { function in
      let task = Task(priority: .high, operation: function)
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }
}

extension Trait where Self == PriorityTrait {
  /// Marks a suite of suites with browsers that run one after the other.
  package static var startsFirst: Self { Self() }
}

extension Trait where Self == BrowserTrait {
  /// Marks a test or suite whose cases each run a browser.
  package static var browser: Self { Self(rounds: 5) }

  /// Marks a test or suite that runs a browser in all everyday runs: it is quick, or selects its cases itself.
  package static var quickBrowser: Self { Self(rounds: 1) }
}
