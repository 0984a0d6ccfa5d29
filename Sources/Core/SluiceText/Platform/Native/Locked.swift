import Foundation

/// A value that is protected by a lock.
///
/// The standard library's `Mutex` does the same, but requires macOS 15 or iOS 18.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  // Protected by `lock`.
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  /// Calls `body` with exclusive access to the value and returns its result.
  package func withLock<Result, Failure>(
    _ body: (inout Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
