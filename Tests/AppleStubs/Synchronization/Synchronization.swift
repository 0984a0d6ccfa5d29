// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Too new for this package. The module is declared so that code that uses it gets an availability error
// instead of "no such module".

@available(macOS 15.0, iOS 18.0, *)
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  public init(_ value: consuming sending Value) { fatalError() }
  public borrowing func withLock<Result: ~Copyable, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending Result
  ) throws(E) -> sending Result { fatalError() }
}

@available(macOS 15.0, iOS 18.0, *)
public struct Atomic<Value: Sendable>: ~Copyable, @unchecked Sendable {
  public init(_ value: consuming Value) { fatalError() }
}
