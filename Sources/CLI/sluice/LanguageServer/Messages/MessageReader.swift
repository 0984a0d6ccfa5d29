import SluiceText

/// A reader that splits incoming bytes into messages: `Content-Length: N`, other headers, an empty line, and
/// N bytes.
struct MessageReader {
  /// The result of reading a message.
  enum Body: Equatable {
    case message([UInt8])
    /// The message was too long and was skipped.
    case tooLong(Int)
    /// The headers do not contain the length.
    case noLength
  }

  /// The maximum length of a message. Editors do not send larger files.
  static let maximumLength = 1 << 28
  /// The maximum length of the headers.
  static let maximumHeader = 1 << 13

  private let limit: Int

  init(limit: Int = maximumLength) { self.limit = limit }

  /// The received bytes. Unread bytes begin at `start`.
  private var buffer: [UInt8] = []
  private var start = 0
  /// The length of the message whose headers were read.
  private var expected: Int?
  /// The number of remaining bytes of a message that is too long.
  private var skipped = 0
  /// Whether the start of the next message cannot be determined.
  private(set) var isBroken = false

  /// Adds received bytes.
  mutating func add(_ bytes: [UInt8]) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    let left = bytes.dropFirst(skipped)
    skipped -= bytes.count - left.count
    buffer += left
  }

  /// Returns the next message if it is complete.
  mutating func next() -> Body? {
    if expected == nil, let refused = readHeader() { return refused }
    guard let length = expected, buffer.count - start >= length else { return nil }
    expected = nil
    start += length
    return .message(Array(buffer[start - length..<start]))
  }

  /// Reads the headers if they are complete. Returns a non-nil result if the message cannot be read.
  private mutating func readHeader() -> Body? {
    guard !isBroken, let end = headerEnd() else { return nil }
    let lines = buffer[start..<end - 4].split(separator: 0x0A)
    start = end
    guard let length = lines.compactMap(Self.length).last else { return .noLength }
    guard length <= limit else {
      let there = min(length, buffer.count - start)
      start += there
      skipped = length - there
      return .tooLong(length)
    }
    expected = length
    return nil
  }

  private mutating func headerEnd() -> Int? {
    let limit = min(buffer.count, start + Self.maximumHeader)
    if let end = buffer[start..<limit].firstRange(of: Array("\r\n\r\n".utf8)) { return end.upperBound }
    if limit < buffer.count || limit - start == Self.maximumHeader { isBroken = true }
    return nil
  }

  private static func length(_ line: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: line, as: UTF8.self)
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "content-length" else { return nil }
    let digits = parts[1].trimmed
    // A number with a sign is not a valid length.
    guard digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return Int(digits)
  }

  /// Returns a message with its headers.
  static func frame(_ body: [UInt8]) -> [UInt8] { Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body }
}
