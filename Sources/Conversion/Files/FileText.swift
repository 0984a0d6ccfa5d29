import ContentBlocker
import Foundation

/// The text of a file, with its path as the name: a way into whatever takes `InputBytes`.
///
/// ```swift
/// let rules = try RuleList(decodingJSON: .contents(of: url))
/// ```
public struct FileText: InputBytes {
  /// The path as it was given.
  public let path: String
  private let data: Data

  /// Reads a file of this machine.
  public init(contentsOf file: URL) throws(FileProblem) {
    guard file.isFileURL else { throw FileProblem(.notAFile, of: file.absoluteString) }
    path = file.relativePath
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw FileProblem(FileProblem.Reason(error, reading: file), of: file.relativePath)
    }
  }

  /// ``path``
  public var inputName: String? { path }

  /// Hands the bytes of the file over.
  public func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try data.withInputBytes(body) }

  /// A copy.
  public func inputArray() -> [UInt8] { [UInt8](data) }
}

extension InputBytes where Self == FileText {
  /// Reads a file of this machine.
  public static func contents(of file: URL) throws(FileProblem) -> FileText {
    try FileText(contentsOf: file)
  }
}

extension Data: InputBytes {
  /// Hands the bytes over where they are.
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

  /// A copy.
  public func inputArray() -> [UInt8] { [UInt8](self) }
}
