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

extension RequestFault: CustomStringConvertible {
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
