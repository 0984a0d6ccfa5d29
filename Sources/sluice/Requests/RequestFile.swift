import ContentBlocker
import FilterSyntax
import ListBuilding
import PageInspection

/// The requests of a file: JSON lines as `sluice match -` reads them, or what a browser recorded as HAR, which is
/// told by content. `docs/diff.md` describes both.
struct RequestFile: Sendable {
  /// What diagnostics call it.
  let name: String
  let requests: [RequestDescription]
  /// How many recorded loads are left out, because they are not of the web, `data:`, extensions, or have no valid URL.
  let left: Int

  private static let advice = "requests are JSON lines with the keys url, page, type and frame, or a HAR"

  /// Reads a file, or standard input for `-`.
  init(_ path: String) throws(CommandError) { try self.init(InputFile(path)) }

  /// Reads the requests of a file; the first thing that is wrong with one is an error with its place.
  init(_ file: InputFile) throws(CommandError) {
    let file = file.inUTF8
    let content = FilterList.content(of: file.bytes)
    let recorded = try RequestFailure.of(file, advice: Self.advice) {
      () throws(RequestFault) in try RecordedRequests(parsing: file.bytes.span.extracting(content))
    }
    (name, requests, left) = (file.name, recorded.requests, recorded.left)
  }

  /// The requests of several files, one after the other.
  static func all(_ paths: [String]) throws(CommandError) -> [RequestFile] {
    var files: [RequestFile] = []
    for path in paths { files.append(try RequestFile(path)) }
    return files
  }
}

extension InputFile {
  /// The file with its text in UTF-8, if that is JSON in UTF-16.
  var inUTF8: InputFile {
    UTF16Text.utf8(bytes).map { InputFile(name: name, bytes: $0, identity: identity) } ?? self
  }
}

/// A file of requests that is not read.
struct RequestFailure: CommandFailure, Hashable {
  let name: String
  let fault: RequestFault
  let advice: String

  /// The result of reading a file, or what of it is no byte order mark, with what is wrong as the command's error.
  static func of<Result>(
    _ file: InputFile, advice: String, _ read: () throws(RequestFault) -> Result
  ) throws(CommandError) -> Result {
    do throws(RequestFault) {
      return try read()
    } catch {
      throw CommandError(RequestFailure(name: file.name, fault: error, advice: advice))
    }
  }

  var report: FailureReport {
    .failure("\(name):\(fault.location.line):\(fault.location.column): \(fault.message)", advice)
  }
}
