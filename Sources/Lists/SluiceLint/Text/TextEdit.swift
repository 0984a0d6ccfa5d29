import SluiceText

/// A replacement of bytes in a list as read.
public struct TextEdit: Hashable, Sendable {
  /// The bytes to replace; empty for an insertion.
  public var range: ByteRange
  /// The new text.
  public var text: [UInt8]

  /// Creates an edit.
  public init(_ range: ByteRange, _ text: [UInt8] = []) { (self.range, self.text) = (range, text) }

  /// Applies edits to a text. They must be sorted and must not overlap.
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
