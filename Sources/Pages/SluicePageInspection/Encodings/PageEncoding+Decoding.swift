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
    case (.eucJP, let table?): if let shiftJIS = Self.shiftJIS.table { decoder.takeEUCJP(shiftJIS, table) }
    case (.iso2022JP, let table?): decoder.takeISO2022JP(table)
    case (_, let table): decoder.takeSingleBytes((0x80...0xFF).map { upperHalf($0, table) })
    }
    return (decoder.text, decoder.replaced)
  }

  /// Returns the character of a byte from 0x80 on; `nil` if it is not assigned.
  private func upperHalf(_ byte: UInt8, _ table: CharacterTable?) -> Unicode.Scalar? {
    if self == .userDefined { return Unicode.Scalar(0xF700 + UInt32(byte)) }
    // Bytes that a table leaves unassigned are the C1 controls.
    return table?.scalar(of: [byte]) ?? (byte < 0xA0 ? Unicode.Scalar(byte) : nil)
  }
}
