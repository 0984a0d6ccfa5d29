import SluiceSystem

/// The pause that a server requests before the next attempt.
enum RetryAfter {
  /// Parses seconds, or a date in the format that HTTP requires (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func pause(_ text: String) -> Duration? {
    if let seconds = Int(text), seconds >= 0 { return .seconds(min(seconds, longest)) }
    return seconds(ofDate: text).map { .seconds(min(max(0, $0 - CurrentProcess.time), longest)) }
  }

  private static let longest = 1_000_000

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the seconds since 1970.
  private static func seconds(ofDate text: String) -> Int? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT" || parts[5] == "UTC", let day = Int(parts[1]), 1...31 ~= day,
      let month = months.firstIndex(where: { $0 == parts[2] }),
      // Any number of digits is allowed, but later years make no difference.
      let year = Int(parts[3].suffix(18)), year >= 1970, parts[3].utf8.allSatisfy({ 0x30...0x39 ~= $0 })
    else { return nil }
    let time = parts[4].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    guard time.count == 3, 0...23 ~= time[0], 0...59 ~= time[1], 0...60 ~= time[2] else { return nil }
    let last = min(year, 9999)
    return days(last, month + 1, day) * 86400 + time[0] * 3600 + time[1] * 60 + time[2]
  }

  /// Returns the days since 1970. Years begin in March here, so that the leap day is the last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}
