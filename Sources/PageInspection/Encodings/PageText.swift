/// The text of a page, and how its bytes were read, as browsers decide it: a mark of the order of bytes, what the server said, what
/// the page declares, and else the encoding of the document around it, or windows-1252.
public struct PageText: Sendable {
  /// The page as it was saved or sent.
  public let original: [UInt8]
  /// The text in UTF-8.
  public let bytes: [UInt8]
  /// The encoding that it was read in.
  public let encoding: PageEncoding
  /// What says that it is in this encoding.
  public let source: Source
  /// In how many places it is none in this encoding: U+FFFD stands there.
  public let replaced: Int
  /// Whether all of it is ASCII, which nearly all encodings have alike.
  public let isASCII: Bool

  /// What says which encoding a page is in.
  public enum Source: Hashable, Sendable {
    /// A mark of the order of bytes, with which it begins.
    case mark
    /// The server.
    case server
    /// The page.
    case declaration
    /// The document around it.
    case parent
    /// Nothing.
    case none
  }

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - bytes: the page as it was saved or sent.
  ///   - contentType: what the server said of it, the value of `Content-Type`; nil where that is not known.
  ///   - parent: the encoding of the document around it, if that is of the same origin.
  public init(_ bytes: [UInt8], contentType: String? = nil, parent: PageEncoding? = nil) {
    let (encoding, source, start) = Self.encoding(of: bytes, contentType) {
      EncodingDeclaration.encoding(in: bytes).map { ($0, .declaration) }
        // What a document around it is in says nothing of the order of bytes.
        ?? parent.flatMap { $0.hasASCII ? ($0, .parent) : nil } ?? (.windows1252, .none)
    }
    self.init(bytes, from: start, in: encoding, source)
  }

  /// Reads a style sheet, which declares its encoding by `@charset`; else it is in that of the document which uses it.
  init(styleSheet bytes: [UInt8], contentType: String?, document: PageEncoding) {
    let (encoding, source, start) = Self.encoding(of: bytes, contentType) {
      let start = Array("@charset \"".utf8)
      let label =
        bytes.starts(with: start) ? bytes.dropFirst(start.count).prefix { $0 != UInt8(ascii: "\"") } : []
      return PageEncoding(label: label).map { ($0.asDeclared, .declaration) } ?? (document, .parent)
    }
    self.init(bytes, from: start, in: encoding, source)
  }

  private init(_ bytes: [UInt8], from start: Int, in encoding: PageEncoding, _ source: Source) {
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

  /// The encoding that the first bytes say, and how many these are.
  private static func mark(of bytes: [UInt8]) -> (encoding: PageEncoding, length: Int)? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LE, 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BE, 2) }
    return nil
  }
}

extension PageEncoding {
  /// Whether a byte below 0x80 means what it means in ASCII, wherever it stands.
  fileprivate var hasASCII: Bool {
    switch self {
    case .utf16LE, .utf16BE, .replacement, .iso2022JP: false
    default: true
    }
  }
}
