import Dispatch
import Testing

@testable import Conversion

/// What stands in for parts of the standard library that Apple's oldest systems here lack does the same.
@Suite struct OldSystemTests {
  private static let texts: [[UInt8]] = [
    [], [0], Array("abc".utf8), Array("bücher/例え\u{1F600}".utf8), Array("\u{FFFD}".utf8),
    [0xEF, 0xBB, 0xBF, 0x61],
  ]

  private static let others: [[UInt8]] = [
    [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE4, 0xBE], [0x61, 0x80], [0xF4, 0x90, 0x80, 0x80],
  ]

  @Test(arguments: texts) func bytesOfText(_ bytes: [UInt8]) {
    #expect(String(utf8: bytes).map { Array($0.utf8) } == bytes)
  }

  @Test(arguments: others) func bytesOfNoText(_ bytes: [UInt8]) { #expect(String(utf8: bytes) == nil) }

  @Test func lockedValueIsChangedByOneThreadAtATime() {
    let count = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1000 { count.withLock { $0 += 1 } }
    }
    #expect(count.withLock { $0 } == 8000)
  }

  @Test func lockedValueIsFreeAgainAfterAnError() {
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

  /// A span is the array's own memory, and has all of it.
  @Test(arguments: [[], [1], Array(0..<1000)] as [[Int]]) func spanIsNoCopy(_ array: [Int]) {
    let address = array.withUnsafeBufferPointer { $0.baseAddress }
    let span = array.span
    #expect(span.count == array.count)
    #expect(span.indices.allSatisfy { span[$0] == array[$0] })
    #expect(array.isEmpty || span.withUnsafeBufferPointer { $0.baseAddress } == address)
  }
}
