/// One thing after the other.
@MainActor final class Turns {
  private var last: Task<Void, Never>?

  /// Does something when all that was begun before is done.
  func run<Value: Sendable>(_ work: @escaping @MainActor () async -> Value) async -> Value {
    let earlier = last
    let task = Task { @MainActor in
      await earlier?.value
      return await work()
    }
    last = Task { _ = await task.value }
    return await task.value
  }
}
