import Foundation

/// Takes messages out of bytes as they come: `Content-Length: N`, other headers, an empty line, and N bytes.
struct MessageReader {
  /// What one message is.
  enum Body: Equatable {
    case message([UInt8])
    /// It was too long, and is left out.
    case tooLong(Int)
    /// Its headers do not say how long it is.
    case noLength
  }

  /// The longest message. Editors do not send larger files either.
  static let maximumLength = 1 << 28
  /// The longest headers of a message.
  static let maximumHeader = 1 << 13

  private let limit: Int

  init(limit: Int = maximumLength) { self.limit = limit }

  /// What was not taken yet begins at `start`.
  private var buffer: [UInt8] = []
  private var start = 0
  /// The length of the message whose headers were read.
  private var expected: Int?
  /// How much of a message that is too long is still to come.
  private var skipped = 0
  /// Whether there is no telling where the next message begins.
  private(set) var isBroken = false

  /// Takes bytes that have come.
  mutating func add(_ bytes: [UInt8]) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    let left = bytes.dropFirst(skipped)
    skipped -= bytes.count - left.count
    buffer += left
  }

  /// The next message, as far as all of it is there.
  mutating func next() -> Body? {
    if expected == nil, let refused = readHeader() { return refused }
    guard let length = expected, buffer.count - start >= length else { return nil }
    expected = nil
    start += length
    return .message(Array(buffer[start - length..<start]))
  }

  /// Reads the headers, as far as all of them are there. What is returned takes the place of a message.
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
    var index = start + 3
    while index < limit {
      if buffer[index] == 0x0A, buffer[index - 1] == 0x0D, buffer[index - 2] == 0x0A,
        buffer[index - 3] == 0x0D
      {
        return index + 1
      }
      index += 1
    }
    if limit < buffer.count || limit - start == Self.maximumHeader { isBroken = true }
    return nil
  }

  private static func length(_ line: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: line, as: UTF8.self)
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "content-length" else { return nil }
    let digits = parts[1].trimmingCharacters(in: .whitespacesAndNewlines)
    // With a sign it is no length.
    guard digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return Int(digits)
  }

  /// A message with its headers.
  static func frame(_ body: [UInt8]) -> [UInt8] { Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body }
}
