/// Comparisons of attribute values.
extension Span<UInt8> {
  /// Returns whether both values are equal, ignoring ASCII case.
  func equalsFolding(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index].asciiLowercased != other[index].asciiLowercased { return false }
    return true
  }

  private func has(_ other: Span<UInt8>, at start: Int, _ ignoresCase: Bool) -> Bool {
    guard start >= 0, start + other.count <= count else { return false }
    let part = extracting(start..<start + other.count)
    return ignoresCase ? part.equalsFolding(other) : part.equals(other)
  }

  /// Returns whether this whitespace-separated list contains the word.
  func hasWord(_ word: [UInt8], ignoringCase: Bool) -> Bool {
    if word.isEmpty { return false }
    var index = 0
    while index < count {
      while index < count, self[index].isHTMLSpace { index += 1 }
      let start = index
      while index < count, !self[index].isHTMLSpace { index += 1 }
      if index - start == word.count, has(word.span, at: start, ignoringCase) { return true }
    }
    return false
  }

  /// Returns whether the value satisfies the comparison of an attribute selector.
  func compares(
    _ comparison: ParsedSelector.Comparison, _ wanted: Span<UInt8>, ignoringCase: Bool
  ) -> Bool {
    switch comparison {
    case .equals: return count == wanted.count && has(wanted, at: 0, ignoringCase)
    case .word: return hasWord([UInt8](wanted), ignoringCase: ignoringCase)
    case .language:
      return has(wanted, at: 0, ignoringCase)
        && (count == wanted.count || self[wanted.count] == ASCII.dash)
    case .prefix: return wanted.count > 0 && has(wanted, at: 0, ignoringCase)
    case .suffix: return wanted.count > 0 && has(wanted, at: count - wanted.count, ignoringCase)
    case .substring:
      if wanted.count == 0 { return false }
      var index = 0
      while index + wanted.count <= count {
        if has(wanted, at: index, ignoringCase) { return true }
        index += 1
      }
      return false
    }
  }
}

/// The HTML attributes whose values selectors compare without case.
enum CaselessAttributes {
  static let names = Set(
    """
    accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir
    direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref
    noresize noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign
    valuetype vlink
    """.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) })
}
