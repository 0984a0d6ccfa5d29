import ContentBlocker

/// The requests of a text: JSON lines as `sluice match -` reads them, or what a browser recorded as HAR, which is told by
/// content. `docs/diff.md` describes both.
public struct RecordedRequests: Sendable {
  /// In the order of the text.
  public let requests: [RequestDescription]
  /// How many recorded loads are left out, because they are not of the web, `data:`, extensions, or have no valid URL.
  public let left: Int

  /// Reads requests; the first thing that is wrong with one is thrown with its place.
  public init(parsing text: some InputBytes & ~Escapable) throws(RequestFault) {
    self = try UnplacedFault.placed(in: text) { (text) throws(UnplacedFault) in try Self(text) }
  }

  private init(_ text: Span<UInt8>) throws(UnplacedFault) {
    if PageArchive.isMeant(by: text) {
      let loads = try RecordedLoads(text)
      (requests, left) = (loads.loads.map(\.description), loads.left + loads.invalid)
    } else {
      (requests, left) = (try Self.lines(text), 0)
    }
  }

  /// The requests of JSON lines; blank ones are none.
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
