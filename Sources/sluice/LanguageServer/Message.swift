import SluiceText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

enum RequestID: Codable, Hashable, Sendable {
  case number(Int)
  case text(String)

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    self =
      if let number = try? value.decode(Int.self) { .number(number) } else {
        .text(try value.decode(String.self))
      }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .number(let number): try value.encode(number)
    case .text(let text): try value.encode(text)
    }
  }
}

/// An error response, with the error code of JSON-RPC.
struct Refusal: Error, Encodable, Equatable {
  let code: Int
  let message: String

  static func parseError(_ message: String) -> Refusal { Refusal(code: -32700, message: message) }
  static func invalidRequest(_ message: String) -> Refusal { Refusal(code: -32600, message: message) }
  static let noMessage = invalidRequest("not a JSON-RPC 2.0 message")
  static let unknownMethod = Refusal(code: -32601, message: "unknown method")
  static let invalidParams = Refusal(code: -32602, message: "the parameters are not those of the method")
  static let notInitialized = Refusal(code: -32002, message: "initialize comes first")
}

/// The common members of all messages. Parameters are decoded after the method is known.
struct Message {
  private let head: Head
  private let body: Data

  private struct Head: Decodable {
    let id: RequestID?
    let method: String?
    let jsonrpc: String
  }

  /// The identifier of a request; nil for a notification.
  var id: RequestID? { head.id }
  /// The method; nil for a response, which the server never expects.
  var method: String? { head.method }

  init(_ bytes: [UInt8]) throws(Refusal) {
    body = Data(bytes)
    do {
      head = try JSONDecoder().decode(Head.self, from: body)
    } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
      throw .parseError("the message is not JSON")
    } catch {
      throw .noMessage
    }
    guard head.jsonrpc == "2.0" else { throw .noMessage }
  }

  func parameters<Parameters: Decodable>(_ type: Parameters.Type) throws(Refusal) -> Parameters {
    do {
      return try JSONDecoder().decode(Content<Parameters>.self, from: body).params
    } catch {
      throw .invalidParams
    }
  }

  private struct Content<Parameters: Decodable>: Decodable {
    let params: Parameters
  }
}

/// Messages to the editor, encoded as JSON.
enum Reply {
  static func result(_ result: some Encodable, of id: RequestID) -> [UInt8] {
    encode(Answer(id: id, result: result))
  }

  /// Returns an error response to a request or an invalid message.
  static func refusal(of id: RequestID?, _ refusal: Refusal) -> [UInt8] {
    encode(Failure(id: id, error: refusal))
  }

  static func notification(_ method: String, params: some Encodable) -> [UInt8] {
    encode(Notification(method: method, params: params))
  }

  private static func encode(_ message: some Encodable) -> [UInt8] {
    // Encoding fails only for infinite numbers, which do not occur.
    (try? JSONEncoder().encode(message)).map(Array.init) ?? []
  }

  private struct Answer<Result: Encodable>: Encodable {
    var jsonrpc = "2.0"
    let id: RequestID
    let result: Result
  }

  private struct Failure: Encodable {
    let id: RequestID?
    let error: Refusal

    private enum Key: CodingKey { case jsonrpc, id, error }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Key.self)
      try values.encode("2.0", forKey: .jsonrpc)
      // JSON-RPC requires a null for an unknown identifier.
      try values.encode(id, forKey: .id)
      try values.encode(error, forKey: .error)
    }
  }

  private struct Notification<Params: Encodable>: Encodable {
    var jsonrpc = "2.0"
    let method: String
    let params: Params
  }
}

/// A reader that splits incoming bytes into messages: `Content-Length: N`, other headers, an empty line, and
/// N bytes.
struct MessageReader {
  enum Body: Equatable {
    case message([UInt8])
    /// The message was too long and was skipped.
    case tooLong(Int)
    case noLength
  }

  /// The maximum length of a message. Editors do not send larger files.
  static let maximumLength = 1 << 28
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

  static func frame(_ body: [UInt8]) -> [UInt8] { Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body }
}
