extension StringProtocol {
  /// The text without white space at its ends.
  package var trimmed: String {
    let start = drop { $0.isWhitespace }
    let count = start.reversed().prefix { $0.isWhitespace }.count
    return String(start.dropLast(count))
  }
}
