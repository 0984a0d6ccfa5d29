import SluiceSyntax
import SluiceText

/// A replacement of bytes in a list as read.
package struct TextEdit: Hashable, Sendable {
  /// The bytes to replace; empty for an insertion.
  package var range: ByteRange
  /// The new text.
  package var text: [UInt8]

  /// Creates an edit.
  package init(_ range: ByteRange, text: [UInt8] = []) { (self.range, self.text) = (range, text) }

  /// Returns the edit for a part of the text. It ends at the end of the part at the latest.
  func within(_ part: Range<Int>) -> TextEdit {
    let end = min(range.upperBound, part.upperBound)
    return TextEdit(ByteRange(range.lowerBound - part.lowerBound, end - part.lowerBound), text: text)
  }
}

/// Edits of a text, sorted. None overlaps another.
package struct TextEdits: Hashable, Sendable {
  /// The edits, in the order of the text.
  package private(set) var all: [TextEdit] = []

  /// Creates an empty set.
  package init() {}

  init(_ edit: TextEdit?) { all = edit.map { [$0] } ?? [] }

  /// Whether there are no edits.
  package var isEmpty: Bool { all.isEmpty }

  /// Adds an edit if it follows all others. Returns whether it does.
  @discardableResult mutating func append(_ edit: TextEdit) -> Bool { append(TextEdits(edit)) }

  @discardableResult mutating func append(_ other: TextEdits) -> Bool {
    if let last = all.last, let next = other.all.first {
      // The order of two insertions at the same place would be arbitrary.
      guard last.range.end <= next.range.start, !last.range.isEmpty || last.range != next.range else {
        return false
      }
    }
    all += other.all
    return true
  }

  /// Returns the edits in a part of the text, relative to it. Edits that begin before it or end after it are
  /// left out.
  func inside(_ part: Range<Int>) -> TextEdits {
    var edits = TextEdits()
    edits.all = all.filter {
      part.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= part.upperBound
    }
    .map { $0.within(part) }
    return edits
  }

  /// Returns the edits from a position in the set that begin before the end of a part of the text, relative
  /// to it. Moves the position past them.
  func beginning(in part: Range<Int>, from next: inout Int) -> TextEdits {
    var edits = TextEdits()
    while next < all.count, all[next].range.lowerBound < part.upperBound {
      edits.all.append(all[next].within(part))
      next += 1
    }
    return edits
  }

  func applied(to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var end = 0
    for edit in all {
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
  static func removingLine(_ range: ByteRange, in bytes: Span<UInt8>) -> TextEdit? {
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
}

extension TextEdits {
  /// Returns the edits that remove entries of a list, given in order. Entries next to each other are removed
  /// together, with the separator before them or, at the start of the list, after them.
  static func removingEntries(_ spans: [ByteRange], line: Line, in bytes: Span<UInt8>) -> TextEdits {
    func isSeparator(_ index: Int) -> Bool {
      line.range.indices.contains(index)
        && (bytes[index] == ASCII.comma || bytes[index] == ASCII.pipe)
    }
    var edits = TextEdits()
    var rest = spans[...]
    while let first = rest.popFirst() {
      var (start, end) = (first.lowerBound, first.upperBound)
      while let next = rest.first, next.lowerBound == end + 1, isSeparator(end) {
        end = next.upperBound
        rest = rest.dropFirst()
      }
      if isSeparator(start - 1) {
        start -= 1
      } else if isSeparator(end) {
        end += 1
      } else if line.range.indices.contains(start - 1), bytes[start - 1] == ASCII.dollar {
        start -= 1
      }
      edits.append(TextEdit(ByteRange(start, end)))
    }
    return edits
  }
}
