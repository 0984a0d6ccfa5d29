import SluiceText
import Testing

@Suite struct ASCIITests {
  /// Compares the byte classes with the standard library's character properties.
  @Test func byteClassesAgreeWithCharacterProperties() {
    for byte in UInt8.min...UInt8.max {
      let character = Character(Unicode.Scalar(byte))
      #expect(byte.isDigit == (character.isASCII && character.isNumber), "\(byte)")
      #expect(byte.isLetter == (character.isASCII && character.isLetter), "\(byte)")
      #expect(byte.isHexDigit == (character.isASCII && character.isHexDigit), "\(byte)")
      #expect(byte.isCapital == (character.isASCII && character.isUppercase), "\(byte)")
      #expect(byte.isBlank == (character == " " || character == "\t"), "\(byte)")
      let small = byte < 0x80 ? Array(character.lowercased().utf8) : [byte]
      #expect([byte.asciiLowercased] == small)
      if let value = character.hexDigitValue, byte < 0x80 { #expect(Int(byte.hexDigitValue) == value) }
    }
  }

  @Test func hexDigitsRoundTrip() {
    for value in UInt8.min..<16 {
      #expect(UInt8.hexDigit(value).hexDigitValue == value)
      #expect(UInt8.capitalHexDigit(value).asciiLowercased == UInt8.hexDigit(value))
    }
    #expect(UInt8(0xAF).percentEncoded == Array("%AF".utf8))
    let value = Array("x1fG".utf8).span.hexValue(1, digits: 3)
    #expect(value == 0x1F)
  }
}
