import Foundation

/// Runs what it gets at once, on the thread that brings it.
///
/// On Linux a session decompresses as fast as it can and puts the pieces into its delegate's queue: 9 MB of gzip
/// became 2 GB of memory (measured) before the first piece was looked at. This way the pieces wait for the delegate.
package final class ImmediateQueue: OperationQueue, @unchecked Sendable {
  #if canImport(FoundationNetworking)
    /// Runs the block.
    package override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  #endif
}
