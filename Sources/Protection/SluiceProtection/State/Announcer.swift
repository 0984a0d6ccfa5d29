/// A source of state changes for several listeners.
@MainActor final class Announcer {
  private var listeners: [Int: AsyncStream<ProtectionState>.Continuation] = [:]
  private var count = 0

  /// The maximum number of states that wait for a slow listener.
  private static let bound = 100

  func stream(from state: ProtectionState) -> AsyncStream<ProtectionState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ProtectionState.self, bufferingPolicy: .bufferingNewest(Self.bound))
    count += 1
    let number = count
    listeners[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.listeners[number] = nil }
    }
    continuation.yield(state)
    return stream
  }

  func announce(_ state: ProtectionState) {
    for listener in listeners.values { listener.yield(state) }
  }

  deinit {
    for listener in listeners.values { listener.finish() }
  }
}
