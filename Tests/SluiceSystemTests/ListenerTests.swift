import SluiceSystem
import Testing

/// Nonblocking connections.
@Suite struct ListenerTests {
  @Test func listenerNeverBlocks() throws {
    let listener = try Listener(address: "127.0.0.1", port: 0)
    defer { try? listener.descriptor.close() }
    #expect(listener.port > 0)
    // Nobody connects, so a blocking call would never return.
    #expect(throws: SystemError.self) { try listener.accept() }
    #expect(
      OpenFile.wait(for: [(listener.descriptor, .readable), (nil, .readable)], milliseconds: 0)
        == [false, false])
  }

  @Test func portCanBeUsedOnlyOnce() throws {
    let listener = try Listener(address: "127.0.0.1", port: 0)
    defer { try? listener.descriptor.close() }
    #expect(throws: SystemError.self) { try Listener(address: "127.0.0.1", port: listener.port) }
  }

  @Test(arguments: ["192.0.2.1", "localhost", "::1", ""])
  func foreignListenerAddressesAreRejected(address: String) {
    #expect(throws: address == "192.0.2.1" ? SystemError.foreignAddress : .invalid) {
      try Listener(address: address, port: 0)
    }
  }
}
