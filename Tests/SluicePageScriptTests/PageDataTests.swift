import Testing
import TestSupport

@testable import SluicePageScript

/// The encoded texts of the data.
@Suite struct PageDataTests {
  /// Digits can encode each number.
  ///
  /// None of them needs an escape in a string or occurs in the token that a host replaces.
  @Test func digitsEncodeEveryNumber() throws {
    let allowed = Set("0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^`abcdefghijklmnopq".utf8)
    var seen: Set<UInt8> = []
    for number in [0, 1, 43, 44, 45, 46, 47, 48, 63, 64, 4_095, 4_096, 16_777_216]
      + Array(0..<64).map({ $0 * 4_161 })
    {
      let width = DigitText.width(for: number)
      #expect(number >> (6 * width) == 0 && (width == 1 || number >> (6 * (width - 1)) > 0))
      var text = DigitText()
      text.append(number, digits: width + 1)
      let read = text.bytes.reduce(0) { value, byte in
        let digit = byte == UInt8(ascii: "p") ? 44 : byte == UInt8(ascii: "q") ? 47 : Int(byte) - 48
        return value * 64 + digit
      }
      #expect(read == number && text.bytes.count == width + 1)
      seen.formUnion(text.bytes)
    }
    #expect(seen == allowed)
  }

  /// The token that a host replaces occurs once in each script.
  ///
  /// The filters of the list are chosen so that digits, phrases or rows would spell it.
  @Test func secretTokenOccursOnce() throws {
    let pieces = ["__SLUICE_SECRET__", "_", "__SLUICE_SECRET_", "_SLUICE_SECRET__", "__", "SLUICE_SECRET"]
    let filters = (0..<600).map { number in
      "h\(number % 7).com##p:has-text(\(pieces[number % 6])\(pieces[number / 6 % 6])\(number))"
    }
    let isolated = try #require(try Scripts(filters).isolated)
    #expect(isolated.components(separatedBy: PageScript.secretToken).count == 2)
    #expect(isolated.utf8.allSatisfy { $0 < 0x80 && $0 != 13 && $0 != 0 })
  }

  /// No reference begins with a digit that stands for a frequent one. Without free digits, there are no codes.
  @Test(arguments: [(63, 1, 0), (64, 2, 62), (1_400, 2, 42), (2_815, 2, 20), (2_816, 2, 0), (4_095, 2, 0)])
  func frequentReferencesHaveCodesOfOneDigit(largest: Int, width: Int, codes: Int) {
    var references = ["last.com": largest]
    for number in 0..<1_000 { references["h\(number).com"] = number % 63 }
    let keys = PageKeyTexts(references, width: width)
    #expect(DigitText.numbers(keys.frequent.bytes[...], width: width)?.count == codes)
    #expect(largest >> (6 * (width - 1)) < 64 - codes)
  }

  /// Offsets have as many digits as the longest text needs.
  @Test(.inTurn) func rowOffsetWidthFitsLongestText() throws {
    for (length, width) in [(10, 2), (200, 3), (20_000, 4), (300_000, 5)] {
      let rows = (0..<100).map { [UInt8](repeating: UInt8(ascii: "a") + UInt8($0 % 26), count: length + $0) }
      let texts = PageRowTexts(rows)
      #expect(texts.placeWidth == width && texts.texts.count == 2)
      for (number, row) in rows.enumerated() {
        let bytes = texts.texts[number / texts.each].bytes
        let place = number % texts.each
        let digits = bytes[(place / 16 * width)..<(place / 16 * width + width)]
        let start = digits.reduce(0) {
          $0 * 64 + ($1 == UInt8(ascii: "p") ? 44 : $1 == UInt8(ascii: "q") ? 47 : Int($1) - 48)
        }
        let found = bytes[start...].split(
          separator: CommentText.end, maxSplits: 16, omittingEmptySubsequences: false)
        #expect(Array(found[place % 16]) == row)
      }
    }
  }
}
