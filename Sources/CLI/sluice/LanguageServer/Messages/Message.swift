import Foundation

/// The identifier that connects a request and its response.
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
  static let unknownMethod = Refusal(code: -32601, message: "unknown method")
  static let invalidParams = Refusal(code: -32602, message: "the parameters are not those of the method")
  static let notInitialized = Refusal(code: -32002, message: "initialize comes first")
}

/// The common members of all messages. Parameters are decoded after the method is known.
struct Message: Decodable {
  /// The identifier of a request; nil for a notification.
  let id: RequestID?
  /// The method; nil for a response, which the server never expects.
  let method: String?
  private let body: Data

  private enum Key: CodingKey { case id, method, jsonrpc }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    id = try values.decodeIfPresent(RequestID.self, forKey: .id)
    method = try values.decodeIfPresent(String.self, forKey: .method)
    guard try values.decode(String.self, forKey: .jsonrpc) == "2.0" else {
      throw DecodingError.dataCorruptedError(forKey: .jsonrpc, in: values, debugDescription: "not 2.0")
    }
    body = Data()
  }

  private init(id: RequestID?, method: String?, body: Data) {
    (self.id, self.method, self.body) = (id, method, body)
  }

  static func read(_ bytes: [UInt8]) throws(Refusal) -> Message {
    let body = Data(bytes)
    do {
      let message = try JSONDecoder().decode(Message.self, from: body)
      return Message(id: message.id, method: message.method, body: body)
    } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
      throw .parseError("that is no JSON")
    } catch {
      throw .invalidRequest("not a JSON-RPC 2.0 message")
    }
  }

  /// Decodes the parameters of the message.
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
  /// Returns the response to a request.
  static func result(_ result: some Encodable, of id: RequestID) -> [UInt8] {
    encode(Answer(id: id, result: result))
  }

  /// Returns an error response to a request or an invalid message.
  static func refusal(of id: RequestID?, _ refusal: Refusal) -> [UInt8] {
    encode(Failure(id: id, error: refusal))
  }

  /// Returns a notification.
  static func notification(_ method: String, _ params: some Encodable) -> [UInt8] {
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
