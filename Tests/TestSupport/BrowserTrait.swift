import Foundation
import Testing

/// A test that runs browsers. One core stays free of them: a browser that has to share its core with others meets
/// time limits that say nothing about the page.
package struct BrowserTrait: TestTrait, SuiteTrait, TestScoping {
  package var isRecursive: Bool { true }

  private static let places = Places(max(1, ProcessInfo.processInfo.activeProcessorCount - 1))

  package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    // Each case takes a place of its own: a suite, or a test of many cases, would hold one while the others wait.
    testCase == nil ? nil : self
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.places.take()
    do {
      try await function()
      await Self.places.leave()
    } catch {
      await Self.places.leave()
      throw error
    }
  }

  /// So many at once; the others wait in the order in which they came.
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

extension Trait where Self == BrowserTrait {
  /// A test, or a suite of tests, each case of which runs a browser.
  package static var browser: Self { Self() }
}
