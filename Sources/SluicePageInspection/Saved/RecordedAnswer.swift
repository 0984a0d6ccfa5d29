import SluiceAnalysis
import SluiceRules
import SluiceText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The response in an entry of a HAR file, in a form that can be replayed.
struct RecordedAnswer {
  private let status: Int?
  private let headers: JSONValue?
  private let redirect: [UInt8]?
  private let type: [UInt8]?
  private let body: [UInt8]
  private let isText: Bool

  /// Reads the response of the entry at an offset. Returns `nil` if there is no response, or if the request
  /// did not ask for content.
  init?(at offset: Int, _ json: Span<UInt8>) {
    var cursor = JSONCursor(at: offset)
    guard let value = cursor.nextValue(json), value.kind == .object else { return nil }
    let entry = JSONMembers(of: value, ["request", "response"], in: json)
    let method = entry.members(0, names: ["method"], in: json)?.text(0, in: json) ?? []
    guard !["OPTIONS", "HEAD"].contains(String(decoding: method, as: UTF8.self).uppercased()) else {
      return nil
    }
    let names: [StaticString] = ["status", "headers", "redirectURL", "content", "_error"]
    guard let response = entry.members(1, names: names, in: json), response.text(4, in: json) ?? [] == []
    else { return nil }
    let content = response.members(3, names: ["mimeType", "text", "encoding"], in: json)
    let text = content?.text(1, in: json) ?? []
    let encoding = content?.text(2, in: json) ?? []
    isText = encoding.map(\.asciiLowercased) != Array("base64".utf8)
    // Invalid base64 counts as an empty body.
    body = isText ? text : Data(base64Encoded: Data(text.filter { !$0.isJSONSpace })).map { Array($0) } ?? []
    type = content?.text(0, in: json)
    headers = response[1]
    redirect = response.text(2, in: json).flatMap { $0.isEmpty ? nil : $0 }
    status = response[0]?.integer(json)
  }

  /// Returns the response, or `nil` if the request failed.
  func answer(_ json: Span<UInt8>) -> SavedAnswer? {
    var status = self.status ?? 0
    // "Not modified" is not a valid response for a client without a cached copy.
    if !(200..<600).contains(status) || status == 304 {
      guard !body.isEmpty else { return nil }
      status = 200
    }
    var headers = savedHeaders(json)
    if (300..<400).contains(status), let redirect { Self.add("Location", value: redirect, to: &headers) }
    if let type { Self.add("Content-Type", value: type, to: &headers) }
    // HAR files contain texts in UTF-8, regardless of their original encoding.
    if isText, body.contains(where: { $0 >= 0x80 }) {
      for index in headers.indices where headers[index].name.lowercased() == "content-type" {
        headers[index].value = Self.inUTF8(headers[index].value)
      }
    }
    return SavedAnswer(status: status, headers: headers, body: body)
  }

  // MARK: Headers

  /// The headers that only describe the connection or the encoding of the body.
  private static let namesOfConnection: Set<String> = [
    "connection", "content-encoding", "content-length", "keep-alive", "proxy-authenticate",
    "proxy-connection",
    "te", "trailer", "transfer-encoding", "upgrade",
  ]

  private func savedHeaders(_ json: Span<UInt8>) -> [SavedAnswer.Header] {
    guard let headers, headers.kind == .array else { return [] }
    var saved: [SavedAnswer.Header] = []
    var cursor = JSONCursor(in: headers)
    while let header = cursor.nextValue(json) {
      guard header.kind == .object else { continue }
      let members = JSONMembers(of: header, ["name", "value"], in: json)
      guard let name = members.text(0, in: json), let value = members.text(1, in: json), Self.isName(name)
      else {
        continue
      }
      let text = String(decoding: name, as: UTF8.self)
      guard !Self.namesOfConnection.contains(text.lowercased()) else { continue }
      // Some recorders join the values of several headers with line endings.
      for line in value.split(separator: 0x0A, omittingEmptySubsequences: false) {
        guard let value = Self.value(line) else { continue }
        saved.append(SavedAnswer.Header(name: text, value: value))
      }
    }
    return saved
  }

  /// Adds a header unless it exists.
  private static func add(_ name: String, value: [UInt8], to headers: inout [SavedAnswer.Header]) {
    guard !headers.contains(where: { $0.name.lowercased() == name.lowercased() }), !value.isEmpty,
      let value = Self.value(value[...])
    else { return }
    headers.append(SavedAnswer.Header(name: name, value: value))
  }

  /// Returns whether a name is valid in HTTP. Pseudo-headers such as `:status` are not headers.
  private static func isName(_ name: [UInt8]) -> Bool {
    !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  /// Returns a header value in one line, or `nil` if it has characters that are invalid in headers.
  private static func value(_ bytes: ArraySlice<UInt8>) -> String? {
    let line = bytes.last == 0x0D ? bytes.dropLast() : bytes
    guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
    return String(decoding: line, as: UTF8.self)
  }

  /// Returns a content type whose charset is UTF-8, the encoding of the recorded text.
  private static func inUTF8(_ type: String) -> String {
    let parts = type.split(separator: ";").map { $0.trimmed }
    let kept = parts.filter { !$0.lowercased().hasPrefix("charset") }
    return (kept + ["charset=utf-8"]).joined(separator: "; ")
  }
}

/// The responses in a HAR file, decoded on demand.
struct ArchiveAnswers: Sendable {
  private let har: [UInt8]
  private let start: Int
  private let offsets: [Int]
  /// The first entry for each URL, and for each entry the next one with the same URL.
  private var first: [[UInt8]: Int] = [:]
  private var next: [Int?]

  /// The maximum number of responses to check per URL.
  private static let maximumTries = 100

  /// - Parameters:
  ///   - start: The offset at which the text begins.
  ///   - keys: The keys of the entries' URLs for comparison; empty for URLs outside the web.
  ///   - offsets: The offsets of the entries in the text.
  init(_ har: [UInt8], from start: Int, keys: [[UInt8]], offsets: [Int]) {
    (self.har, self.start, self.offsets) = (har, start, offsets)
    next = Array(repeating: nil, count: keys.count)
    first.reserveCapacity(keys.count)
    for (index, key) in keys.enumerated().reversed() where !key.isEmpty {
      next[index] = first.updateValue(index, forKey: key)
    }
  }

  func answer(to url: [UInt8]) -> SavedAnswer? {
    guard let key = ArchiveURL.key(url) else { return nil }
    var fallback: SavedAnswer?
    var index = first[key]
    for _ in 0..<Self.maximumTries {
      guard let entry = index else { break }
      let json = har.span.extracting(start...)
      if let answer = RecordedAnswer(at: offsets[entry], json)?.answer(json) {
        if !answer.body.isEmpty { return answer }
        fallback = fallback ?? answer
      }
      index = next[entry]
    }
    return fallback
  }
}

/// A request that a browser recorded.
package struct RecordedLoad: Hashable, Sendable {
  /// The URL, page and kind of the request.
  package var description: RequestDescription
  /// The index of the request's page in ``PageInspection/pages``.
  package var page: Int
  /// How the document that sent the request was determined.
  package var frameSource: FrameSource
  /// The index of the request among the entries of the HAR file.
  package var entry: Int
  /// The recorded data about the response and the cookies.
  package var recording = Recording()
  /// The target of a redirect as recorded, or `nil` if there was no redirect or its target is not recorded.
  package var redirect: [UInt8]?
  /// Whether the request is a CORS preflight. The decision about it determines whether the actual request is
  /// sent.
  package var isPreflight = false
  /// For a saved page, whether the page requests the URL only if it uses the style rule that refers to the
  /// URL.
  package var isConditional = false
  /// For a saved page, whether the URL is that of a file next to the page, which replaced the original URL.
  package var hasLostAddress = false

  /// Creates a request for which only the description is known.
  package init(entry: Int, page: Int = 0, _ description: RequestDescription, frameSource: FrameSource) {
    (self.entry, self.page, self.description, self.frameSource) = (entry, page, description, frameSource)
  }

  /// The data about a request that have no effect on verdicts.
  package struct Recording: Hashable, Sendable {
    /// The start time in microseconds after the first web request with a known time, or `nil` if unknown.
    package var start: Int?
    /// The duration in microseconds.
    package var duration: Int?
    /// The size of the response in bytes; the transfer size if it is recorded.
    package var size: Int?
    /// The HTTP status: 0 if there was no response, `nil` if no valid status is recorded.
    package var status: Int?
    /// The reason why there was no response, in the browser's words.
    package var failure: String?
    /// The number of cookies sent.
    package var cookiesSent = 0
    /// The number of cookies set.
    package var cookiesSet = 0
  }

  /// How the document that sent a request was determined.
  package enum FrameSource: String, Hashable, Sendable, CaseIterable {
    /// Nothing indicates a document other than the page's, so it is assumed.
    case assumed
    /// The recorder states the document.
    case recorded
    /// The headers of the request, mainly the referrer, indicate the document. Frames with the same URL or
    /// origin cannot be distinguished.
    case guessed
  }
}
