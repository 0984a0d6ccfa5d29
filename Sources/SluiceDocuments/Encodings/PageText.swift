import SluiceText

/// The decoded text of a page, and how its encoding was determined.
///
/// As in browsers, the encoding comes from the first of these that exists:
///
/// 1. A byte order mark.
/// 2. The `Content-Type` of the response.
/// 3. A declaration in the page.
/// 4. The parent document.
/// 5. The default, windows-1252.
package struct PageText: Sendable {
  /// The page as it was saved or sent.
  package let original: [UInt8]
  /// The text in UTF-8.
  package let bytes: [UInt8]
  /// The encoding of ``original``.
  package let encoding: PageEncoding
  package let source: Source
  /// The number of invalid sequences. U+FFFD replaces each of them.
  package let replaced: Int
  /// Whether the text is all ASCII, which is the same in nearly all encodings.
  package let isASCII: Bool

  /// The source of an encoding.
  package enum Source: Hashable, Sendable {
    /// A byte order mark at the start.
    case mark
    /// The response of the server.
    case server
    /// A declaration in the page.
    case declaration
    /// The parent document.
    case parent
    /// No source; the default is used.
    case none
  }

  /// - Parameters:
  ///   - bytes: The page as it was saved or sent.
  ///   - contentType: The value of the `Content-Type` header, or `nil` if unknown.
  ///   - parent: The encoding of the parent document if it has the same origin.
  package init(_ bytes: [UInt8], contentType: String? = nil, parent: PageEncoding? = nil) {
    let (encoding, source, start) = Self.encoding(of: bytes, contentType) {
      EncodingDeclaration.encoding(in: bytes).map { ($0, .declaration) }
        // A parent document in UTF-16 does not determine the encoding.
        ?? parent.flatMap { $0.hasASCII ? ($0, .parent) : nil } ?? (.windows1252, .none)
    }
    self.init(bytes, from: start, in: encoding, source: source)
  }

  /// Decodes a style sheet. If neither a byte order mark nor the `Content-Type` states its encoding, the
  /// encoding comes from `@charset`, or else from the document that uses the style sheet.
  package init(styleSheet bytes: [UInt8], contentType: String?, document: PageEncoding) {
    let (encoding, source, start) = Self.encoding(of: bytes, contentType) {
      let start = Array("@charset \"".utf8)
      let label =
        bytes.starts(with: start) ? bytes.dropFirst(start.count).prefix { $0 != ASCII.quote } : []
      return PageEncoding(label: label).map { ($0.asDeclared, .declaration) } ?? (document, .parent)
    }
    self.init(bytes, from: start, in: encoding, source: source)
  }

  private init(_ bytes: [UInt8], from start: Int, in encoding: PageEncoding, source: Source) {
    (original, self.encoding, self.source) = (bytes, encoding, source)
    let body = bytes[start...]
    isASCII = body.allSatisfy { $0 < 0x80 } && encoding.hasASCII
    (self.bytes, replaced) = isASCII ? (start == 0 ? bytes : Array(body), 0) : encoding.decode(body)
  }

  private static func encoding(
    of bytes: [UInt8], _ contentType: String?, otherwise: () -> (PageEncoding, Source)
  ) -> (PageEncoding, Source, start: Int) {
    if let mark = mark(of: bytes) { return (mark.encoding, .mark, mark.length) }
    if let encoding = contentType.flatMap({ EncodingDeclaration.encoding(inContent: Array($0.utf8)) }) {
      return (encoding, .server, 0)
    }
    let (encoding, source) = otherwise()
    return (encoding, source, 0)
  }

  private static func mark(of bytes: [UInt8]) -> (encoding: PageEncoding, length: Int)? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LE, 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BE, 2) }
    return nil
  }
}

extension PageEncoding {
  /// Whether all bytes below 0x80 have their ASCII meaning.
  fileprivate var hasASCII: Bool {
    switch self {
    case .utf16LE, .utf16BE, .replacement, .iso2022JP: false
    default: true
    }
  }
}

/// Detects and decodes JSON in UTF-16, which PowerShell and some editors write.
package enum UTF16Text {
  /// Returns the text in UTF-8, or `nil` if the bytes have neither a UTF-16 byte order mark nor a UTF-16
  /// start of JSON.
  package static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    // A single byte at the end is left out.
    let units = bytes[..<(bytes.count & ~1)]
    return switch Array(bytes.prefix(2)) {
    case [0xFF, 0xFE]: PageEncoding.utf16LE.decode(units.dropFirst(2)).text
    case [0xFE, 0xFF]: PageEncoding.utf16BE.decode(units.dropFirst(2)).text
    case [ASCII.openBrace, 0], [ASCII.openBracket, 0]: PageEncoding.utf16LE.decode(units).text
    case [0, ASCII.openBrace], [0, ASCII.openBracket]: PageEncoding.utf16BE.decode(units).text
    default: nil
    }
  }
}
