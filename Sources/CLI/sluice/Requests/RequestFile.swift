import SluiceAnalysis
import SluicePageInspection
import SluiceSyntax

/// The requests in a file: JSON lines in the format of `sluice match -`, or a HAR archive recorded by a
/// browser. The format is detected from the content. `docs/guide/diff.md` describes both.
struct RequestFile: Sendable {
  /// The name in diagnostics.
  let name: String
  let requests: [RequestDescription]
  /// The number of recorded requests that were skipped: requests other than HTTP and WebSocket, such as those
  /// for `data:` URLs, and requests with an invalid URL.
  let left: Int

  private static let advice = "requests are JSON lines with the keys url, page, type and frame, or a HAR"

  /// Reads a file, or standard input for `-`.
  init(_ path: String) throws(CommandError) { try self.init(InputFile(path)) }

  /// Reads the requests in a file. The first invalid request is an error with its location.
  init(_ file: InputFile) throws(CommandError) {
    let file = file.inUTF8
    let content = FilterList.content(of: file.bytes)
    let recorded = try RequestFailure.of(file, advice: Self.advice) {
      () throws(RequestFault) in try RecordedRequests(parsing: file.bytes.span.extracting(content))
    }
    (name, requests, left) = (file.name, recorded.requests, recorded.left)
  }

  static func all(_ paths: [String]) throws(CommandError) -> [RequestFile] {
    try paths.map { path throws(CommandError) in try RequestFile(path) }
  }
}

extension InputFile {
  /// The file in UTF-8, converted if it is JSON in UTF-16.
  var inUTF8: InputFile {
    UTF16Text.utf8(bytes).map { InputFile(name: name, bytes: $0, identity: identity) } ?? self
  }
}

/// A failure to read a file with requests.
struct RequestFailure: CommandFailure, Hashable {
  let name: String
  let fault: RequestFault
  let advice: String

  /// Runs a closure that reads a file, and wraps its error in a ``CommandError``.
  static func of<Result>(
    _ file: InputFile, advice: String, _ read: () throws(RequestFault) -> Result
  ) throws(CommandError) -> Result {
    try CommandError.of({ RequestFailure(name: file.name, fault: $0, advice: advice) }, read)
  }

  var report: FailureReport {
    .failure("\(name):\(fault.location.line):\(fault.location.column): \(fault.message)", advice)
  }
}
