import SluiceSyntax

/// A comparison of patterns: whether every URL that matches one pattern also matches another one.
enum PatternCoverage {
  /// A pattern: its text as in ``NetworkEntries``, and its anchors.
  struct Side {
    let text: Range<Int>
    let start: PlainPattern.Start
    let isEndAnchored: Bool

    init(_ entry: NetworkEntry) {
      (text, start, isEndAnchored) = (entry.text, entry.start, entry.isEndAnchored)
    }
  }

  /// Returns whether `wide` certainly matches every URL that `narrow` matches.
  ///
  /// The parts of the text of `wide` must occur in the text of `narrow` in the same order, and `narrow` must
  /// have all anchors of `wide`.
  static func covers(_ wide: Side, _ narrow: Side, in texts: Span<UInt8>) -> Bool {
    if wide.isEndAnchored, !narrow.isEndAnchored { return false }
    switch wide.start {
    case .url: return narrow.start == .url && matches(wide, narrow, at: narrow.text.lowerBound, texts)
    case .anywhere: return matches(wide, narrow, at: narrow.text.lowerBound, isAnywhere: true, texts)
    case .hostLabel:
      guard narrow.start == .hostLabel else { return false }
      if matches(wide, narrow, at: narrow.text.lowerBound, texts) { return true }
      for index in narrow.text {
        let byte = texts[index]
        // After the host, no label begins.
        guard byte.isLabelByte || byte == ASCII.dot else { return false }
        if byte == ASCII.dot, matches(wide, narrow, at: index + 1, texts) { return true }
      }
      return false
    }
  }

  /// Returns whether the text of the wide pattern occurs in the narrow one at `start`, or anywhere after it.
  ///
  /// A wildcard in the wide pattern matches anything. Nothing else matches a wildcard in the narrow pattern.
  private static func matches(
    _ wide: Side, _ narrow: Side, at start: Int, isAnywhere: Bool = false, _ texts: Span<UInt8>
  ) -> Bool {
    var (index, at) = (wide.text.lowerBound, start)
    // The position after the last wildcard, for trying again one byte later.
    var retry: (index: Int, at: Int)? = isAnywhere ? (index, at) : nil
    while true {
      if index == wide.text.upperBound {
        if !wide.isEndAnchored || at == narrow.text.upperBound { return true }
      } else if texts[index] == ASCII.star {
        retry = (index + 1, at)
        index += 1
        continue
      } else if at < narrow.text.upperBound, isTaken(texts[at], by: texts[index]) {
        (index, at) = (index + 1, at + 1)
        continue
      }
      guard let last = retry, last.at < narrow.text.upperBound else { return false }
      retry = (last.index, last.at + 1)
      (index, at) = (last.index, last.at + 1)
    }
  }

  /// Returns whether a byte of the wide pattern matches a byte of the narrow pattern.
  private static func isTaken(_ narrow: UInt8, by wide: UInt8) -> Bool {
    if wide != ASCII.caret { return wide == narrow && narrow != ASCII.star }
    if narrow == wide { return true }
    return !(narrow.isLetter || narrow.isDigit || narrow >= 0x80) && !exceptions.contains(narrow)
  }

  /// Characters that `^` does not match, apart from letters and digits. They include the wildcard, because it
  /// can match an empty text.
  private static let exceptions: Set<UInt8> = Set("_-.%*".utf8)
}
