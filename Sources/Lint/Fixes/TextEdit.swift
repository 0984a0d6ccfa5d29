import Bytes

/// A change of a list as it was read: bytes that others take the place of.
public struct TextEdit: Hashable, Sendable {
  /// The bytes that go; none where something is put in.
  public var range: ByteRange
  /// What comes in their place.
  public var text: [UInt8]

  /// A change.
  public init(_ range: ByteRange, _ text: [UInt8] = []) { (self.range, self.text) = (range, text) }

  /// A text with changes, which do not overlap and are in order.
  static func apply(_ edits: [TextEdit], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var end = 0
    for edit in edits {
      result += bytes[end..<edit.range.lowerBound]
      result += edit.text
      end = edit.range.upperBound
    }
    return result + bytes[end...]
  }
}
