import SluiceLint
import SluiceSyntax

/// The lines of a list that its previous version does not have.
struct ChangedLines: Sendable {
  /// Whether each line has changed, by index.
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
