import Foundation
import Testing
import TestSupport

@testable import SluiceDocuments

/// Text in legacy encodings decodes as in the real engine.
@Suite(
  .quickBrowser, .enabled(if: WebKitTools.isAvailable, WebKitTools.comment),
  .serialized,
  .ends)
struct EncodingAgreementTests {
  private struct Case: Encodable {
    var label: String
    var texts: [String]
  }

  private struct Answer: Decodable {
    var encoding: String
    var texts: [String]
  }

  /// Returns all bytes of single-byte encodings and all pairs of others, each between ASCII letters, with
  /// generated texts.
  private static func texts(_ encoding: PageEncoding) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    switch encoding {
    case .gbk, .gb18030, .big5, .eucJP, .shiftJIS, .eucKR:
      for lead in UInt8(0x80)...0xFF {
        texts += (UInt8(0x20)...0xFF).map { [0x61, lead, $0, 0x62] }
      }
    default: texts += (UInt8(0)...0xFF).map { [0x61, $0, 0x62] }
    }
    var random = SeededRandom(UInt64(encoding.rawValue.utf8.count))
    let pieces: [[UInt8]] = [
      [0x1B, 0x24, 0x42], [0x1B, 0x28, 0x42], [0x1B, 0x28, 0x4A], [0x1B, 0x28, 0x49], [0x1B, 0x24, 0x40],
      [0x8E],
      [0x8F], [0x30], [0xB0, 0xA1], [0x8F, 0xB0, 0xA1], [0x81, 0x30, 0x89, 0x38], [0xD8, 0x00], [0x00, 0xDC],
    ]
    for _ in 0..<300 {
      texts.append(
        (0..<random.below(12)).flatMap { _ -> [UInt8] in
          random.chance(30)
            ? random.pick(pieces)
            : [UInt8(random.chance(50) ? 0x21 + random.below(0x5E) : 0x80 + random.below(0x80))]
        })
    }
    return texts
  }

  /// Returns whether the engine deviates from the standard for a text.
  ///
  /// WebKitGTK 2.50.6 has no table for ISO-8859-16. After the first two of three bytes in EUC-JP, it
  /// continues as if the third one had followed.
  private static func isMisread(_ bytes: [UInt8], _ encoding: PageEncoding) -> Bool {
    guard encoding == .eucJP, let lead = bytes.firstIndex(of: 0x8F), lead + 2 < bytes.count else {
      return false
    }
    return bytes[lead + 1] >= 0xA1 && bytes[lead + 2] < 0xA1
  }

  @Test(arguments: some(PageEncoding.allCases.filter { $0 != .replacement && $0 != .iso16 }, oneIn: 5))
  func decodedTextsAgreeWithWebKit(_ encoding: PageEncoding) async throws {
    let texts = Self.texts(encoding).filter { !Self.isMisread($0, encoding) }
    let answers: [Answer] = try await EngineScript(name: "decode_texts").answers(
      [Case(label: encoding.rawValue, texts: texts.map { Data($0).base64EncodedString() })], common: 0)
    let answer = try #require(answers.first)
    #expect(answer.encoding == encoding.rawValue.lowercased())
    for (bytes, expected) in zip(texts, answer.texts) {
      let (text, replaced) = encoding.decode(bytes[...])
      let read = String(decoding: text, as: UTF8.self)
      #expect(read.unicodeScalars.count { $0 == "\u{FFFD}" } == replaced)
      if Array(read.unicodeScalars) == Array(expected.unicodeScalars) { continue }
      Issue.record("\(bytes.map { String($0, radix: 16) }): \(read), not \(expected)")
    }
  }
}
