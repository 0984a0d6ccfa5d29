/// A queue that runs tasks one after another.
@MainActor final class TaskQueue {
  private let isCancellable: Bool
  private var last: Task<Void, Never>?

  /// Creates a queue.
  ///
  /// - Parameter isCancellable: Whether cancelling the waiting task also cancels the work.
  init(isCancellable: Bool = false) { self.isCancellable = isCancellable }

  /// Runs work after all earlier work has ended.
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
