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

  /// The maximum length of a label in DNS.
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
    return joinersAreValid(label, traits) && directionIsValid(traits)
  }

  /// Returns whether each joiner changes the form of its neighbors (RFC 5892, appendix A).
  private static func joinersAreValid(_ label: [UInt32], _ traits: [IDNATable.Traits]) -> Bool {
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
