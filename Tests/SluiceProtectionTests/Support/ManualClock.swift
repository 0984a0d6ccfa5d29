import Foundation
import SluiceConversion
import SluiceProtection
import SluiceText

/// A clock that advances only on request.
final class ManualClock: Sendable {
  private struct State {
    var time = Duration.zero
    var date = Date(timeIntervalSince1970: 1_800_000_000)
    var sleepers: [UUID: (end: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
  }

  private let state = Locked(State())

  var clock: ProtectionClock {
    ProtectionClock(now: { self.state.withLock { $0.date } }, sleep: { try await self.sleep($0) })
  }

  var sleepers: Int { state.withLock { $0.sleepers.count } }

  private func sleep(_ duration: Duration) async throws {
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let isCancelled = Task.isCancelled
        state.withLock { state in
          if isCancelled {
            continuation.resume(throwing: CancellationError())
          } else {
            state.sleepers[id] = (state.time + duration, continuation)
          }
        }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(
        throwing: CancellationError())
    }
  }

  /// Advances the time.
  func advance(_ duration: Duration) {
    let due = state.withLock { state in
      state.time += duration
      state.date += duration / .seconds(1)
      let due = state.sleepers.filter { $0.value.end <= state.time }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
  }

  /// Sets the time of day.
  func set(_ date: Date) { state.withLock { $0.date = date } }
}
