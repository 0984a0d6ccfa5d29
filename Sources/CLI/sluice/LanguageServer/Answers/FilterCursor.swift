import SluiceLint
import SluiceSyntax

/// The name at a position in a line, and its kind according to the parser.
struct FilterCursor {
  /// The kind of a name.
  enum Subject: Equatable {
    case option
    /// A name after a `:` in a selector.
    case selectorOperator
    case directive
    /// A name in the condition of `!#if`.
    case constant
    /// A rule identifier in a comment that controls lint.
    case rule
    /// The first word of a comment.
    case comment
  }

  /// The range of the name in the line.
  let name: Range<Int>
  let subject: Subject

  /// Finds the name at a position; fails if the position is not in a name. `line` must not include the line
  /// break.
  init?(_ line: ArraySlice<UInt8>, at byte: Int) {
    let bytes = Array(line)
    var start = min(byte, bytes.count)
    while start > 0, Self.isOfName(bytes[start - 1]) { start -= 1 }
    var end = min(byte, bytes.count)
    while end < bytes.count, Self.isOfName(bytes[end]) { end += 1 }
    guard start <= Self.maximumColumn, let subject = Self.subject(bytes, start) else { return nil }
    (name, self.subject) = (start..<end, subject)
  }

  /// The maximum column at which a name may begin, because people do not type longer lines.
  private static let maximumColumn = 1 << 16

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte &- 0x61 < 26 || byte &- 0x41 < 26 || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x5F
  }

  /// Returns the kind of name that can begin at a position. To find out, it inserts a known name and parses
  /// the line.
  private static func subject(_ bytes: [UInt8], _ start: Int) -> Subject? {
    let before = bytes[..<start]
    if let subject = instruction(before) { return subject }
    if before.last == ASCII.colon, before.dropLast().last != ASCII.colon {
      let line = FilterList(parsing: before + Array("not(a)".utf8)).lines[0]
      guard case .cosmetic(let filter) = line.content, filter.body.lowerBound < start else { return nil }
      switch filter.kind {
      case .hiding, .extendedHiding, .style, .extendedStyle, .html: return .selectorOperator
      case .snippet, .scriptlet, .script, .responseHeader: return nil
      }
    }
    let list = FilterList(parsing: before + Array("image".utf8))
    guard case .network(let filter) = list.lines[0].content else { return nil }
    return filter.options.contains { $0.kind == .image && $0.name.lowerBound == start } ? .option : nil
  }

  /// Returns the kind of name in a line that begins with `!`.
  private static func instruction(_ before: ArraySlice<UInt8>) -> Subject? {
    guard before.first == ASCII.bang else { return nil }
    let text = String(decoding: before, as: UTF8.self)
    if text == "!#" { return .directive }
    if text.hasPrefix("!#if ") { return .constant }
    let words = text.dropFirst().split(whereSeparator: { $0 == " " || $0 == "," })
    guard let first = words.first else { return text == "!" ? nil : .comment }
    return DisableComment.Scope(rawValue: String(first)) == nil ? nil : .rule
  }
}
