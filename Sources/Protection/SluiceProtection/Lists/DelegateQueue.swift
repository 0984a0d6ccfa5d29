import Foundation

/// A delegate queue for URL sessions. It runs one call after another, in the order in which they arrive.
///
/// On Apple platforms, sessions use the queue directly. A plain `OperationQueue` runs several operations at
/// once, so the chunks of a body could be reordered.
///
/// On Linux, a session decompresses as fast as it can and adds the chunks to the queue. 9 MB of gzip took 2
/// GB of memory (measured) before the first chunk was handled. So on Linux, each call runs on the calling
/// thread, and the session waits for the delegate.
final class DelegateQueue: OperationQueue, @unchecked Sendable {
  private let runsAtOnce: Bool
  private let turn = NSRecursiveLock()

  #if canImport(FoundationNetworking)
    /// Whether calls run on the calling thread on this system.
    static let runsAtOnce = true
  #else
    /// Whether calls run on the calling thread on this system.
    static let runsAtOnce = false
  #endif

  /// Creates a serial queue.
  ///
  /// - Parameter runsAtOnce: Whether calls run on the calling thread. Tests pass both values.
  init(runsAtOnce: Bool = DelegateQueue.runsAtOnce) {
    self.runsAtOnce = runsAtOnce
    super.init()
    maxConcurrentOperationCount = 1
  }

  /// Runs or enqueues the block.
  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    guard runsAtOnce else { return super.addOperation(block) }
    turn.withLock(block)
  }
}
