#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
