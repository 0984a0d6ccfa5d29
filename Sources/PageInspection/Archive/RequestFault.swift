import ContentBlocker

/// What is wrong with requests, and where.
public struct RequestFault: Error, Hashable, Sendable {
  /// In bytes, from the start of the text.
  public let offset: Int
  /// Where that is: the file, if it has a name, line and column.
  public let location: TextLocation
  /// In plain words.
  public let message: String
}

extension RequestFault: CustomStringConvertible {
  /// `page.har:1:17: ...`
  public var description: String { "\(location): \(message)" }
}

/// What is wrong, before its line and column are known.
struct UnplacedFault: Error {
  /// In bytes.
  let offset: Int
  let message: String

  init(offset: Int, message: String) { (self.offset, self.message) = (offset, message) }

  /// The result of reading a text, with what is wrong in its place.
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
