extension ParsedURL {
  /// A part of a URL, which determines the bytes to percent-encode.
  enum EncodedPart {
    case user, path, opaquePath, query, fragment
    /// The query of a URL with a host.
    case webQuery

    func encodes(_ byte: UInt8) -> Bool {
      if byte < 0x20 || byte > 0x7E { return true }
      switch self {
      case .opaquePath: return false
      case .fragment: return byte.isEncodedInText || byte == ASCII.backtick
      case .query: return byte.isEncodedInText
      case .webQuery: return byte.isEncodedInText || byte == ASCII.apostrophe
      case .path: return byte.isEncodedInText || byte.isEncodedInPath
      case .user: return byte.isEncodedInText || byte.isEncodedInPath || byte.isEncodedInUser
      }
    }
  }

  /// Returns whether browsers leave this byte unencoded everywhere after the authority.
  package static func isPlain(_ byte: UInt8) -> Bool {
    !EncodedPart.path.encodes(byte) && byte != ASCII.backslash && byte != ASCII.apostrophe
  }

  mutating func append(_ byte: UInt8, in part: EncodedPart) {
    if part.encodes(byte) { bytes += byte.percentEncoded } else { bytes.append(byte) }
  }

  /// Appends the path. URLs with a host have one, unless their scheme is unknown.
  mutating func appendPath(_ text: ArraySlice<UInt8>, _ kind: Kind) {
    let start = bytes.count
    if kind != .other, text.first.map({ !$0.isSlash(in: kind) }) ?? true { bytes.append(ASCII.slash) }
    var hasDots = bytes.count > start && text.first.map { $0.mayBeDot } ?? false
    var isStart = false
    for byte in text {
      if isStart, byte.mayBeDot { hasDots = true }
      isStart = byte.isSlash(in: kind)
      if isStart { bytes.append(ASCII.slash) } else { append(byte, in: .path) }
    }
    if hasDots { removeDots(from: start) }
  }

  /// Resolves `.` and `..` in the path that starts at `start`.
  private mutating func removeDots(from start: Int) {
    let all = bytes[(start + 1)...].split(separator: ASCII.slash, omittingEmptySubsequences: false)
    var steps: [ArraySlice<UInt8>] = []
    for (index, step) in all.enumerated() {
      let dots = Self.dots(step)
      if dots == 0 { steps.append(step) }
      if dots == 2 { _ = steps.popLast() }
      // The path then still ends in a slash.
      if dots > 0, index == all.count - 1 { steps.append(step.prefix(0)) }
    }
    let path = Array(steps.joined(separator: [ASCII.slash]))
    bytes.replaceSubrange((start + 1)..., with: path)
  }

  /// Returns 1 for `.`, 2 for `..`, and 0 for anything else. The dots can be percent-encoded.
  private static func dots(_ step: ArraySlice<UInt8>) -> Int {
    var count = 0
    var rest = step
    while let first = rest.first, count < 3 {
      if first == ASCII.dot {
        rest = rest.dropFirst()
      } else if rest.count >= 3, first == ASCII.percent, rest.dropFirst().first == UInt8(ascii: "2"),
        rest.dropFirst(2).first.map({ $0 | 0x20 }) == UInt8(ascii: "e")
      {
        rest = rest.dropFirst(3)
      } else {
        return 0
      }
      count += 1
    }
    return count <= 2 ? count : 0
  }
}

extension UInt8 {
  fileprivate var mayBeDot: Bool { self == ASCII.dot || self == ASCII.percent }

  fileprivate var isEncodedInText: Bool {
    self == ASCII.space || self == ASCII.quote || self == ASCII.less || self == ASCII.greater
  }

  fileprivate var isEncodedInPath: Bool {
    self == ASCII.caret || self == ASCII.backtick || self == ASCII.openBrace || self == ASCII.closeBrace
  }

  fileprivate var isEncodedInUser: Bool {
    switch self {
    case ASCII.slash, ASCII.colon, ASCII.semicolon, ASCII.equals, ASCII.at, ASCII.openBracket,
      ASCII.backslash, ASCII.closeBracket, ASCII.pipe, ASCII.question, ASCII.hash:
      true
    default: false
    }
  }
}
