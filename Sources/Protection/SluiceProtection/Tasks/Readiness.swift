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
