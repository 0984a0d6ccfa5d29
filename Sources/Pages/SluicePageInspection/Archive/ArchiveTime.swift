/// Parses times in the format of HAR files: ISO 8601 with fractional seconds and a time zone.
enum ArchiveTime {
  /// Returns the microseconds since 1970, or `nil` if the text is invalid. A missing time zone means UTC,
  /// because only differences matter.
  static func microseconds(_ text: [UInt8]) -> Int? {
    var reader = Reader(text: text)
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
      (1...12).contains(month),
      reader.skip("-"), let day = reader.number(2), (1...31).contains(day), reader.skip("T"),
      let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2), reader.skip(":"),
      let second = reader.number(2)
    else { return nil }
    let fraction = reader.skip(".") ? reader.fraction() : 0
    let zone = reader.zone() ?? 0
    let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - zone * 60
    return seconds * 1_000_000 + fraction
  }

  /// Returns the days from 1970 to a day of the Gregorian calendar. The calculation uses years that begin in
  /// March.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
  }

  private struct Reader {
    let text: [UInt8]
    var offset = 0

    private var byte: UInt8 { offset < text.count ? text[offset] : 0 }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard byte == UInt8(ascii: character) else { return false }
      offset += 1
      return true
    }

    /// Returns a number with exactly this number of digits.
    mutating func number(_ digits: Int) -> Int? {
      var number = 0
      for _ in 0..<digits {
        guard byte.isDigit else { return nil }
        number = number * 10 + Int(byte - ASCII.zero)
        offset += 1
      }
      return number
    }

    /// Returns the fraction of a second in microseconds.
    mutating func fraction() -> Int {
      var (unit, sum) = (100_000, 0)
      while byte.isDigit {
        sum += Int(byte - ASCII.zero) * unit
        unit /= 10
        offset += 1
      }
      return sum
    }

    /// Returns the offset from UTC in minutes, positive to the east, or `nil` if there is no time zone.
    mutating func zone() -> Int? {
      let sign = skip("+") ? 1 : skip("-") ? -1 : 0
      guard sign != 0, let hours = number(2) else { return nil }
      _ = skip(":")
      return sign * (hours * 60 + (number(2) ?? 0))
    }
  }
}
