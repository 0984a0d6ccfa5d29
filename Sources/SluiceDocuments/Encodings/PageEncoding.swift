import SluiceText

/// The encoding of a page: one of the encodings in the Encoding standard.
package enum PageEncoding: String, CaseIterable, Hashable, Sendable {
  case utf8 = "UTF-8"
  case utf16LE = "UTF-16LE"
  case utf16BE = "UTF-16BE"
  case ibm866 = "IBM866"
  case iso2 = "ISO-8859-2"
  case iso3 = "ISO-8859-3"
  case iso4 = "ISO-8859-4"
  case iso5 = "ISO-8859-5"
  case iso6 = "ISO-8859-6"
  case iso7 = "ISO-8859-7"
  case iso8 = "ISO-8859-8"
  case iso8I = "ISO-8859-8-I"
  case iso10 = "ISO-8859-10"
  case iso13 = "ISO-8859-13"
  case iso14 = "ISO-8859-14"
  case iso15 = "ISO-8859-15"
  case iso16 = "ISO-8859-16"
  case koi8R = "KOI8-R"
  case koi8U = "KOI8-U"
  case macintosh
  case windows874 = "windows-874"
  case windows1250 = "windows-1250"
  case windows1251 = "windows-1251"
  case windows1252 = "windows-1252"
  case windows1253 = "windows-1253"
  case windows1254 = "windows-1254"
  case windows1255 = "windows-1255"
  case windows1256 = "windows-1256"
  case windows1257 = "windows-1257"
  case windows1258 = "windows-1258"
  case macCyrillic = "x-mac-cyrillic"
  case gbk = "GBK"
  case gb18030
  case big5 = "Big5"
  case eucJP = "EUC-JP"
  case iso2022JP = "ISO-2022-JP"
  case shiftJIS = "Shift_JIS"
  case eucKR = "EUC-KR"
  /// An encoding that browsers refuse to decode, because it was used to hide scripts.
  case replacement
  case userDefined = "x-user-defined"

  init?(label: some Sequence<UInt8>) {
    var name = label.map(\.asciiLowercased).drop(while: \.isHTMLSpace)
    while let last = name.last, last.isHTMLSpace { name.removeLast() }
    guard let encoding = Self.byLabel[String(decoding: name, as: UTF8.self)] else { return nil }
    self = encoding
  }

  private static let byLabel: [String: PageEncoding] = {
    var encodings: [String: PageEncoding] = [:]
    for encoding in allCases {
      for label in encoding.labels.split(separator: " ") { encodings[String(label)] = encoding }
    }
    return encodings
  }()

  /// All labels, in lowercase.
  private var labels: String {
    switch self {
    case .utf8: "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8"
    case .utf16LE: "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le"
    case .utf16BE: "unicodefffe utf-16be"
    case .ibm866: "866 cp866 csibm866 ibm866"
    case .iso2: Self.iso(2, others: "csisolatin2 iso-ir-101 iso_8859-2:1987 l2 latin2")
    case .iso3: Self.iso(3, others: "csisolatin3 iso-ir-109 iso_8859-3:1988 l3 latin3")
    case .iso4: Self.iso(4, others: "csisolatin4 iso-ir-110 iso_8859-4:1988 l4 latin4")
    case .iso5: Self.iso(5, others: "csisolatincyrillic cyrillic iso-ir-144 iso_8859-5:1988")
    case .iso6:
      Self.iso(
        6,
        others:
          "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i iso-ir-127 iso_8859-6:1987"
      )
    case .iso7:
      Self.iso(
        7, others: "csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso_8859-7:1987 sun_eu_greek")
    case .iso8:
      Self.iso(
        8, others: "csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso_8859-8:1988 visual")
    case .iso8I: "csiso88598i iso-8859-8-i logical"
    case .iso10: "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"
    case .iso13: "iso-8859-13 iso8859-13 iso885913"
    case .iso14: "iso-8859-14 iso8859-14 iso885914"
    case .iso15: Self.iso(15, others: "csisolatin9 l9")
    case .iso16: "iso-8859-16"
    case .koi8R: "cskoi8r koi koi8 koi8-r koi8_r"
    case .koi8U: "koi8-ru koi8-u"
    case .macintosh: "csmacintosh mac macintosh x-mac-roman"
    case .windows874: "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"
    case .windows1250, .windows1251, .windows1253, .windows1255, .windows1256, .windows1257, .windows1258:
      windows
    case .windows1252:
      windows
        + " ansi_x3.4-1968 ascii cp819 csisolatin1 ibm819 iso-ir-100 l1 latin1 us-ascii iso_8859-1:1987 "
        + Self.iso(1, others: "")
    case .windows1254:
      windows + " " + Self.iso(9, others: "csisolatin5 iso-ir-148 iso_8859-9:1989 l5 latin5")
    case .macCyrillic: "x-mac-cyrillic x-mac-ukrainian"
    case .gbk: "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk"
    case .gb18030: "gb18030"
    case .big5: "big5 big5-hkscs cn-big5 csbig5 x-x-big5"
    case .eucJP: "cseucpkdfmtjapanese euc-jp x-euc-jp"
    case .iso2022JP: "csiso2022jp iso-2022-jp"
    case .shiftJIS: "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"
    case .eucKR:
      "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949"
    case .replacement: "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement"
    case .userDefined: "x-user-defined"
    }
  }

  private static func iso(_ number: Int, others: String) -> String {
    "iso-8859-\(number) iso8859-\(number) iso8859\(number) iso_8859-\(number) \(others)"
  }

  private var windows: String { "\(rawValue) cp\(rawValue.suffix(4)) x-cp\(rawValue.suffix(4))" }
}

/// Decodes text in encodings other than UTF-8 with the tables of the system.
///
/// `Tests/WebKitTests/EncodingAgreementTests.swift` compares the results with WebKit.
extension PageEncoding {
  /// Returns the text in UTF-8 without a byte order mark, and the number of errors. U+FFFD replaces each
  /// invalid sequence.
  func decode(_ bytes: ArraySlice<UInt8>) -> (text: [UInt8], replaced: Int) {
    var decoder = TextDecoding(bytes)
    switch (self, table) {
    case (.utf8, _): decoder.takeUTF8()
    case (.utf16LE, _): decoder.takeUTF16 { UInt16($1) << 8 | UInt16($0) }
    case (.utf16BE, _): decoder.takeUTF16 { UInt16($0) << 8 | UInt16($1) }
    case (.replacement, _): if !bytes.isEmpty { decoder.replace() }
    case (.gbk, let table?), (.gb18030, let table?): decoder.takeGB18030(table)
    case (.big5, let table?):
      decoder.takePairs(table, leads: [0x81...0xFE], trails: [0x40...0x7E, 0xA1...0xFE])
    case (.eucKR, let table?): decoder.takePairs(table, leads: [0x81...0xFE], trails: [0x41...0xFE])
    case (.shiftJIS, let table?): decoder.takeShiftJIS(table)
    case (.eucJP, let table?):
      if let shiftJIS = Self.shiftJIS.table { decoder.takeEUCJP(shiftJIS, more: table) }
    case (.iso2022JP, let table?): decoder.takeISO2022JP(table)
    case (_, let table): decoder.takeSingleBytes((0x80...0xFF).map { upperHalf($0, table: table) })
    }
    return (decoder.text, decoder.replaced)
  }

  /// Returns the character of a byte from 0x80 on; `nil` if it is not assigned.
  private func upperHalf(_ byte: UInt8, table: CharacterTable?) -> Unicode.Scalar? {
    if self == .userDefined { return Unicode.Scalar(0xF700 + UInt32(byte)) }
    // Bytes that a table leaves unassigned are the C1 controls.
    return table?.scalar(of: [byte]) ?? (byte < 0xA0 ? Unicode.Scalar(byte) : nil)
  }
}
