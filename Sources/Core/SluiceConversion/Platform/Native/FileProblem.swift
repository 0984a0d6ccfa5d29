import Foundation

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
    var isFolder = ObjCBool(false)
    let exists = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
    switch (error as? CocoaError)?.code {
    case _ where exists && isFolder.boolValue: self = .folder
    case .fileNoSuchFile?, .fileReadNoSuchFile?: self = .missing
    case .fileReadNoPermission?: self = .noPermission
    case _: self = .other(error.localizedDescription)
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
