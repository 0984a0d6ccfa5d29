import SluiceSyntax
import SluiceText

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
