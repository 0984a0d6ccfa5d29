import JSON

/// What a file is, by how it begins.
package enum InputShape {
  /// A JSON object: Tracker Radar or exceptions.
  case object
  /// An array of objects, or an empty one: a rule list.
  case rules
  /// An array of strings: the user's sites.
  case names
  /// Anything else: filters.
  case filters

  /// Looks at the first bytes.
  package init(of bytes: [UInt8]) {
    let rest = (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]).drop(while: \.isJSONSpace)
    switch rest.first {
    case UInt8(ascii: "{"): self = .object
    case UInt8(ascii: "["): self = Self.array(rest.dropFirst().drop(while: \.isJSONSpace))
    default: self = .filters
    }
  }

  /// What begins like an array, by what follows the bracket: `[Adblock Plus 2.0]` does, and so does `[]` above
  /// filters.
  private static func array(_ rest: ArraySlice<UInt8>) -> InputShape {
    switch rest.first {
    case UInt8(ascii: "{"), nil: .rules
    case UInt8(ascii: "]"): rest.dropFirst().allSatisfy(\.isJSONSpace) ? .rules : .filters
    case UInt8(ascii: "\""): .names
    default: .filters
    }
  }
}
