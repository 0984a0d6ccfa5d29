extension UInt8 {
  /// Whether the byte can occur in a host name in a filter list. Non-ASCII bytes can: lists also contain
  /// internationalized names before their IDNA conversion.
  var isHostCharacter: Bool {
    isLetter || isDigit || self == ASCII.dash || self == ASCII.dot || self == ASCII.underscore || self >= 0x80
  }
  var isOptionNameCharacter: Bool {
    isLetter || isDigit || self == ASCII.dash || self == ASCII.underscore
  }
}
