#if canImport(Darwin)
  import Foundation
#else
  import Synchronization
#endif

/// A value that is protected by a lock.
///
/// The standard library's `Mutex` does the same, but requires macOS 15 or iOS 18.
package final class Locked<Value>: @unchecked Sendable {
  #if canImport(Darwin)
    private let lock = NSLock()
  #else
    private let lock = Mutex(())
  #endif
  // Protected by `lock`.
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  /// Calls `body` with exclusive access to the value and returns its result.
  package func withLock<Result, Failure>(
    _ body: (inout Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    #if canImport(Darwin)
      lock.lock()
      defer { lock.unlock() }
      return try body(&value)
    #else
      return try lock.withLock { _ throws(Failure) in try body(&value) }
    #endif
  }
}
