import SluiceLint

/// The unit of columns in positions.
enum PositionEncoding: String, Codable, CaseIterable, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// Chooses among the encodings that a client supports: UTF-8 if possible. The default is UTF-16.
  init(amongThose names: [String]?) {
    let known = (names ?? []).compactMap(PositionEncoding.init)
    self = known.contains(.utf8) ? .utf8 : known.first ?? .utf16
  }

  /// Returns the byte at a column of a line. A column inside a scalar is moved to the start of the scalar,
  /// and a column after the end of the line to the end.
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

  /// Returns the number of bytes and of units of a scalar, given its first byte.
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
