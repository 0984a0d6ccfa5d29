import ContentBlocker
import JSON

/// What a browser recorded of pages as HAR: their loads in order, each hop of a redirect as one.
///
/// Only what says which loads there were must be as the format has it; of the rest, which browsers fill
/// differently, what is not as it should be says nothing.
public struct PageArchive: Sendable {
  /// In the order of the archive.
  public let loads: [RecordedLoad]
  /// The URLs of the pages that the loads are of, in the order of their first loads.
  public let pages: [[UInt8]]
  /// How many loads are left out, because they are not of the web: `data:`, `blob:`, extensions.
  public let left: Int
  /// How many are left out because their URL is none: empty, without a scheme, or without a host.
  public let invalid: Int
  /// The URL of the first page whose document is there, in the browser's form and without a fragment; empty where there is
  /// none.
  public let address: [UInt8]

  private let answers: ArchiveAnswers

  /// Whether a text is meant as HAR: an object whose first key is `log`, or one that a `log` has.
  public static func isMeant(by text: some InputBytes & ~Escapable) -> Bool {
    text.withInputBytes { isMeant($0) }
  }

  private static func isMeant(_ text: Span<UInt8>) -> Bool {
    var index = 0
    func skipSpace() { while text.byte(index).isJSONSpace { index += 1 } }
    skipSpace()
    guard text.byte(index) == UInt8(ascii: "{") else { return false }
    index += 1
    skipSpace()
    return keys.contains { text.equals(index..<index + $0.utf8CodeUnitCount, $0) }
  }

  private static let keys: [StaticString] = [
    "\"log\"", "\"entries\"", "\"version\"", "\"creator\"", "\"browser\"", "\"pages\"", "\"comment\"",
  ]

  /// Reads a HAR in UTF-8; the first thing that is not as it must be is thrown with its place.
  ///
  /// - Parameters:
  ///   - har: The text.
  ///   - start: Where in the bytes it begins, such as behind a byte order mark; places count from there. What is beyond
  ///     the end is no HAR.
  public init(decodingJSON har: some InputBytes & ~Escapable, from start: Int = 0) throws(RequestFault) {
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
  /// What was recorded for an address. Of several answers it is the first that has a body, else the first that is none of a
  /// load that failed. Bodies are read when they are asked for.
  public func answer(to url: [UInt8]) -> SavedAnswer? { answers.answer(to: url) }
}
