import SluiceSystem
import SluiceText

/// The status and headers of a response.
struct Response: Sendable {
  let status: Int
  fileprivate let headers: [String: String]

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
  private(set) var response: Response?
  private var status: Int?
  private var headers: [String: String] = [:]
  private var lastName: String?
  private var line: [UInt8] = []
  private var (bytes, lines) = (0, 0)

  private static let maximumLines = 1000
  private static let maximumBytes = 256 << 10

  /// Adds headers. Returns false if they exceed the limits of their number and size.
  mutating func add(_ piece: [UInt8]) -> Bool {
    bytes += piece.count
    guard bytes <= Self.maximumBytes else { return false }
    for byte in piece {
      if byte == ASCII.lineFeed {
        lines += 1
        guard lines <= Self.maximumLines else { return false }
        if line.last == ASCII.carriageReturn { line.removeLast() }
        endLine()
        line = []
      } else {
        line.append(byte)
      }
    }
    return true
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

/// The pause that a server requests before the next attempt.
enum RetryAfter {
  /// Parses seconds, or a date in the format that HTTP requires (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func pause(_ text: String) -> Duration? {
    if let seconds = Int(text), seconds >= 0 { return .seconds(min(seconds, longest)) }
    return seconds(ofDate: text).map { .seconds(min(max(0, $0 - CurrentProcess.time), longest)) }
  }

  private static let longest = 1_000_000

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the seconds since 1970.
  private static func seconds(ofDate text: String) -> Int? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT" || parts[5] == "UTC", let day = Int(parts[1]), 1...31 ~= day,
      let month = months.firstIndex(where: { $0 == parts[2] }),
      // Any number of digits is allowed, but later years make no difference.
      let year = Int(parts[3].suffix(18)), year >= 1970, parts[3].utf8.allSatisfy({ 0x30...0x39 ~= $0 })
    else { return nil }
    let time = parts[4].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    guard time.count == 3, 0...23 ~= time[0], 0...59 ~= time[1], 0...60 ~= time[2] else { return nil }
    let last = min(year, 9999)
    return days(last, month: month + 1, day: day) * 86400 + time[0] * 3600 + time[1] * 60 + time[2]
  }

  /// Returns the days since 1970. Years begin in March here, so that the leap day is the last.
  private static func days(_ year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}
