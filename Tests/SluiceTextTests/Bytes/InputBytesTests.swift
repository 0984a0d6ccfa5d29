import SluiceText
import Testing
import TestSupport

@Suite struct InputBytesTests {
  private struct Refusal: Error, Equatable {
    var count: Int
  }

  /// Reads the bytes in the same way for each type of input.
  private static func read(_ text: some InputBytes & ~Escapable) throws(Refusal) -> [UInt8] {
    try text.withInputBytes { (bytes) throws(Refusal) in
      if bytes.count > 9 { throw Refusal(count: bytes.count) }
      return (0..<bytes.count).map { bytes[$0] }
    }
  }

  @Test(arguments: ["", "a", "||ä.中\0🙂", "0123456789"]) func inputBytesAgreeForAllInputTypes(text: String) {
    let bytes = Array(text.utf8)
    let expected: Result<[UInt8], Refusal> =
      bytes.count > 9 ? .failure(Refusal(count: bytes.count)) : .success(bytes)
    func outcome(_ read: () throws(Refusal) -> [UInt8]) -> Result<[UInt8], Refusal> {
      do throws(Refusal) { return .success(try read()) } catch { return .failure(error) }
    }
    let around = [0xFF] + bytes + [0xFF]
    let longer = "<\(text)>"
    #expect(outcome { () throws(Refusal) in try Self.read(bytes) } == expected)
    #expect(outcome { () throws(Refusal) in try Self.read(bytes.span) } == expected)
    #expect(outcome { () throws(Refusal) in try Self.read(around[1..<around.count - 1]) } == expected)
    #expect(outcome { () throws(Refusal) in try Self.read(text) } == expected)
    #expect(outcome { () throws(Refusal) in try Self.read(longer.dropFirst().dropLast()) } == expected)
    #expect(bytes.inputArray() == bytes && text.inputArray() == bytes && bytes.span.inputArray() == bytes)
    #expect(around.dropFirst().dropLast().inputArray() == bytes)
  }

  @Test func arraysAreReadWithoutCopying() {
    let bytes = Array(repeating: UInt8(1), count: 100)
    let address = bytes.withUnsafeBufferPointer { $0.baseAddress }
    #expect(bytes.inputArray().withUnsafeBufferPointer { $0.baseAddress } == address)
    #expect(bytes.withInputBytes { $0.withUnsafeBufferPointer { $0.baseAddress } } == address)
  }
}
