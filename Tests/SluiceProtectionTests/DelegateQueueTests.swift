import Foundation
import SluiceConversion
import SluiceText
import TestSupport
import Testing

@testable import SluiceProtection

/// A delegate of a URL session receives its calls one at a time, in order.
@Suite(.ends) struct DelegateQueueTests {
  /// The queues for the sessions of Darwin and of Linux.
  @Test(arguments: [false, true]) func delegateCallsKeepOrder(runsAtOnce: Bool) async {
    let queue = DelegateQueue(runsAtOnce: runsAtOnce)
    let order = Locked<[Int]>([])
    // Each chunk arrives on another thread, after the previous one was handed over.
    for number in 0..<200 {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          queue.addOperation {
            // Early chunks take the longest.
            if number % 8 == 0 { Thread.sleep(forTimeInterval: 0.0005) }
            order.withLock { $0.append(number) }
          }
          continuation.resume()
        }
      }
    }
    await end(of: queue)
    #expect(order.withLock { $0 } == Array(0..<200))
  }

  @Test(arguments: [false, true]) func delegateCallsNeverOverlap(runsAtOnce: Bool) async {
    let queue = DelegateQueue(runsAtOnce: runsAtOnce)
    let running = Locked((now: 0, most: 0, all: 0))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<20 {
            queue.addOperation {
              running.withLock { state in
                state.now += 1
                state.most = max(state.most, state.now)
              }
              Thread.sleep(forTimeInterval: 0.0001)
              running.withLock { state in
                state.now -= 1
                state.all += 1
              }
            }
          }
        }
      }
    }
    await end(of: queue)
    #expect(running.withLock { $0.most } == 1)
    #expect(running.withLock { $0.all } == 160)
  }

  private func end(of queue: DelegateQueue) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        queue.waitUntilAllOperationsAreFinished()
        continuation.resume()
      }
    }
  }
}
