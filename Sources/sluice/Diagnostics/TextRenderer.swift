import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluiceRules

/// A renderer of messages for people: message, location, the line with a caret, and the remedy.
struct TextRenderer {
  let style: TextStyle
  /// The maximum number of columns of an excerpt.
  let width: Int
  /// Whether paragraphs are wrapped at the width. In files and pipes, each message is on one line, so that a
  /// text search finds it.
  var wraps = false

  func render(_ finding: LocatedDiagnostic) -> String {
    let place = "\(DisplayText.escaping(finding.file)):\(finding.location.line):\(finding.location.column):"
    let text = DisplayText.escaping(finding.message)
    let excerpt = Excerpt(of: finding.excerpt, around: finding.span, width: width - 2)
    let caret =
      String(repeating: " ", count: excerpt.caretOffset)
      + style.green(String(repeating: "^", count: excerpt.caretWidth))
    var lines = """
      \(style.bold(place)) \(label(of: finding.severity)) \(text) \(style.dim("[\(finding.reason)]"))
        \(excerpt.text)
        \(caret)

      """
    for note in finding.notes { lines += "  = \(note.label): \(DisplayText.escaping(note.text))\n" }
    return lines
  }

  func label(of severity: RuleListFinding.Severity) -> String {
    let text = "\(severity.rawValue):"
    return switch severity {
    case .error: style.red(text)
    case .warning: style.yellow(text)
    case .note: style.cyan(text)
    }
  }
}

extension TextRenderer {
  init(style: TextStyle, on terminal: Terminal) {
    self.init(
      style: style, width: terminal.width(otherwise: 100, atMost: 160), wraps: terminal.isInteractive)
  }
}

/// The part of a line around a span that fits into a number of terminal columns.
struct Excerpt: Equatable {
  /// The text, with `…` where the line is cut.
  let text: String
  /// The number of columns before the span.
  let caretOffset: Int
  /// The number of columns of the span, at least 1.
  let caretWidth: Int

  /// Cuts `line` around `span`, whose bounds are indices of the line. The running time depends only on the
  /// width, because a line can be megabytes long.
  init(of line: ArraySlice<UInt8>, around span: Range<Int>, width: Int) {
    let start = min(max(span.lowerBound, line.startIndex), line.endIndex)
    let end = min(max(span.upperBound, start), line.endIndex)
    if line.count <= width, DisplayText.isPlain(line) {
      text = String(decoding: line, as: UTF8.self)
      caretOffset = start - line.startIndex
      caretWidth = max(1, end - start)
      return
    }
    let before = Cells(ending: line[..<start], atMost: width)
    let marked = Cells(beginning: line[start..<end], atMost: width)
    let after = Cells(beginning: marked.isWhole ? line[end...] : [], atMost: width)

    guard
      !before.isWhole || !marked.isWhole || !after.isWhole
        || before.width + marked.width + after.width > width
    else {
      text = before.text + marked.text + after.text
      caretOffset = before.width
      caretWidth = max(1, marked.width)
      return
    }
    // Two columns are reserved for ellipses. Both sides of the span share the remaining columns; columns that
    // one side does not need go to the other.
    let room = max(0, width - 2)
    let markedKept = marked.prefix(room)
    let rest = room - markedKept.width
    let beforeKept = before.suffix(max(rest / 2, rest - after.width))
    let afterKept = markedKept.isWhole ? after.prefix(rest - beforeKept.width) : Cells()
    let isCutAfter = !markedKept.isWhole || !afterKept.isWhole
    text =
      (beforeKept.isWhole ? "" : "…") + beforeKept.text + markedKept.text + afterKept.text
      + (isCutAfter ? "…" : "")
    caretOffset = (beforeKept.isWhole ? 0 : 1) + beforeKept.width
    caretWidth = max(1, markedKept.width)
  }
}

extension Excerpt {
  /// The number of columns after which a rule or a filter is cut where the user did not ask for all of it.
  static let columnLimit = 240

  /// Returns a rule or a filter as printed: all of it, or its beginning, with `…` if it is cut.
  static func beginning(of text: String, unless isWhole: Bool) -> String {
    isWhole
      ? DisplayText.escaping(text)
      : Excerpt(of: Array(text.utf8)[...], around: 0..<0, width: columnLimit).text
  }
}

/// Scalars as printed, with their widths.
private struct Cells {
  private var cells: [(text: String, width: Int)] = []
  private(set) var isWhole = true

  init() {}

  init(beginning bytes: ArraySlice<UInt8>, atMost limit: Int) {
    var index = bytes.startIndex
    var total = 0
    while index < bytes.endIndex, total <= limit {
      let (scalar, length) = bytes.scalar(at: index)
      // A scalar of zero width counts as one column, because a line can have a million combining marks.
      if let scalar {
        cells.append(DisplayText.cell(scalar))
      } else {
        cells += bytes[index..<index + length].map(DisplayText.cell(invalid:))
      }
      total += max(1, cells.last?.width ?? 1)
      index += length
    }
    isWhole = index == bytes.endIndex
  }

  init(ending bytes: ArraySlice<UInt8>, atMost limit: Int) {
    // A scalar has at most four bytes, and the text must not start inside one.
    let bytesOfOne = DisplayText.isPlain(bytes.suffix(limit)) ? 1 : 4
    var start = max(bytes.startIndex, bytes.endIndex - bytesOfOne * limit)
    let isCut = start > bytes.startIndex
    while isCut, start < bytes.endIndex, bytes[start] & 0xC0 == 0x80 { start += 1 }
    self.init(beginning: bytes[start...], atMost: .max)
    isWhole = !isCut
  }

  var width: Int { cells.reduce(0) { $0 + $1.width } }
  var text: String { cells.reduce(into: "") { $0 += $1.text } }

  func prefix(_ limit: Int) -> Cells {
    var kept = Cells()
    var total = 0
    for cell in cells {
      total += cell.width
      guard total <= limit else { break }
      kept.cells.append(cell)
    }
    kept.isWhole = isWhole && kept.cells.count == cells.count
    return kept
  }

  func suffix(_ limit: Int) -> Cells {
    var kept = Cells()
    var total = 0
    for cell in cells.reversed() {
      total += cell.width
      guard total <= limit else { break }
      kept.cells.append(cell)
    }
    kept.cells.reverse()
    kept.isWhole = isWhole && kept.cells.count == cells.count
    return kept
  }
}
