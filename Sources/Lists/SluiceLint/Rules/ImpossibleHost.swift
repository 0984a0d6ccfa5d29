import SluiceRules

extension OwnRule {
  static let impossibleHost = OwnRule(
    .dead, .warning, "'\(.text)' cannot be a host name: \(.other)",
    meaning:
      "A label has more than 63 characters, the name has more than 253, an IP address is invalid, or (with `--suffixes`)"
      + " the top-level domain does not exist.",
    example: "300.1.2.3##.ad", instead: "correct the name",
    check: .host { host, line, context in line.problem(ofHost: host, context.topLevelDomains) })
}

extension LintedLine {
  /// Returns the reason why a host name is impossible; nil if it is possible.
  func problem(ofHost range: ByteRange, _ topLevelDomains: Set<HostKey>?) -> String? {
    let bytes = bytes.span
    var label = 0
    var isNumber = true
    var isASCII = true
    var labels = 1
    for index in range.indices {
      let byte = bytes[index]
      if byte == ASCII.dot {
        // A leading dot is part of the pattern and not of the name.
        if label == 0, index > range.lowerBound { return "it has an empty label" }
        (label, isNumber, labels) = (0, true, labels + 1)
        continue
      }
      label += 1
      if !byte.isDigit { isNumber = false }
      if byte >= 0x80 { isASCII = false }
      if label > 63 { return "a label has more than 63 characters" }
    }
    if range.count > HostNames.maximumLength { return "it has more than 253 characters" }
    if label > 0, bytes[range.upperBound - label].isDigit,
      HostAddress.isBroken(bytes.extracting(range.indices))
    {
      return "it ends in a number and is not an IP address"
    }
    if isNumber { return nil }
    guard let topLevelDomains, isASCII, labels > 1 else { return nil }
    let top = bytes.lowercased(ByteRange(range.upperBound - label, range.upperBound))
    return topLevelDomains.contains(HostKey(top)) || SpecialNames.all.contains(top)
      ? nil : "unknown top-level domain '\(String(decoding: top, as: UTF8.self))'"
  }
}

/// Top-level names used in networks without the public DNS (RFC 6761, Emercoin and others).
enum SpecialNames {
  static let all = Set(
    [
      "alt", "arpa", "example", "home", "i2p", "internal", "invalid", "lan", "local", "localhost", "onion",
      "test", "bit", "eth", "bazar", "coin", "emc", "lib",
    ]
    .map { Array($0.utf8) })
}
