#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An error that is thrown if a file cannot be read.
public struct FileProblem: Error, Hashable, Sendable {
  /// The path of the file, or the URL if it is not a file URL.
  public var file: String
  /// Why the file cannot be read.
  public var reason: Reason

  /// Creates an error for a file.
  public init(_ reason: Reason, of file: String) {
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
