/// A value that needs no lock, because WebAssembly has one thread.
package final class Locked<Value>: @unchecked Sendable {
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  /// Calls `body` with the value and returns its result.
  package func withLock<Result, Failure>(
    _ body: (inout Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result { try body(&value) }
}
