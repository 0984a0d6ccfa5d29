/// The time after which readers of a list fetch it again, as lists write it: `4 days`, `12 hours`.
package enum ExpiryText {
  /// Returns a duration in the form that ``duration(_:)`` parses.
  package static func words(_ duration: Duration) -> String {
    let hours = duration.components.seconds / 3600
    let (number, unit) = hours % 24 == 0 ? (hours / 24, "day") : (hours, "hour")
    return number == 1 ? "1 \(unit)" : "\(number) \(unit)s"
  }

  /// Parses a duration and limits it to one hour up to fourteen days.
  ///
  /// Examples are `4 days (update frequency)`, `12 hours`, `30 minutes`, `1 week`, or a bare number of days.
  package static func duration(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(digits), number > 0 else { return nil }
    let unit = text.dropFirst(digits.count).drop { $0 == " " || $0 == "\t" }.lowercased()
    let word = unit.prefix { $0.isLetter }
    let seconds = number * Double(secondsOfUnit(word))
    return .seconds(Int64(min(max(seconds, 3600), 14 * 24 * 3600)))
  }

  /// Returns the seconds in a unit, given its full, plural or short name. Any other word means days.
  private static func secondsOfUnit(_ word: Substring) -> Int {
    switch word {
    case "s", "sec", "secs", "second", "seconds": 1
    case "m", "min", "mins", "minute", "minutes": 60
    case "h", "hr", "hrs", "hour", "hours": 3600
    case "w", "wk", "wks", "week", "weeks": 7 * 24 * 3600
    case "mo", "month", "months", "y", "yr", "year", "years": 30 * 24 * 3600
    default: 24 * 3600
    }
  }
}
