import Foundation

/// The queue on which a URL session calls its delegate: one call after the other, in the order of their arrival.
///
/// Darwin's sessions take the queue as it is, and a plain `OperationQueue` runs several operations at once: the chunks of a
/// body would change places. On Linux a session decompresses as fast as it can and puts the pieces into the queue: 9 MB
/// of gzip became 2 GB of memory (measured) before the first piece was looked at. So there each call runs on the thread
/// that brings it, and the pieces wait for the delegate.
package final class DelegateQueue: OperationQueue, @unchecked Sendable {
  #if canImport(FoundationNetworking)
    private let runsAtOnce: Bool
    private let turn = NSRecursiveLock()

    /// A serial queue.
    ///
    /// - Parameter runsAtOnce: Whether calls run on the thread that brings them. Tests ask for Darwin's form.
    package init(runsAtOnce: Bool = true) {
      self.runsAtOnce = runsAtOnce
      super.init()
      maxConcurrentOperationCount = 1
    }

    /// Runs the block, or enqueues it.
    package override func addOperation(_ block: @escaping @Sendable () -> Void) {
      guard runsAtOnce else { return super.addOperation(block) }
      turn.withLock(block)
    }
  #else
    /// A serial queue.
    package override init() {
      super.init()
      maxConcurrentOperationCount = 1
    }
  #endif
}
