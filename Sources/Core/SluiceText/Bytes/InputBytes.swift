/// A text to read: an array of bytes, an array slice, a string, or a span.
///
/// Functions that read text take `some InputBytes & ~Escapable`, so that they accept all of these.
/// `SluiceConversion` adds files and Foundation's `Data`. The bytes can be arbitrary; readers check whether they
/// are UTF-8.
public protocol InputBytes: ~Escapable {
  /// The name of the text in messages, such as a path; nil if it has no name.
  var inputName: String? { get }

  /// Calls `body` with the bytes, without a copy where possible.
  func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// Returns the bytes as an array, without a copy if the text is an array.
  func inputArray() -> [UInt8]
}

extension InputBytes where Self: ~Escapable {
  /// The default, which is nil.
  public var inputName: String? { nil }

  /// Returns a copy of the bytes.
  public func inputArray() -> [UInt8] { withInputBytes { $0.withUnsafeBufferPointer { Array($0) } } }
}

extension Span: InputBytes where Element == UInt8 {
  /// Calls `body` with this span.
  public func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(self) }
}

extension Array: InputBytes where Element == UInt8 {
  /// Calls `body` with the elements, without a copy.
  public func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(span) }

  /// Returns this array.
  public func inputArray() -> [UInt8] { self }
}

extension ArraySlice: InputBytes where Element == UInt8 {
  /// Calls `body` with the elements, without a copy.
  public func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(span) }
}

extension String: InputBytes {
  /// Calls `body` with the UTF-8 bytes.
  public func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try self[...].withInputBytes(body) }
}

extension Substring: InputBytes {
  /// Calls `body` with the UTF-8 bytes, without a copy if the string is stored as UTF-8. Bridged Objective-C
  /// strings are copied.
  public func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The standard library has a span of UTF-8 bytes only from macOS 26 and iOS 26.
    let read = utf8.withContiguousStorageIfAvailable { buffer in
      let bytes = Span(_unsafeElements: buffer)
      do throws(Failure) {
        return Swift.Result<Result, Failure>.success(try body(bytes))
      } catch {
        return .failure(error)
      }
    }
    guard let read else { return try Array(utf8).withInputBytes(body) }
    return try read.get()
  }
}
