/// One thing after the other.
@MainActor final class Turns {
  private let isCancellable: Bool
  private var last: Task<Void, Never>?

  /// - Parameter isCancellable: Whether what is done ends when whoever waits for it is cancelled.
  init(isCancellable: Bool = false) { self.isCancellable = isCancellable }

  /// Does something when all that was begun before is done.
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
