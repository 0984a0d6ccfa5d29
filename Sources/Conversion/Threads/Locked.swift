import Foundation

/// A value that one thread at a time reads or changes.
///
/// The standard library's `Mutex` does the same from macOS 15 and iOS 18.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  // Guarded by the lock.
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  /// What `body` makes of the value, while no other thread can see it.
  package func withLock<Result, Failure>(
    _ body: (inout Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
