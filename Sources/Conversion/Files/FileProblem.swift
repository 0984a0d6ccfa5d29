import Foundation

/// Why a file was not read.
public struct FileProblem: Error, Hashable, Sendable {
  /// Its path, or the URL if that is none of a file.
  public var file: String
  /// Why.
  public var reason: Reason

  /// A problem with a file.
  public init(_ reason: Reason, of file: String) {
    self.file = file
    self.reason = reason
  }

  /// What can be wrong with a file.
  public enum Reason: Hashable, Sendable {
    /// The URL is not that of a file: nothing is fetched here.
    case notAFile
    /// There is no such file.
    case missing
    /// It may not be read.
    case noPermission
    /// It is a folder.
    case folder
    /// Something else, in the system's words.
    case other(String)
  }
}

extension FileProblem: CustomStringConvertible {
  /// What is wrong with which file, and what to do.
  public var description: String { "'\(file)' cannot be read: \(reason.message)" }
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
    case .notAFile: "it is no file of this machine; fetch it first"
    case .missing: "there is no such file"
    case .noPermission: "there is no permission to read it"
    case .folder: "it is a folder; name a file in it"
    case .other(let words): words
    }
  }
}
