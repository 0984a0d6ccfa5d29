/// The kind of a file, detected from its beginning.
package enum InputShape {
  /// A JSON object: Tracker Radar data or exceptions.
  case object
  /// An array of objects, or an empty array: a rule list.
  case rules
  /// An array of strings: the sites that the user has unprotected.
  case names
  /// Anything else: filters.
  case filters

  /// Detects the kind from the first bytes.
  package init(of bytes: [UInt8]) {
    let rest = (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]).drop(while: {
      $0.isJSONSpace
    })
    switch rest.first {
    case ASCII.openBrace: self = .object
    case ASCII.openBracket: self = Self.array(rest.dropFirst().drop(while: { $0.isJSONSpace }))
    default: self = .filters
    }
  }

  /// Classifies input that begins with `[`, by the bytes that follow.
  ///
  /// Filter lists can begin with `[` too: `[Adblock Plus 2.0]`, or `[]` above filters.
  private static func array(_ rest: ArraySlice<UInt8>) -> InputShape {
    switch rest.first {
    case ASCII.openBrace, nil: .rules
    case ASCII.closeBracket: rest.dropFirst().allSatisfy({ $0.isJSONSpace }) ? .rules : .filters
    case ASCII.quote: .names
    default: .filters
    }
  }
}
