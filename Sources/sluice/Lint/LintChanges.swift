import SluiceLint
import SluiceSyntax

/// The lines of a list that its previous version does not have.
struct ChangedLines: Sendable {
  private let isChanged: [Bool]
  /// Whether the versions differ. If lines were only removed, no line has changed.
  let hasChange: Bool

  /// Compares two versions.
  ///
  /// - Parameter old: The previous version; nil if all lines are new.
  init(from old: [UInt8]?, to new: [UInt8]) {
    let lines = Self.split(new)
    hasChange = old != new
    guard let old else {
      isChanged = lines.map { _ in true }
      return
    }
    let before = Self.split(old)
    let start = zip(before, lines).prefix { $0 == $1 }.count
    let limit = min(before.count, lines.count) - start
    let end = zip(before.reversed(), lines.reversed()).prefix(limit).prefix { $0 == $1 }.count
    // In the part that differs, a line that existed before counts as unchanged, even if it moved.
    var left: [ArraySlice<UInt8>: Int] = [:]
    for line in before[start..<before.count - end] { left[line, default: 0] += 1 }
    var changed = lines.map { _ in false }
    for index in start..<lines.count - end {
      if let count = left[lines[index]], count > 0 {
        left[lines[index]] = count - 1
      } else {
        changed[index] = true
      }
    }
    // Findings about a filter with continuation lines are on its first line.
    for index in lines.indices.dropFirst().reversed() where changed[index] {
      if FilterList.continues(Array(lines[index - 1]), in: Array(lines[index])) { changed[index - 1] = true }
    }
    isChanged = changed
  }

  /// Returns whether a line is new or changed. Lines count from 1.
  func contains(_ line: Int) -> Bool { isChanged.indices.contains(line - 1) && isChanged[line - 1] }

  private static func split(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    LintedText.split(bytes).filter { !$0.isEmpty }
  }
}

/// The changes to lists as a unified diff, for `patch` and `git apply`.
enum LintPatch {
  private static let context = 3

  static func text(_ lists: [FixedList]) -> [UInt8] {
    lists.filter(\.isChanged).reduce(into: []) { text, list in
      let name = name(list.name)
      text += Array("--- \(name("a/"))\n+++ \(name("b/"))\n".utf8)
      // The number of lines removed before each hunk.
      var (gone, counted) = (0, 0)
      for hunk in hunks(of: list.lines) {
        gone += list.lines[counted..<hunk.lowerBound].count { $0.fixed == nil }
        counted = hunk.lowerBound
        append(hunk, of: list.lines, gone: gone, to: &text)
      }
    }
  }

  /// Returns a function that formats a file name for patches. Names with special characters are quoted.
  private static func name(_ path: String) -> (String) -> String {
    { prefix in
      let name = path.hasPrefix("/") ? path : prefix + path
      let needsQuotes = name.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0x22 || $0 == 0x5C }
      // After a name with a space, `patch` expects a tab.
      guard needsQuotes else { return name.contains(" ") ? name + "\t" : name }
      let escaped = name.utf8.map { byte in
        switch byte {
        case 0x22, 0x5C: "\\\(Character(Unicode.Scalar(byte)))"
        case 0..<0x20, 0x7F...: "\\" + String(byte, radix: 8).padded(to: 3, with: "0")
        case _: String(Character(Unicode.Scalar(byte)))
        }
      }
      return "\"\(escaped.joined())\""
    }
  }

  private static func hunks(of lines: [FixedList.Line]) -> [Range<Int>] {
    var hunks: [Range<Int>] = []
    for index in lines.indices where lines[index].isChanged {
      let range = max(0, index - context)..<min(lines.count, index + context + 1)
      if let last = hunks.last, last.upperBound >= range.lowerBound {
        hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
      } else {
        hunks.append(range)
      }
    }
    return hunks
  }

  private static func append(
    _ hunk: Range<Int>, of lines: [FixedList.Line], gone: Int, to text: inout [UInt8]
  ) {
    let left = lines[hunk].count { $0.fixed != nil }
    let (old, new) = (hunk.lowerBound, hunk.lowerBound - gone)
    // For an empty range, a unified diff has the number of the previous line.
    text += Array("@@ -\(old + 1),\(hunk.count) +\(left == 0 ? new : new + 1),\(left) @@\n".utf8)
    for index in hunk {
      let line = lines[index]
      guard line.isChanged else {
        append(" ", line: line.original, to: &text)
        continue
      }
      append("-", line: line.original, to: &text)
      if let fixed = line.fixed { append("+", line: fixed, to: &text) }
    }
  }

  private static func append(_ sign: StaticString, line: [UInt8], to text: inout [UInt8]) {
    text.append(sign)
    text += line
    if line.last != 0x0A { text += Array("\n\\ No newline at end of file\n".utf8) }
  }
}
