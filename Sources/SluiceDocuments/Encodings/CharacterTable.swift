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
  init(_ name: String, number: UInt32, corrections: [UInt32: Unicode.Scalar], hasPrivateUse: Bool) {
    converter = TextConverter(from: name, number: number)
    (self.corrections, self.hasPrivateUse) = (corrections, hasPrivateUse)
  }

  var isAvailable: Bool { converter != nil }

  /// Returns the text of these bytes in UTF-8, or `nil` if they are invalid.
  mutating func text(of bytes: [UInt8]) -> [UInt8]? {
    if let known = known[bytes] { return known }
    let text = scalars(of: bytes).map { Array(String(String.UnicodeScalarView($0)).utf8) }
    known[bytes] = .some(text)
    return text
  }

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
    case .gbk, .gb18030:
      CharacterTable("GB18030", number: 0x0632, corrections: Self.correctionsOfGB18030, hasPrivateUse: true)
    case .big5:
      CharacterTable("BIG5-HKSCS", number: 0x0A06, corrections: Self.correctionsOfBig5, hasPrivateUse: false)
    case .eucKR: CharacterTable("UHC", number: 0x0422, corrections: [:], hasPrivateUse: false)
    case .shiftJIS, .iso2022JP: CharacterTable("CP932", number: 0x0420, corrections: [:], hasPrivateUse: true)
    // For the characters of JIS X 0212. The others are those of Shift_JIS at other positions.
    case .eucJP: CharacterTable("EUC-JP", number: 0x0920, corrections: [0x8F_A2B7: "~"], hasPrivateUse: false)
    case .ibm866: single("CP866", number: 0x0419)
    case .iso2, .iso3, .iso4, .iso5, .iso6, .iso7, .iso8, .iso10, .iso13, .iso14, .iso15, .iso16:
      single(rawValue, number: 0x0200 + (UInt32(rawValue.split(separator: "-")[2]) ?? 1))
    case .iso8I: Self.iso8.table
    case .koi8R: single("KOI8-R", number: 0x0A02)
    case .koi8U: single("KOI8-U", number: 0x0A08, corrections: [0xAE: "ў", 0xBE: "Ў"])
    case .macintosh: single("MACINTOSH", number: 0, corrections: [0xC6: "\u{2206}", 0xF0: "\u{F8FF}"])
    case .macCyrillic: single("MAC-CYRILLIC", number: 7, corrections: [0xFF: "€"])
    case .windows874: single("CP874", number: 0x041D)
    case .windows1252: single("CP1252", number: 0x0500)
    case .windows1250, .windows1251: windows(0x0501)
    case .windows1255: windows(0x0500, corrections: [0xCA: "\u{5BA}"])
    case .windows1253, .windows1254, .windows1256, .windows1257, .windows1258: windows(0x0500)
    }
  }

  /// Whether the system has the tables of the encoding.
  package var isAvailable: Bool { table?.isAvailable ?? true }

  private func single(
    _ name: String, number: UInt32, corrections: [UInt32: Unicode.Scalar] = [:]
  ) -> CharacterTable {
    CharacterTable(name, number: number, corrections: corrections, hasPrivateUse: false)
  }

  private func windows(_ first: UInt32, corrections: [UInt32: Unicode.Scalar] = [:]) -> CharacterTable {
    single(
      "CP\(rawValue.suffix(4))", number: first + (UInt32(rawValue.suffix(1)) ?? 0), corrections: corrections)
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

  /// The characters of Big5 that differ from the Hong Kong standard's.
  private static let correctionsOfBig5 = (0...0x20 as ClosedRange<UInt32>).reduce(into: charactersOfBig5) {
    // The symbols of control characters.
    $0[0xA3C0 + $1] = Unicode.Scalar(0x2400 + ($1 == 0x20 ? 0x21 : $1))
  }

  /// The symbols for which Windows has other characters, and those that the standard has elsewhere since 2004.
  private static let charactersOfBig5: [UInt32: Unicode.Scalar] = [
    0xA145: "\u{2027}", 0xA14E: "\u{FE51}", 0xA15A: "\u{2574}", 0xA1C2: "\u{AF}", 0xA1C3: "\u{FFE3}",
    0xA1C5: "\u{2CD}", 0xA1E3: "\u{FF5E}", 0xA1F2: "\u{2295}", 0xA1F3: "\u{2299}", 0xA1FE: "\u{FF0F}",
    0xA240: "\u{FF3C}", 0xA241: "\u{2215}", 0xA242: "\u{FE68}", 0xA244: "\u{FFE5}", 0xA246: "\u{FFE0}",
    0xA247: "\u{FFE1}", 0xA2CC: "\u{5341}", 0xA2CE: "\u{5345}", 0xA3E1: "\u{20AC}",
    0x8E69: "箸", 0x8E6F: "簆", 0x8E7E: "糎", 0x8EAB: "緒", 0x8EB4: "縝", 0x8ECD: "者", 0x8ED0: "耨",
    0x8F57: "菁", 0x8F69: "蒨", 0x8F6E: "萏", 0x8FCB: "覦", 0x8FCC: "覩", 0x8FFE: "起", 0x906D: "都",
    0x907A: "銹", 0x90DC: "靜", 0x90F1: "響", 0x91BF: "鼖", 0x9244: "蔃", 0x92AF: "兙", 0x92B0: "兛",
    0x92B1: "兝", 0x92B2: "兞", 0x92C8: "鍮", 0x92D1: "瑹", 0x9447: "浧", 0x94CA: "禛", 0x95D9: "邗",
    0x9644: "靝", 0x96ED: "瀞", 0x96FC: "嬨", 0x9B76: "爁", 0x9B78: "矗", 0x9B7B: "纇", 0x9BC6: "駖",
    0x9BDE: "釔", 0x9BEC: "惞", 0x9BF6: "澶", 0x9C42: "輶", 0x9C53: "侻", 0x9C62: "營", 0x9C68: "鄄",
    0x9C6B: "鷰", 0x9C77: "菏", 0x9CBC: "尐", 0x9CBD: "秣", 0x9CD0: "婧", 0x9D57: "輋", 0x9D5A: "筑",
    0x9DC4: "拐", 0x9EA9: "恢", 0x9EEF: "痹", 0x9EFD: "汊", 0x9F60: "鬮", 0x9F66: "鼗", 0x9FCB: "僭",
    0x9FD8: "弌", 0xA063: "蠏", 0xA077: "拎", 0xA0D5: "瑨", 0xA0DF: "煢", 0xA0E4: "牐", 0xC6CF: "廴",
    0xC6D3: "无", 0xC6D5: "癶", 0xC6D7: "隶", 0xC6DE: "〃", 0xC6DF: "仝", 0xFA5F: "倩", 0xFA66: "偽",
    0xFABD: "包", 0xFAC5: "卄", 0xFAD5: "卿", 0xFB48: "嘅", 0xFBB8: "婷", 0xFBF3: "幵", 0xFBF9: "廐",
    0xFC4F: "彘", 0xFC6C: "悤", 0xFCB9: "撐", 0xFCE2: "晴", 0xFCF1: "杞", 0xFDB7: "沜", 0xFDB8: "渝",
    0xFDBB: "港", 0xFDF1: "煮", 0xFE52: "猪", 0xFE6F: "瑜", 0xFEAA: "瓩", 0xFEDD: "砉",
  ]
}
