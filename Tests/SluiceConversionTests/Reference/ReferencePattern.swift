import Foundation
import SluiceSyntax

/// A pattern of the filter syntax, matched by trying every position and every length of each wildcard.
struct ReferencePattern: Hashable {
  enum Token: Hashable {
    case byte(UInt8)
    case separator
    case wildcard
  }

  var start: PlainPattern.Start
  var isEndAnchored: Bool
  var tokens: [Token]
  var isCaseSensitive = false
  /// The tokens as they occur in paths, with letters outside ASCII percent-encoded; nil without such letters, and for
  /// patterns that begin elsewhere.
  var encoded: [Token]?

  /// Creates a pattern.
  ///
  /// The result is nil for a regex other than a sequence of letters and digits.
  init?(_ pattern: Pattern, in bytes: [UInt8]) {
    switch pattern {
    case .regex(let range):
      let body = bytes[range.indices]
      guard body.allSatisfy(Self.isAlphanumeric) else { return nil }
      (start, isEndAnchored, tokens) = (.anywhere, false, body.map { .byte($0) })
    case .plain(let plain):
      (start, isEndAnchored) = (plain.start, plain.isEndAnchored)
      let text = String(decoding: bytes[plain.body.indices], as: UTF8.self)
      let name = text.replacingOccurrences(of: "ä", with: "xn--4ca").replacingOccurrences(
        of: "Ä", with: "xn--4ca")
      if name != text, plain.start == .anywhere {
        encoded = text.utf8.flatMap { byte in
          byte < 0x80 ? [byte] : Array("%\(String(byte, radix: 16, uppercase: true))".utf8)
        }.map(Self.token)
      }
      tokens = name.utf8.map(Self.token)
    }
  }

  private static func token(_ byte: UInt8) -> Token {
    switch byte {
    case UInt8(ascii: "*"): .wildcard
    case UInt8(ascii: "^"): .separator
    default: .byte(byte)
    }
  }

  /// Creates the pattern `||host^`.
  init(host: ArraySlice<UInt8>) {
    let name = String(decoding: host, as: UTF8.self).replacingOccurrences(of: "ä", with: "xn--4ca")
    (start, isEndAnchored, tokens) = (.hostLabel, false, name.utf8.map { .byte($0) } + [.separator])
  }

  /// The pattern in lowercase.
  var lowercased: ReferencePattern {
    var pattern = self
    pattern.tokens = Self.lowercased(tokens)
    pattern.encoded = encoded.map(Self.lowercased)
    return pattern
  }

  private static func lowercased(_ tokens: [Token]) -> [Token] {
    tokens.map { token in
      if case .byte(let byte) = token { .byte(ReferenceURL.lowercase(byte)) } else { token }
    }
  }

  func matches(_ url: ReferenceURL) -> Bool {
    let pattern = isCaseSensitive ? self : lowercased
    let text = isCaseSensitive ? url.text : url.lowercased
    if starts(in: url).contains(where: { pattern.matches(text, from: $0, token: 0) }) { return true }
    guard let encoded = pattern.encoded, start == .anywhere else { return false }
    var inPath = pattern
    inPath.tokens = encoded
    return starts(in: url).contains { inPath.matches(text, from: $0, token: 0) }
  }

  private func starts(in url: ReferenceURL) -> [Int] {
    switch start {
    case .anywhere: Array(0...url.text.count)
    case .url: [0]
    case .hostLabel:
      url.authority.filter { $0 == url.authority.lowerBound || url.text[$0 - 1] == UInt8(ascii: ".") }
    }
  }

  private func matches(_ text: [UInt8], from position: Int, token: Int) -> Bool {
    guard token < tokens.count else { return !isEndAnchored || position == text.count }
    switch tokens[token] {
    case .byte(let byte):
      return position < text.count && text[position] == byte
        && matches(text, from: position + 1, token: token + 1)
    case .separator:
      if position < text.count {
        return Self.isSeparator(text[position]) && matches(text, from: position + 1, token: token + 1)
      }
      // The end of the URL counts as a separator.
      return matches(text, from: position, token: token + 1)
    case .wildcard:
      return (position...text.count).contains { matches(text, from: $0, token: token + 1) }
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    !isAlphanumeric(byte) && !"_-.%".utf8.contains(byte)
  }
}
