import Foundation

/// A queue that runs tasks one after another.
@MainActor final class TaskQueue {
  private let isCancellable: Bool
  private var last: Task<Void, Never>?

  /// - Parameter isCancellable: Whether cancelling the waiting task also cancels the work.
  init(isCancellable: Bool = false) { self.isCancellable = isCancellable }

  func run<Value: Sendable>(_ work: @escaping @MainActor () async -> Value) async -> Value {
    let earlier = last
    let task = Task { @MainActor in
      await earlier?.value
      return await work()
    }
    last = Task { _ = await task.value }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      if isCancellable { task.cancel() }
    }
  }
}

/// Runs work off the main actor, because its data can be megabytes, and returns its result.
func offMainActor<Value: Sendable, Failure: Error>(
  _ work: @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value { try work() }

/// An event that happens once and that tasks can wait for.
@MainActor final class Readiness {
  private(set) var isReached = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func reach() {
    isReached = true
    let woken = waiting
    waiting = []
    for continuation in woken { continuation.resume() }
  }

  func wait() async {
    guard !isReached else { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}

/// A clock with a time of day and a way to wait.
public struct ProtectionClock: Sendable {
  /// The time of day. Users can set it back.
  public var now: @Sendable () -> Date
  /// Waits. The waiting task can be cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Creates a clock.
  public init(
    now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    (self.now, self.sleep) = (now, sleep)
  }

  /// The system clock.
  public static let system = ProtectionClock(now: { Date() }, sleep: { try await Task.sleep(for: $0) })
}

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
