/// The conversion of labels to ASCII as in browsers: UTS #46, non-transitional, without the checks of hyphens.
enum IDNA {
  /// Returns a label in ASCII, in Punycode if it has other characters; nil if IDNA does not allow it.
  static func ascii(_ label: [UInt8]) -> [UInt8]? {
    guard let text = String(utf8: label), let mapped = mapped(text) else { return nil }
    let scalars = CanonicalForm.composed(mapped)
    guard scalars.count <= maximumLength, isValid(scalars) else { return nil }
    let encoded = Punycode.label(scalars)
    guard encoded.count <= maximumLength else { return nil }
    if scalars.starts(with: "xn--".utf8.map { UInt32($0) }) {
      // The label must be the one that its text is encoded to.
      guard encoded.count == scalars.count, let text = Punycode.decoded(encoded.dropFirst(4)),
        text.contains(where: { $0 >= 0x80 }), !text.starts(with: "xn--".utf8), ascii(text) == encoded
      else { return nil }
    }
    return encoded
  }

  private static let maximumLength = 63

  /// Returns the scalars that a text is mapped to; nil if a scalar is not allowed.
  private static func mapped(_ text: String) -> [UInt32]? {
    var mapped: [UInt32] = []
    for scalar in text.unicodeScalars {
      switch IDNATable.shared.entry(of: scalar.value) {
      case .disallowed: return nil
      case .ignored: continue
      case .mapped(let scalars): mapped += scalars
      case .valid: mapped.append(scalar.value)
      }
    }
    return mapped
  }

  private static func isValid(_ label: [UInt32]) -> Bool {
    var traits: [IDNATable.Traits] = []
    for scalar in label {
      guard case .valid(let own) = IDNATable.shared.entry(of: scalar) else { return false }
      traits.append(own)
    }
    if traits.first?.contains(.mark) ?? false { return false }
    return joinersAreValid(label, traits: traits) && directionIsValid(traits)
  }

  /// Returns whether each joiner changes the form of its neighbors (RFC 5892, appendix A).
  private static func joinersAreValid(_ label: [UInt32], traits: [IDNATable.Traits]) -> Bool {
    for (index, scalar) in label.enumerated() where scalar == 0x200C || scalar == 0x200D {
      if index > 0, traits[index - 1].contains(.virama) { continue }
      let before = traits[..<index].last { !$0.contains(.transparent) }
      let after = traits[(index + 1)...].first { !$0.contains(.transparent) }
      guard scalar == 0x200C, let before, before.contains(.joinsNext), let after,
        after.contains(.joinsPrevious)
      else { return false }
    }
    return true
  }

  /// Returns whether the direction of the label is unambiguous (RFC 5893). A label without letters of
  /// right-to-left scripts has no condition.
  private static func directionIsValid(_ traits: [IDNATable.Traits]) -> Bool {
    let directions = traits.map { $0.direction }
    guard directions.contains(where: { $0 == .right || $0 == .arabicNumber }) else { return true }
    guard directions.first == .right, !directions.contains(.left),
      !(directions.contains(.number) && directions.contains(.arabicNumber))
    else { return false }
    switch directions.last(where: { $0 != .mark }) {
    case .right, .number, .arabicNumber: return true
    case .left, .neutral, .mark, nil: return false
    }
  }
}

/// The canonical composition of texts (NFC), which decomposes no scalars that IDNA does not allow.
enum CanonicalForm {
  /// The pairs of composed scalars, and the composed scalars of pairs. A pair is one number, higher than any scalar.
  private static let links: [UInt64: UInt64] = {
    var links = [UInt64: UInt64](minimumCapacity: 2048)
    var numbers = TableNumbers(IDNATable.compositions)
    var composed: UInt32 = 0
    var first: UInt32 = 0
    var second: UInt32 = 0x300
    while let distance = numbers.next() {
      composed += distance
      first = numbers.next(after: first)
      second = numbers.next(after: second)
      links[UInt64(composed)] = pair(first, second)
      links[pair(first, second)] = UInt64(composed)
    }
    return links
  }()

  private static func pair(_ first: UInt32, _ second: UInt32) -> UInt64 {
    1 << 63 | UInt64(first) << 32 | UInt64(second)
  }

  static func composed(_ scalars: [UInt32]) -> [UInt32] {
    // No smaller scalar is combined with the one before.
    guard scalars.contains(where: { $0 >= 0x300 }) else { return scalars }
    var decomposed: [(scalar: UInt32, order: UInt8)] = []
    for scalar in scalars { decompose(scalar, into: &decomposed) }
    sortMarks(&decomposed)
    var composed: [UInt32] = []
    /// The index of the last scalar that others combine with, and the order of the scalar before this one.
    var base: Int?
    var last: UInt8 = 0
    for (scalar, order) in decomposed {
      let isNext = base == composed.count - 1
      if let base, isNext || last < order, let joined = composition(composed[base], scalar) {
        composed[base] = joined
        continue
      }
      if order == 0 { base = composed.count }
      last = order
      composed.append(scalar)
    }
    return composed
  }

  private static func decompose(_ scalar: UInt32, into output: inout [(scalar: UInt32, order: UInt8)]) {
    var rest: [UInt32] = []
    var first = scalar
    while let pair = links[UInt64(first)] {
      rest.append(UInt32(truncatingIfNeeded: pair))
      first = UInt32(pair >> 32 & 0x7FFF_FFFF)
    }
    for scalar in CollectionOfOne(first) + rest.reversed() {
      output.append((scalar, Unicode.Scalar(scalar)?.properties.canonicalCombiningClass.rawValue ?? 0))
    }
  }

  private static func sortMarks(_ scalars: inout [(scalar: UInt32, order: UInt8)]) {
    var start = 0
    while start < scalars.count {
      guard scalars[start].order > 0 else {
        start += 1
        continue
      }
      let end = scalars[start...].firstIndex { $0.order == 0 } ?? scalars.count
      let marks = scalars[start..<end].enumerated().sorted {
        ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
      }
      scalars.replaceSubrange(start..<end, with: marks.map { $0.element })
      start = end
    }
  }

  private static func composition(_ first: UInt32, _ second: UInt32) -> UInt32? {
    // Syllables of Hangul are computed.
    if 0x1100..<0x1113 ~= first, 0x1161..<0x1176 ~= second {
      return 0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28
    }
    if 0xAC00..<0xD7A4 ~= first, (first - 0xAC00) % 28 == 0, 0x11A8..<0x11C3 ~= second {
      return first + second - 0x11A7
    }
    return links[pair(first, second)].map { UInt32($0) }
  }
}

/// The tables of the standard library.
extension Unicode.Scalar {
  /// The group of the scalar's general category.
  package var category: Category {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate: .hidden
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: .letter
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: .partOfWord
    default: .other
    }
  }

  /// The scalars of the lowercase form.
  package var lowercaseForm: [Unicode.Scalar] { Array(properties.lowercaseMapping.unicodeScalars) }
}

extension StringProtocol {
  /// The text without white space at its ends.
  package var trimmed: String {
    let start = drop { $0.isWhitespace }
    let count = start.reversed().prefix { $0.isWhitespace }.count
    return String(start.dropLast(count))
  }
}
