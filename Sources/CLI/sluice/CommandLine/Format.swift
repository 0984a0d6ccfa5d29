import SluiceLists

/// Formatting of numbers for people.
typealias Format = SluiceLists.Format

extension Format {
  /// Returns a count with a noun: `1 rule`, `2 rules`.
  static func counted(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Returns a size in powers of 1,000: `6.1 MB`.
  static func size(_ bytes: Int) -> String {
    guard bytes >= 1000 else { return counted(bytes, "byte") }
    var unit = 1000
    // A size that would be rounded to 1000.0 gets the next unit.
    for name in ["kB", "MB"] {
      if bytes < unit * 1000 - unit / 20 { return "\(tenths(bytes, of: unit)) \(name)" }
      unit *= 1000
    }
    return "\(tenths(bytes, of: unit)) GB"
  }

  /// Returns a duration like `0.09 s`.
  static func seconds(_ duration: Duration) -> String { "\(hundredths(duration)) s" }

  /// Returns a duration in seconds like `0.087`.
  static func milliseconds(_ duration: Duration) -> String {
    let milliseconds = thousandths(duration)
    return "\(milliseconds / 1000).\(String(milliseconds % 1000).padded(to: 3, with: "0"))"
  }

  private static func hundredths(_ duration: Duration) -> String {
    let hundredths = (thousandths(duration) + 5) / 10
    return "\(hundredths / 100).\(String(hundredths % 100).padded(to: 2, with: "0"))"
  }

  private static func thousandths(_ duration: Duration) -> Int64 {
    let parts = duration.components
    return parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
  }

  private static func tenths(_ number: Int, of unit: Int) -> String {
    let tenths = (number + unit / 20) / (unit / 10)
    return "\(grouped(tenths / 10)).\(tenths % 10)"
  }
}

extension String {
  /// Returns the text with characters before it up to a width in bytes.
  func padded(to width: Int, with character: Character = " ") -> String {
    String(repeating: character, count: max(0, width - utf8.count)) + self
  }
}
