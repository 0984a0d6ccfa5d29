import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceText

/// The requests of pages that a browser recorded in a HAR file, in order. Each step of a redirect is a
/// request.
///
/// Only the members that define the requests must conform to the format. Browsers differ in all others, so
/// invalid values there count as missing.
package struct PageArchive: Sendable {
  /// The requests, in the order of the file.
  package let loads: [RecordedLoad]
  /// The URLs of the pages that sent the requests, in the order of their first requests.
  package let pages: [[UInt8]]
  /// The number of omitted requests that are neither HTTP nor WebSocket: `data:`, `blob:` and extensions.
  package let left: Int
  /// The number of omitted requests with an invalid URL: empty, without a scheme or without a host.
  package let invalid: Int
  /// The URL of the first page whose document is recorded; empty if there is no page. It has the form that
  /// browsers use, without a fragment.
  package let address: [UInt8]

  private let answers: ArchiveAnswers

  /// Returns whether a text looks like HAR: an object whose first key is `log`, or a key of the `log` object.
  package static func matches(_ text: some InputBytes & ~Escapable) -> Bool {
    text.withInputBytes { matches(span: $0) }
  }

  private static func matches(span text: Span<UInt8>) -> Bool {
    var index = 0
    func skipSpace() { while text.byte(index).isJSONSpace { index += 1 } }
    skipSpace()
    guard text.byte(index) == ASCII.openBrace else { return false }
    index += 1
    skipSpace()
    return keys.contains { text.equals(index..<index + $0.utf8CodeUnitCount, text: $0) }
  }

  private static let keys: [StaticString] = [
    "\"log\"", "\"entries\"", "\"version\"", "\"creator\"", "\"browser\"", "\"pages\"", "\"comment\"",
  ]

  /// Reads a HAR file in UTF-8.
  ///
  /// - Parameters:
  ///   - har: The content of the file.
  ///   - start: The offset at which the JSON begins, for example after a byte order mark. Locations of errors
  ///     are relative to it. An offset beyond the end is an error.
  /// - Throws: A ``RequestFault`` with the location of the first error.
  package init(decodingJSON har: some InputBytes & ~Escapable, from start: Int = 0) throws(RequestFault) {
    let name = har.inputName
    let har = har.inputArray()
    let start = min(max(start, 0), har.count)
    let read = try UnplacedFault.placed(in: har.span.extracting(start...), called: name) {
      (json) throws(UnplacedFault) in try RecordedLoads(json)
    }
    (loads, left, invalid) = (read.loads, read.left, read.invalid)
    pages = read.pages.map(\.url)
    let first = read.pages.first { $0.document != nil } ?? read.pages.first
    address = first.flatMap { page in page.document.map { read.keys[$0] } ?? ArchiveURL.key(page.url) } ?? []
    answers = ArchiveAnswers(har, from: start, keys: read.keys, offsets: read.offsets)
  }
}

extension PageArchive: SavedPage {
  /// Returns the recorded response for a URL. If there are several, this is the first one with a body, or
  /// else the first one of a request that succeeded.
  ///
  /// Bodies are decoded on demand.
  package func answer(to url: [UInt8]) -> SavedAnswer? { answers.answer(to: url) }
}

/// An error in a text with requests, with its location.
package struct RequestFault: Error, Hashable, Sendable {
  /// The offset of the error in bytes, from the start of the text.
  package let offset: Int
  /// The location of the error: line, column, and the name of the file if known.
  package let location: TextLocation
  /// A description of the error.
  package let message: String
}

extension RequestFault: CustomStringConvertible, DescribedError {
  /// The location and the message, as in `page.har:1:17: ...`.
  package var description: String { "\(location): \(message)" }
}

/// An error whose line and column are not known yet.
struct UnplacedFault: Error {
  /// The offset of the error in bytes.
  let offset: Int
  let message: String

  static func placed<Result>(
    in text: some InputBytes & ~Escapable, called name: String? = nil,
    _ read: (Span<UInt8>) throws(UnplacedFault) -> Result
  ) throws(RequestFault) -> Result {
    let file = name ?? text.inputName
    return try text.withInputBytes { (bytes) throws(RequestFault) in
      do throws(UnplacedFault) {
        return try read(bytes)
      } catch {
        var counter = PositionCounter()
        let location = counter.location(of: error.offset..<error.offset, in: bytes, file: file)
        throw RequestFault(offset: error.offset, location: location, message: error.message)
      }
    }
  }
}

/// The requests in a text: either JSON lines as for `sluice match -`, or a HAR file. The format is detected
/// from the content; `docs/guide/diff.md` describes both.
package struct RecordedRequests: Sendable {
  /// The requests, in the order of the text.
  package let requests: [RequestDescription]
  /// The number of omitted requests: those that are neither HTTP nor WebSocket, such as `data:`, and those
  /// with an invalid URL.
  package let left: Int

  /// Parses requests.
  ///
  /// - Throws: A ``RequestFault`` with the location of the first error.
  package init(parsing text: some InputBytes & ~Escapable) throws(RequestFault) {
    self = try UnplacedFault.placed(in: text) { (text) throws(UnplacedFault) in try Self(text) }
  }

  private init(_ text: Span<UInt8>) throws(UnplacedFault) {
    if PageArchive.matches(text) {
      let loads = try RecordedLoads(text)
      (requests, left) = (loads.loads.map(\.description), loads.left + loads.invalid)
    } else {
      (requests, left) = (try Self.lines(text), 0)
    }
  }

  /// Parses JSON lines. Blank lines are ignored.
  private static func lines(_ text: Span<UInt8>) throws(UnplacedFault) -> [RequestDescription] {
    var requests: [RequestDescription] = []
    var start = 0
    while start < text.count {
      let end = text.firstIndex(of: 0x0A, in: ByteRange(start, text.count)) ?? text.count
      if !(start..<end).allSatisfy({ text[$0].isJSONSpace }) {
        do throws(RequestProblem) {
          requests.append(try RequestDescription(decodingJSON: text.extracting(start..<end)))
        } catch {
          throw UnplacedFault(offset: start + min(error.offset, end - start), message: error.message)
        }
      }
      start = end + 1
    }
    return requests
  }
}
