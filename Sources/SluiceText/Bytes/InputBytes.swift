// Bytes, texts, JSON and URLs, for all other modules. Readers take `InputBytes`, work on its span
// (`Characters.swift`, `Words.swift`), and refer to parts of it as a `ByteRange`. `Platform` has the code that differs
// between native programs and WebAssembly.

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

extension Array {
  /// A span over the elements, without a copy.
  ///
  /// The standard library has the same property from macOS 26 and iOS 26. In files that import this module,
  /// this one takes precedence on every system. It has no system requirement, because it uses `span` of
  /// `ArraySlice`. Use it only for value types: on Apple platforms, an array of objects can be backed by
  /// Objective-C without contiguous memory.
  @inlinable
  package var span: Span<Element> {
    @_lifetime(borrow self)
    @inline(__always)
    get {
      let slice = self[...]
      // The slice refers to the memory of the array, which exists as long as the array is borrowed.
      return _overrideLifetime(slice.span, borrowing: self)
    }
  }
}

/// Comparison and extraction of parts of a text without copies.
extension Span<UInt8> {
  /// Returns the byte at the offset; 0 past the end. A text that contains NUL returns 0 for it too.
  @inlinable @inline(__always)
  package func byte(_ offset: Int) -> UInt8 { offset < count ? self[offset] : 0 }

  /// Returns the offset of the first byte from `start` on that does not pass the test; `end` if all bytes before it do.
  @inlinable @inline(__always)
  package func endOfRun(from start: Int, to end: Int, passing: (UInt8) -> Bool) -> Int {
    var index = start
    while index < end, passing(self[index]) { index += 1 }
    return index
  }

  /// Returns the range without spaces and tabs at its ends.
  @inlinable @inline(__always)
  package func trimmed(_ range: ByteRange) -> ByteRange {
    let start = endOfRun(from: range.lowerBound, to: range.upperBound) { $0.isBlank }
    var end = range.upperBound
    while end > start, self[end - 1].isBlank { end -= 1 }
    return ByteRange(start, end)
  }

  /// Returns the offset of the last `byte` in the range.
  package func lastIndex(of byte: UInt8, in range: ByteRange) -> Int? {
    range.indices.last { self[$0] == byte }
  }

  package func last(in range: ByteRange) -> UInt8? { range.isEmpty ? nil : self[range.upperBound - 1] }

  /// Returns whether `text` starts at `offset` and ends within `range`.
  @inlinable @inline(__always)
  package func hasText(_ text: StaticString, at offset: Int, in range: ByteRange) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset + length <= range.upperBound else { return false }
    var index = 0
    // The index is below `length`, the length of the text.
    while index < length {
      if self[offset + index] != text.utf8Start[index] { return false }
      index += 1
    }
    return true
  }

  /// Returns whether the range starts with `text`.
  package func hasPrefix(_ text: StaticString, in range: ByteRange) -> Bool {
    hasText(text, at: range.lowerBound, in: range)
  }

  /// Returns whether the bytes in the range equal `text`.
  @inlinable
  package func isText(_ text: StaticString, in range: ByteRange) -> Bool {
    range.count == text.utf8CodeUnitCount && hasText(text, at: range.lowerBound, in: range)
  }

  /// Returns whether the bytes in the range equal the text; false if the range is out of bounds.
  @inlinable
  package func equals(_ range: Range<Int>, text: StaticString) -> Bool {
    range.lowerBound >= 0 && range.upperBound <= count
      && isText(text, in: ByteRange(range.lowerBound, range.upperBound))
  }

  /// Returns whether the lowercase form of the bytes in the range is `lowercased`.
  @inlinable
  package func equalsIgnoringCase(_ lowercased: [UInt8], range: Range<Int>) -> Bool {
    guard range.count == lowercased.count else { return false }
    var index = 0
    while index < lowercased.count {
      if self[range.lowerBound + index].asciiLowercased != lowercased[index] { return false }
      index += 1
    }
    return true
  }

  /// Returns whether both spans contain the same bytes.
  @inlinable
  package func equals(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }

  package func array(_ range: ByteRange) -> [UInt8] { [UInt8](extracting(range.indices)) }

  /// Returns the bytes in the range, with ASCII letters in lowercase.
  package func lowercased(_ range: ByteRange) -> [UInt8] { range.indices.map { self[$0].asciiLowercased } }

  /// Returns the range as text. U+FFFD replaces invalid UTF-8.
  package func text(_ range: ByteRange) -> String { String(extracting(range.indices)) }

  /// Returns the value of the hexadecimal digits among the `digits` bytes from `offset` on; other bytes are
  /// skipped.
  package func hexValue(_ offset: Int, digits: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in offset..<offset + digits where byte(index).isHexDigit {
      value = value << 4 | UInt32(byte(index).hexDigitValue)
    }
    return value
  }
}

extension [UInt8] {
  /// Creates a copy of a span.
  @inlinable
  package init(_ span: Span<UInt8>) { self = span.withUnsafeBufferPointer { Array($0) } }

  /// Appends the bytes of a span.
  @inlinable
  package mutating func append(_ span: Span<UInt8>) {
    span.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  /// Appends a constant text.
  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    // The pointer covers the whole text, which exists as long as the program.
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

/// A half-open range of byte offsets in a list.
///
/// Places in a list are stored as offsets; lines and columns are computed only for display. Offsets have 32
/// bits, so a list can have at most 4 GiB.
public struct ByteRange: Hashable, Sendable {
  /// The offset of the first byte.
  @usableFromInline package var start: UInt32
  /// The offset after the last byte; never before ``start``.
  @usableFromInline package var end: UInt32

  /// Creates the range from `start` up to `end`. Offsets that are too large are clamped, and an end before
  /// the start results in an empty range.
  @inlinable @inline(__always) package init(_ start: Int, _ end: Int) {
    self.start = UInt32(clamping: start)
    self.end = max(self.start, UInt32(clamping: end))
  }

  /// The offset of the first byte.
  @inlinable public var lowerBound: Int { Int(start) }
  /// The offset after the last byte.
  @inlinable public var upperBound: Int { Int(end) }
  /// The number of bytes.
  @inlinable public var count: Int { Int(end) - Int(start) }
  /// Whether the range is empty.
  @inlinable public var isEmpty: Bool { start == end }
  /// The offsets in the range.
  @inlinable public var indices: Range<Int> { Int(start)..<Int(end) }
}
