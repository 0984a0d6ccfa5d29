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
    let content = FilterList.content(of: file.bytes)
    let recorded = try RequestFailure.of(file, from: content.lowerBound, advice: Self.advice) {
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

/// A file of requests that is not read.
struct RequestFailure: CommandFailure, Hashable {
  let name: String
  /// From 1.
  let line: Int
  let column: Int
  let message: String
  let advice: String

  init(_ fault: RequestFault, in file: InputFile, from start: Int, _ advice: String) {
    let end = min(start + fault.offset, file.bytes.count)
    let lineStart = file.bytes[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? start
    name = file.name
    line = file.bytes[..<end].count { $0 == 0x0A } + 1
    column = file.bytes[lineStart..<end].scalarCount + 1
    message = fault.message
    self.advice = advice
  }

  /// The result of reading what stands in a file from `start` on, with what is wrong as the command's error.
  static func of<Result>(
    _ file: InputFile, from start: Int, advice: String, _ read: () throws(RequestFault) -> Result
  ) throws(CommandError) -> Result {
    do throws(RequestFault) {
      return try read()
    } catch {
      throw CommandError(RequestFailure(error, in: file, from: start, advice))
    }
  }

  var report: FailureReport {
    .failure("\(name):\(line):\(column): \(message)", advice)
  }
}
