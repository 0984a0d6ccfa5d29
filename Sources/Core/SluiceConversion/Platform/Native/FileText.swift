#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceRules

/// The content of a file, named by its path, for APIs that take `InputBytes`.
///
/// ```swift
/// let rules = try RuleList(decodingJSON: .contents(of: url))
/// ```
public struct FileText: InputBytes {
  /// The path, as given.
  public let path: String
  private let data: Data

  /// Reads a file.
  public init(contentsOf file: URL) throws(FileProblem) {
    guard file.isFileURL else { throw FileProblem(.notAFile, of: file.absoluteString) }
    path = file.relativePath
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw FileProblem(FileProblem.Reason(error, reading: file), of: file.relativePath)
    }
  }

  /// The path of the file.
  public var inputName: String? { path }

  /// Calls a closure with the content of the file.
  public func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try data.withInputBytes(body) }

  /// Returns a copy of the content.
  public func inputArray() -> [UInt8] { [UInt8](data) }
}

extension InputBytes where Self == FileText {
  /// Reads a file.
  public static func contents(of file: URL) throws(FileProblem) -> FileText {
    try FileText(contentsOf: file)
  }
}

extension Data: InputBytes {
  /// Calls a closure with the bytes, without copying them.
  public func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let read = withUnsafeBytes { buffer in
      let bytes = Span<UInt8>(_unsafeElements: buffer.bindMemory(to: UInt8.self))
      do throws(Failure) {
        return Swift.Result<Result, Failure>.success(try body(bytes))
      } catch {
        return .failure(error)
      }
    }
    return try read.get()
  }

  /// Returns a copy of the bytes.
  public func inputArray() -> [UInt8] { [UInt8](self) }
}
