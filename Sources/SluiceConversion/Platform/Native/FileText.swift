import SluiceRules
import SluiceSyntax
import SluiceText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

/// An error that is thrown if a file cannot be read.
public struct FileProblem: Error, Hashable, Sendable {
  /// The path of the file, or the URL if it is not a file URL.
  public var file: String
  /// Why the file cannot be read.
  public var reason: Reason

  /// Creates an error for a file.
  package init(_ reason: Reason, of file: String) {
    self.file = file
    self.reason = reason
  }

  /// The reason why a file cannot be read.
  @nonexhaustive public enum Reason: Hashable, Sendable {
    /// The URL is not a file URL. This API does not fetch URLs.
    case notAFile
    /// The file does not exist.
    case missing
    /// The permissions do not allow reading the file.
    case noPermission
    /// The path is a folder.
    case folder
    /// Another reason, as reported by the system.
    case other(String)
  }
}

extension FileProblem: CustomStringConvertible {
  /// A description of the error and its remedy.
  public var description: String { "cannot read '\(file)': \(reason.message)" }
}

extension FileProblem.Reason {
  init(_ error: any Error, reading file: URL) {
    let path = file.resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let problem = error as? CocoaError
    switch problem?.code {
    case _ where attributes?[.type] as? FileAttributeType == .typeDirectory: self = .folder
    case .fileNoSuchFile?, .fileReadNoSuchFile?: self = .missing
    case .fileReadNoPermission?: self = .noPermission
    case _:
      let code = (problem?.underlying as? POSIXError)?.code.rawValue
      self = .other(code.map { "the system reports error \($0)" } ?? "the system cannot read it")
    }
  }

  fileprivate var message: String {
    switch self {
    case .notAFile: "it is not a local file; fetch it first"
    case .missing: "there is no such file"
    case .noPermission: "permission denied"
    case .folder: "it is a folder; name a file in it"
    case .other(let words): words
    }
  }
}

extension Source {
  /// Reads a list from a file. The name of the list is the path.
  public init(
    contentsOf file: URL, dialect: Dialect? = nil, accepts: AcceptedText = .lists
  ) throws(FileProblem) {
    let text = try FileText(contentsOf: file)
    self.init(name: text.path, bytes: text, dialect: dialect, accepts: accepts)
  }
}
