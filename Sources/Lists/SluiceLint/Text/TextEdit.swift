import SluiceSyntax

/// A replacement of bytes in a list as read.
public struct TextEdit: Hashable, Sendable {
  /// The bytes to replace; empty for an insertion.
  public var range: ByteRange
  /// The new text.
  public var text: [UInt8]

  /// Creates an edit.
  public init(_ range: ByteRange, _ text: [UInt8] = []) { (self.range, self.text) = (range, text) }

  /// Returns the edit for a part of the text. It ends at the end of the part at the latest.
  func within(_ part: Range<Int>) -> TextEdit {
    let end = min(range.upperBound, part.upperBound)
    return TextEdit(ByteRange(range.lowerBound - part.lowerBound, end - part.lowerBound), text)
  }

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

extension TextEdit {
  /// Returns the edit that removes a line with its spaces and line end; nil if a neighboring line ends with a
  /// single CR.
  static func removingLine(_ range: ByteRange, _ bytes: Span<UInt8>) -> TextEdit? {
    var start = range.lowerBound
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D, bytes[start - 1] < 0x80 {
      start -= 1
    }
    var end = range.upperBound
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    if end < bytes.count {
      end += bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A ? 2 : 1
    }
    guard start == 0 || bytes[start - 1] == 0x0A || bytes[start - 1] >= 0x80,
      end == bytes.count || bytes[end - 1] == 0x0A
    else { return nil }
    return TextEdit(ByteRange(start, end))
  }

  /// Returns the edit that removes an entry of a list, with the separator before it or, for the first entry,
  /// after it.
  static func removingEntry(_ span: ByteRange, _ line: Line, _ bytes: Span<UInt8>) -> [TextEdit] {
    var start = span.lowerBound
    var end = span.upperBound
    func isSeparator(_ index: Int) -> Bool {
      line.range.indices.contains(index)
        && (bytes[index] == ASCII.comma || bytes[index] == ASCII.pipe)
    }
    if isSeparator(start - 1) {
      start -= 1
    } else if isSeparator(end) {
      end += 1
    } else if line.range.indices.contains(start - 1), bytes[start - 1] == ASCII.dollar {
      start -= 1
    }
    return [TextEdit(ByteRange(start, end))]
  }
}
