import Dispatch
import SluiceText
import Testing

@testable import SluiceConversion

/// Replacements for parts of the standard library that Apple's oldest supported systems lack behave the same.
@Suite struct LockedTests {
  @Test func lockedValueIsChangedByOneThreadAtATime() {
    let count = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1000 { count.withLock { $0 += 1 } }
    }
    #expect(count.withLock { $0 } == 8000)
  }

  @Test func lockIsReleasedAfterError() {
    struct Failure: Error {}
    let value = Locked("a")
    #expect(throws: Failure.self) {
      try value.withLock { (text) throws(Failure) in
        text = "b"
        throw Failure()
      }
    }
    #expect(value.withLock { $0 } == "b")
  }
}
