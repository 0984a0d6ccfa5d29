import SluiceText

/// The status and headers of a response.
struct Response: Sendable {
  let status: Int
  private let headers: [String: String]

  fileprivate init(status: Int, headers: [String: String]) {
    (self.status, self.headers) = (status, headers)
  }

  /// Whether the body was compressed.
  var isCompressed: Bool { header("Content-Encoding").map { $0 != "identity" } ?? false }

  /// The size of the body as sent; nil if the response does not state it. The size of a compressed body does not
  /// determine the decompressed one.
  var bodySize: Int? { isCompressed ? nil : header("Content-Length").flatMap { Int($0) } }

  /// Whether the size of the body is larger than that of any file.
  var hasImpossibleSize: Bool {
    guard let digits = header("Content-Length")?.drop(while: { $0 == "0" }) else { return false }
    return digits.prefix { $0.isNumber }.count > 15
  }

  func header(_ name: String) -> String? { headers[name.lowercased()] }
}

/// Reads responses as curl passes them on: interim responses, the final response, and trailers.
struct ResponseReader {
  /// The final response.
  private(set) var response: Response?
  private var status: Int?
  private var headers: [String: String] = [:]
  private var lastName: String?
  private var line: [UInt8] = []
  private var (bytes, lines) = (0, 0)

  /// The headers exceed the limits of their number and size.
  struct TooLong: Error {}

  private static let maximumLines = 1000
  private static let maximumBytes = 256 << 10

  /// Adds the next bytes.
  mutating func add(_ piece: [UInt8]) throws(TooLong) {
    bytes += piece.count
    guard bytes <= Self.maximumBytes else { throw TooLong() }
    for byte in piece {
      if byte == ASCII.lineFeed {
        lines += 1
        guard lines <= Self.maximumLines else { throw TooLong() }
        if line.last == ASCII.carriageReturn { line.removeLast() }
        endLine()
        line = []
      } else {
        line.append(byte)
      }
    }
  }

  private mutating func endLine() {
    // Trailers.
    guard response == nil else { return }
    let text = String(decoding: line, as: UTF8.self)
    guard let status else {
      status =
        text.hasPrefix("HTTP/") ? text.split(separator: " ").dropFirst().first.flatMap { Int($0) } : nil
      return
    }
    guard line.isEmpty else { return add(text) }
    // 101 changes the protocol, and no other response follows.
    if !(100...199).contains(status) || status == 101 {
      response = Response(status: status, headers: headers)
    }
    (self.status, headers, lastName) = (nil, [:], nil)
  }

  /// Adds a header, or a continuation of the last one. Values of the same name are combined.
  private mutating func add(_ text: String) {
    func trimmed(_ text: Substring) -> String {
      let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
      let start = text.drop(while: isSpace)
      return String(
        start.prefix(upTo: (start.lastIndex { !isSpace($0) }).map(start.index(after:)) ?? start.startIndex))
    }
    if text.first == " " || text.first == "\t" {
      guard let name = lastName, let value = headers[name] else { return }
      headers[name] = "\(value) \(trimmed(text[...]))"
    } else if let colon = text.firstIndex(of: ":") {
      let name = trimmed(text[..<colon]).lowercased()
      let value = trimmed(text[text.index(after: colon)...])
      headers[name] = headers[name].map { "\($0), \(value)" } ?? value
      lastName = name
    }
  }
}
