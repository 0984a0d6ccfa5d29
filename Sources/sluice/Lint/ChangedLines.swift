import FilterSyntax

/// The lines of a list that its former version does not have.
struct ChangedLines: Sendable {
  /// For each line, from 0.
  private let isChanged: [Bool]

  /// - Parameter old: The former version; nil where there was none, and all lines are new.
  init(from old: [UInt8]?, to new: [UInt8]) {
    let lines = Self.split(new)
    guard let old else {
      isChanged = lines.map { _ in true }
      return
    }
    let before = Self.split(old)
    let start = zip(before, lines).prefix { $0 == $1 }.count
    let limit = min(before.count, lines.count) - start
    let end = zip(before.reversed(), lines.reversed()).prefix(limit) { $0 == $1 }.count
    // Of what stands between, a line that was there is no change wherever it is now.
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
    // A filter that goes on is told of in its first line.
    for index in lines.indices.dropFirst().reversed() where changed[index] {
      if FilterList.goesOn(Array(lines[index - 1]), in: Array(lines[index])) { changed[index - 1] = true }
    }
    isChanged = changed
  }

  /// Whether a line, from 1, is new or was changed.
  func contains(_ line: Int) -> Bool { isChanged.indices.contains(line - 1) && isChanged[line - 1] }

  /// The lines with their ends: LF, CR LF or CR.
  private static func split(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
      lines.append(bytes[start..<index])
      start = index
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }
}

extension Sequence {
  /// The first so many elements for which the answer is true.
  fileprivate func prefix(_ limit: Int, while isMeant: (Element) -> Bool) -> [Element] {
    var elements: [Element] = []
    for element in self {
      guard elements.count < limit, isMeant(element) else { break }
      elements.append(element)
    }
    return elements
  }
}
