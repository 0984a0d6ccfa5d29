import SluiceAnalysis
import SluiceConversion
import SluiceRules

/// An error in a text with requests, with its location.
public struct RequestFault: Error, Hashable, Sendable {
  /// The offset of the error in bytes, from the start of the text.
  public let offset: Int
  /// The location of the error: line, column, and the name of the file if known.
  public let location: TextLocation
  /// A description of the error.
  public let message: String
}

extension RequestFault: CustomStringConvertible, DescribedError {
  /// The location and the message, as in `page.har:1:17: ...`.
  public var description: String { "\(location): \(message)" }
}

/// An error whose line and column are not known yet.
struct UnplacedFault: Error {
  /// The offset of the error in bytes.
  let offset: Int
  let message: String

  init(offset: Int, message: String) { (self.offset, self.message) = (offset, message) }

  /// Returns the result of parsing a text, and adds the location to an error.
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
