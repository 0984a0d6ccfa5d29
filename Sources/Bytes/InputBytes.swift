/// A text that is to be read: an array of bytes or a part of one, a string, a span.
///
/// Whoever reads takes `some InputBytes & ~Escapable`, so that each of these is a way in; `Conversion` adds files and
/// Foundation's `Data`. Any bytes are a text: that they are UTF-8 is for the reader to check.
public protocol InputBytes: ~Escapable {
  /// What the text is called where it is spoken of, such as a path; nil where it has no name.
  var inputName: String? { get }

  /// Hands the bytes over where they are.
  func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// The bytes as an array, which is not copied where it is one.
  func inputArray() -> [UInt8]
}

extension InputBytes where Self: ~Escapable {
  /// None.
  public var inputName: String? { nil }

  /// A copy.
  public func inputArray() -> [UInt8] { withInputBytes { $0.withUnsafeBufferPointer { Array($0) } } }
}

extension Span: InputBytes where Element == UInt8 {
  /// Hands itself over.
  public func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(self) }
}

extension Array: InputBytes where Element == UInt8 {
  /// Hands the elements over where they are.
  public func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(span) }

  /// Itself.
  public func inputArray() -> [UInt8] { self }
}

extension ArraySlice: InputBytes where Element == UInt8 {
  /// Hands the elements over where they are.
  public func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(span) }
}

extension String: InputBytes {
  /// Hands its UTF-8 over.
  public func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try self[...].withInputBytes(body) }
}

extension Substring: InputBytes {
  /// Hands its UTF-8 over, where it is if Swift keeps it: strings that are still Objective-C's are copied.
  public func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The standard library's own span of them is there from macOS 26 and iOS 26.
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
