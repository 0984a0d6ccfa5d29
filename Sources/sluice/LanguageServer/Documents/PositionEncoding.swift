import Lint

/// What the columns of positions count.
enum PositionEncoding: String, Codable, CaseIterable, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// That of a client which takes these: bytes where it can, UTF-16 where it says nothing.
  init(amongThose names: [String]?) {
    let known = (names ?? []).compactMap(PositionEncoding.init)
    self = known.contains(.utf8) ? .utf8 : known.first ?? .utf16
  }

  /// The byte of a line at which a column is. A column within a scalar is where that begins, one beyond the line its end.
  func byte(ofColumn column: Int, in line: LintedText.Line) -> Int {
    let end = line.contentCount
    var index = 0
    var units = 0
    while index < end {
      let (length, count) = scalar(line.bytes[index])
      guard units + count <= column else { break }
      units += count
      index += length
    }
    return min(index, end)
  }

  /// The column at which a byte of a line is.
  func column(ofByte byte: Int, in line: LintedText.Line) -> Int {
    let end = min(byte, line.contentCount)
    var index = 0
    var units = 0
    while index < end {
      let (length, count) = scalar(line.bytes[index])
      units += count
      index += length
    }
    return units
  }

  /// How many bytes a scalar has by its first one, and how many units.
  private func scalar(_ lead: UInt8) -> (length: Int, units: Int) {
    let length =
      switch lead {
      case 0xF0...: 4
      case 0xE0...: 3
      case 0xC0...: 2
      case _: 1
      }
    switch self {
    case .utf8: return (length, length)
    case .utf16: return (length, length == 4 ? 2 : 1)
    case .utf32: return (length, 1)
    }
  }
}
