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
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.utf8.count) + fraction
  }

  private static func hundredths(_ duration: Duration) -> String {
    let hundredths = (thousandths(duration) + 5) / 10
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
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
