import SluiceAnalysis
import SluiceRules

/// The requests in a text: either JSON lines as for `sluice match -`, or a HAR file. The format is detected
/// from the content; `docs/diff.md` describes both.
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
    if PageArchive.isMeant(by: text) {
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
