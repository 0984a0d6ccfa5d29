import Foundation

/// Decodes text in encodings other than UTF-8 with the tables of Foundation.
///
/// Differences from the Encoding standard, which browsers follow, are corrected.
/// `Tests/WebKitTests/EncodingAgreementTests.swift` compares the results with WebKit.
extension PageEncoding {
  /// Returns the text in UTF-8 without a byte order mark, and the number of errors. U+FFFD replaces each
  /// invalid sequence.
  func decode(_ bytes: ArraySlice<UInt8>) -> (text: [UInt8], replaced: Int) {
    var decoder = TextDecoding(bytes)
    switch self {
    case .utf8: decoder.takeUTF8()
    case .utf16LE: decoder.takeUTF16 { UInt16($1) << 8 | UInt16($0) }
    case .utf16BE: decoder.takeUTF16 { UInt16($0) << 8 | UInt16($1) }
    case .replacement: if !bytes.isEmpty { decoder.replace() }
    case .gbk, .gb18030: decoder.takeGB18030(table(0x0632))
    case .big5:
      decoder.takePairs(
        table(0x0A06, hasPrivateUse: false), leads: [0x81...0xFE], trails: [0x40...0x7E, 0xA1...0xFE])
    case .eucKR:
      decoder.takePairs(table(0x0422, hasPrivateUse: false), leads: [0x81...0xFE], trails: [0x41...0xFE])
    case .shiftJIS: decoder.takeShiftJIS(table(0x0420))
    case .eucJP: decoder.takeEUCJP(table(0x0420), table(0x0821))
    case .iso2022JP: decoder.takeISO2022JP(table(0x0420))
    case .ibm866, .iso2, .iso3, .iso4, .iso5, .iso6, .iso7, .iso8, .iso8I, .iso10, .iso13, .iso14, .iso15,
      .iso16, .koi8R, .koi8U, .macintosh, .windows874, .windows1250, .windows1251, .windows1252, .windows1253,
      .windows1254, .windows1255, .windows1256, .windows1257, .windows1258, .macCyrillic, .userDefined:
      decoder.takeSingleBytes(upperHalf)
    }
    return (decoder.text, decoder.replaced)
  }

  private func table(_ number: UInt32, hasPrivateUse: Bool = true) -> FoundationTable {
    FoundationTable(number, hasPrivateUse: hasPrivateUse)
  }

  /// The characters of the bytes from 0x80 on; `nil` for unassigned bytes.
  private var upperHalf: [Unicode.Scalar?] {
    let table = singleByteTable.map { FoundationTable($0, hasPrivateUse: self == .macintosh) }
    return (0x80...0xFF).map { (byte: UInt8) in
      switch (self, byte) {
      case (.userDefined, _): return Unicode.Scalar(0xF700 + UInt32(byte))
      case (.ibm866, _): return Self.ibm866Half[Int(byte) - 0x80]
      // Corrections of Foundation's tables.
      case (.windows1255, 0xCA): return "\u{5BA}"
      case (.koi8U, 0xAE): return "ў"
      case (.koi8U, 0xBE): return "Ў"
      case (.windows1253, 0xAA): return nil
      default:
        // Bytes that a table leaves unassigned are the C1 controls.
        return table?.scalar(of: [byte]) ?? (byte < 0xA0 ? Unicode.Scalar(byte) : nil)
      }
    }
  }

  private static let ibm866Half: [Unicode.Scalar] = Array(
    ("АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
      + "рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■\u{A0}").unicodeScalars)

  /// The number of the encoding in Core Foundation, or `nil` if it is not a supported single-byte encoding.
  private var singleByteTable: UInt32? {
    switch self {
    case .iso2, .iso3, .iso4, .iso5, .iso6, .iso7, .iso8, .iso8I, .iso10, .iso13, .iso14, .iso15, .iso16:
      UInt32(rawValue.split(separator: "-")[2]).map { 0x0200 + $0 }
    case .koi8R: 0x0A02
    case .koi8U: 0x0A08
    case .macintosh: 0
    case .macCyrillic: 7
    case .windows874: 0x041D
    case .windows1252: 0x0500
    case .windows1250, .windows1251: UInt32(rawValue.suffix(1)).map { 0x0501 + $0 }
    case .windows1253, .windows1254, .windows1255, .windows1256, .windows1257, .windows1258:
      UInt32(rawValue.suffix(1)).map { 0x0500 + $0 }
    case .utf8, .utf16LE, .utf16BE, .ibm866, .gbk, .gb18030, .big5, .eucJP, .iso2022JP, .shiftJIS, .eucKR,
      .replacement, .userDefined:
      nil
    }
  }
}

/// A conversion table of Foundation. It is queried for a few bytes at a time, so that invalid bytes do not
/// affect the rest of the text.
struct FoundationTable {
  private let encoding: String.Encoding
  private let hasPrivateUse: Bool
  private var known: [[UInt8]: [UInt8]?] = [:]

  /// - Parameters:
  ///   - number: The number of the encoding in Core Foundation.
  ///   - hasPrivateUse: Whether private-use characters are valid. Otherwise they stand for unassigned bytes.
  init(_ number: UInt32, hasPrivateUse: Bool) {
    // Equivalent to `CFStringConvertEncodingToNSStringEncoding`, which Linux lacks.
    encoding = String.Encoding(rawValue: 0x8000_0000 | UInt(number))
    self.hasPrivateUse = hasPrivateUse
  }

  /// Returns the text of these bytes in UTF-8, or `nil` if they are invalid.
  mutating func text(of bytes: [UInt8]) -> [UInt8]? {
    if let known = known[bytes] { return known }
    let text = string(of: bytes).map { Array($0.utf8) }
    known[bytes] = .some(text)
    return text
  }

  /// Returns the character for these bytes, or `nil` if they are not a single character.
  func scalar(of bytes: [UInt8]) -> Unicode.Scalar? {
    let scalars = string(of: bytes)?.unicodeScalars
    return scalars?.count == 1 ? scalars?.first : nil
  }

  private func string(of bytes: [UInt8]) -> String? {
    guard let text = String(data: Data(bytes), encoding: encoding), !text.isEmpty else { return nil }
    let isOfPrivateUse = { (scalar: Unicode.Scalar) in (0xE000...0xF8FF).contains(scalar.value) }
    return hasPrivateUse || !text.unicodeScalars.contains(where: isOfPrivateUse) ? text : nil
  }
}
