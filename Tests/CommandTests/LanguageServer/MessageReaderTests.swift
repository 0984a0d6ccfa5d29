import Foundation
import TestSupport
import Testing

@testable import sluice

@Suite struct MessageReaderTests {
  @Test(arguments: 1...60) func messagesAreReadInAnyChunks(_ size: Int) {
    let bodies = ["{}", "", "{\"a\":\"\r\n\r\n\"}", String(repeating: "x", count: 90)]
    var stream = bodies.flatMap { MessageReader.frame(Array($0.utf8)) }
    stream += Array("content-type: x\r\nCONTENT-LENGTH:  1\r\nContent-Type: x\r\n\r\ny".utf8)
    var reader = MessageReader()
    var found: [MessageReader.Body] = []
    while !stream.isEmpty {
      reader.add(Array(stream.prefix(size)))
      stream.removeFirst(min(size, stream.count))
      while let body = reader.next() { found.append(body) }
    }
    #expect(found == (bodies + ["y"]).map { .message(Array($0.utf8)) })
    #expect(!reader.isBroken)
  }

  @Test func tooLongMessagesAreSkipped() {
    var reader = MessageReader(limit: 9)
    for byte in MessageReader.frame(Array("0123456789".utf8)) + MessageReader.frame([0x79]) {
      reader.add([byte])
    }
    #expect(reader.next() == .tooLong(10))
    #expect(reader.next() == .message([0x79]))
    reader.add(Array("Content-Length: 1000000000000\r\n\r\nxx".utf8))
    #expect(reader.next() == .tooLong(1_000_000_000_000))
    reader.add(MessageReader.frame([0x79]))
    #expect(reader.next() == nil && !reader.isBroken)
  }

  @Test(arguments: [
    "Content-Length: -1", "Content-Length: 99999999999999999999", "Content-Length: x", "Foo",
    "Content-Length: ",
  ])
  func invalidContentLengthIsRejected(_ header: String) {
    var reader = MessageReader()
    reader.add(Array("\(header)\r\n\r\n".utf8) + MessageReader.frame([0x79]))
    #expect(reader.next() == .noLength)
    #expect(reader.next() == .message([0x79]))
  }

  @Test func endlessHeadersBreakReader() {
    var reader = MessageReader()
    reader.add([UInt8](repeating: 0x78, count: MessageReader.maximumHeader))
    #expect(reader.next() == nil)
    #expect(reader.isBroken)
  }
}
