import ListBuilding

/// Numbers as people read them.
typealias Format = ListBuilding.Format

extension Format {
  /// `1 rule`, `2 rules`
  static func counted(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `6.1 MB`, in powers of 1,000
  static func size(_ bytes: Int) -> String {
    guard bytes >= 1000 else { return counted(bytes, "byte") }
    var unit = 1000
    // Up to where rounding gives 1000.0 of the unit.
    for name in ["kB", "MB"] {
      if bytes < unit * 1000 - unit / 20 { return "\(tenths(bytes, of: unit)) \(name)" }
      unit *= 1000
    }
    return "\(tenths(bytes, of: unit)) GB"
  }

  /// `0.09 s`
  static func seconds(_ duration: Duration) -> String { "\(hundredths(duration)) s" }

  /// `0.087`, in seconds
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
