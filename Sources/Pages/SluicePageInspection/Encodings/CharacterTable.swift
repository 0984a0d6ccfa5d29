import SluiceSystem

/// The characters of an encoding: those of the system, with corrections for the Encoding standard. It is queried
/// for a few bytes at a time, so that invalid bytes do not affect the rest of the text.
struct CharacterTable {
  private let converter: TextConverter?
  private let corrections: [UInt32: Unicode.Scalar]
  private let hasPrivateUse: Bool
  private var known: [[UInt8]: [UInt8]?] = [:]

  /// - Parameters:
  ///   - name: The name of the encoding in `iconv`.
  ///   - number: The number of the encoding in Core Foundation.
  ///   - corrections: The characters that differ from the system's, by their bytes as a number.
  ///   - hasPrivateUse: Whether private-use characters are valid. Otherwise they stand for unassigned bytes.
  init(_ name: String, _ number: UInt32, _ corrections: [UInt32: Unicode.Scalar], hasPrivateUse: Bool) {
    converter = TextConverter(from: name, number: number)
    (self.corrections, self.hasPrivateUse) = (corrections, hasPrivateUse)
  }

  /// Whether the system has the table.
  var isAvailable: Bool { converter != nil }

  /// Returns the text of these bytes in UTF-8, or `nil` if they are invalid.
  mutating func text(of bytes: [UInt8]) -> [UInt8]? {
    if let known = known[bytes] { return known }
    let text = scalars(of: bytes).map { Array(String(String.UnicodeScalarView($0)).utf8) }
    known[bytes] = .some(text)
    return text
  }

  /// Returns the character for these bytes, or `nil` if they are not a single character.
  func scalar(of bytes: [UInt8]) -> Unicode.Scalar? {
    let scalars = scalars(of: bytes)
    return scalars?.count == 1 ? scalars?.first : nil
  }

  private func scalars(of bytes: [UInt8]) -> [Unicode.Scalar]? {
    if let correction = corrections[bytes.reduce(0) { $0 << 8 | UInt32($1) }] { return [correction] }
    guard let text = converter?.utf8(of: bytes) else { return nil }
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    return hasPrivateUse || !scalars.contains { 0xE000...0xF8FF ~= $0.value } ? scalars : nil
  }
}

extension PageEncoding {
  /// The table of the characters that are not ASCII, or `nil` if the encoding needs none.
  var table: CharacterTable? {
    switch self {
    case .utf8, .utf16LE, .utf16BE, .replacement, .userDefined: nil
    case .gbk, .gb18030: CharacterTable("GB18030", 0x0632, Self.correctionsOfGB18030, hasPrivateUse: true)
    case .big5: CharacterTable("BIG5-HKSCS", 0x0A06, Self.correctionsOfBig5, hasPrivateUse: false)
    case .eucKR: CharacterTable("UHC", 0x0422, [:], hasPrivateUse: false)
    case .shiftJIS, .iso2022JP: CharacterTable("CP932", 0x0420, [:], hasPrivateUse: true)
    // For the characters of JIS X 0212. The others are those of Shift_JIS at other positions.
    case .eucJP: CharacterTable("EUC-JP", 0x0920, [0x8F_A2B7: "~"], hasPrivateUse: false)
    case .ibm866: single("CP866", 0x0419)
    case .iso2, .iso3, .iso4, .iso5, .iso6, .iso7, .iso8, .iso10, .iso13, .iso14, .iso15, .iso16:
      single(rawValue, 0x0200 + (UInt32(rawValue.split(separator: "-")[2]) ?? 1))
    case .iso8I: Self.iso8.table
    case .koi8R: single("KOI8-R", 0x0A02)
    case .koi8U: single("KOI8-U", 0x0A08, [0xAE: "ў", 0xBE: "Ў"])
    case .macintosh: single("MACINTOSH", 0, [0xC6: "\u{2206}", 0xF0: "\u{F8FF}"])
    case .macCyrillic: single("MAC-CYRILLIC", 7, [0xFF: "€"])
    case .windows874: single("CP874", 0x041D)
    case .windows1252: single("CP1252", 0x0500)
    case .windows1250, .windows1251: windows(0x0501)
    case .windows1255: windows(0x0500, [0xCA: "\u{5BA}"])
    case .windows1253, .windows1254, .windows1256, .windows1257, .windows1258: windows(0x0500)
    }
  }

  /// Whether the system has the tables of the encoding.
  package var isAvailable: Bool { table?.isAvailable ?? true }

  private func single(
    _ name: String, _ number: UInt32, _ corrections: [UInt32: Unicode.Scalar] = [:]
  ) -> CharacterTable {
    CharacterTable(name, number, corrections, hasPrivateUse: false)
  }

  private func windows(_ first: UInt32, _ corrections: [UInt32: Unicode.Scalar] = [:]) -> CharacterTable {
    single("CP\(rawValue.suffix(4))", first + (UInt32(rawValue.suffix(1)) ?? 0), corrections)
  }

  /// The characters of GB 18030 that were moved between its editions.
  private static let correctionsOfGB18030: [UInt32: Unicode.Scalar] = [
    0xA3A0: "\u{3000}", 0xFE51: "\u{E816}", 0xFE52: "\u{E817}", 0xFE53: "\u{E818}", 0xFE6C: "\u{E831}",
    0xFE76: "\u{E83B}", 0xFE91: "\u{E855}",
    0x8235_9037: "\u{9FB4}", 0x8235_9038: "\u{9FB5}", 0x8235_9039: "\u{9FB6}", 0x8235_9130: "\u{9FB7}",
    0x8235_9131: "\u{9FB8}", 0x8235_9132: "\u{9FB9}", 0x8235_9133: "\u{9FBA}", 0x8235_9134: "\u{9FBB}",
    0x8431_8236: "\u{FE10}", 0x8431_8237: "\u{FE11}", 0x8431_8238: "\u{FE12}", 0x8431_8239: "\u{FE13}",
    0x8431_8330: "\u{FE14}", 0x8431_8331: "\u{FE15}", 0x8431_8332: "\u{FE16}", 0x8431_8333: "\u{FE17}",
    0x8431_8334: "\u{FE18}", 0x8431_8335: "\u{FE19}",
  ]

  /// The symbols for which Windows has other characters than the Hong Kong standard.
  private static let correctionsOfBig5: [UInt32: Unicode.Scalar] = [
    0xA145: "\u{2027}", 0xA14E: "\u{FE51}", 0xA15A: "\u{2574}", 0xA1C2: "\u{AF}", 0xA1C3: "\u{FFE3}",
    0xA1C5: "\u{2CD}", 0xA1E3: "\u{FF5E}", 0xA1F2: "\u{2295}", 0xA1F3: "\u{2299}", 0xA1FE: "\u{FF0F}",
    0xA240: "\u{FF3C}", 0xA241: "\u{2215}", 0xA242: "\u{FE68}", 0xA244: "\u{FFE5}", 0xA246: "\u{FFE0}",
    0xA247: "\u{FFE1}", 0xA2CC: "\u{5341}", 0xA2CE: "\u{5345}", 0xA3E1: "\u{20AC}",
  ]
}
