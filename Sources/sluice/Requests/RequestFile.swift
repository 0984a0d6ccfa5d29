import ContentBlocker
import FilterSyntax
import ListBuilding

/// The requests of a file: JSON lines as `sluice match -` reads them, or what a browser recorded as HAR, which is
/// told by content. `docs/diff.md` describes both.
struct RequestFile: Sendable {
  /// What diagnostics call it.
  let name: String
  let requests: [RequestDescription]
  /// How many recorded loads are left out, because they are not of the web: `data:`, extensions.
  let left: Int

  /// Reads a file, or standard input for `-`.
  init(_ path: String) throws(CommandError) { try self.init(InputFile(path)) }

  /// Reads the requests of a file; the first thing that is wrong with one is an error with its place.
  init(_ file: InputFile) throws(CommandError) {
    name = file.name
    let content = FilterList.content(of: file.bytes)
    let bytes = file.bytes.span
    do throws(RequestFault) {
      if HTTPArchive.isMeant(by: bytes.extracting(content)) {
        let archive = try HTTPArchive(bytes.extracting(content))
        (requests, left) = (archive.requests, archive.left)
      } else {
        (requests, left) = (try Self.lines(bytes, content), 0)
      }
    } catch {
      throw CommandError(RequestFailure(error, in: file, from: content.lowerBound))
    }
  }

  /// The requests of several files, one after the other.
  static func all(_ paths: [String]) throws(CommandError) -> [RequestFile] {
    var files: [RequestFile] = []
    for path in paths { files.append(try RequestFile(path)) }
    return files
  }

  /// The requests of JSON lines; blank ones are none.
  private static func lines(
    _ bytes: Span<UInt8>, _ content: Range<Int>
  ) throws(RequestFault) -> [RequestDescription] {
    var requests: [RequestDescription] = []
    var start = content.lowerBound
    while start < content.upperBound {
      let end = bytes.firstIndex(of: 0x0A, in: ByteRange(start, content.upperBound)) ?? content.upperBound
      if !(start..<end).allSatisfy({ bytes[$0].isJSONSpace }) {
        do throws(RequestProblem) {
          requests.append(try RequestDescription(decodingJSON: bytes.extracting(start..<end)))
        } catch {
          let place = start - content.lowerBound + min(error.offset, end - start)
          throw RequestFault(offset: place, message: error.message)
        }
      }
      start = end + 1
    }
    return requests
  }
}

/// What is wrong with requests, and where.
struct RequestFault: Error, Hashable {
  /// In bytes, from the start of the content.
  let offset: Int
  let message: String
}

/// A file of requests that is not read.
struct RequestFailure: CommandFailure, Hashable {
  let name: String
  /// From 1.
  let line: Int
  let column: Int
  let message: String

  init(_ fault: RequestFault, in file: InputFile, from start: Int) {
    let end = min(start + fault.offset, file.bytes.count)
    let lineStart = file.bytes[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? start
    name = file.name
    line = file.bytes[..<end].count { $0 == 0x0A } + 1
    column = file.bytes[lineStart..<end].scalarCount + 1
    message = fault.message
  }

  var report: FailureReport {
    .failure(
      "\(name):\(line):\(column): \(message)",
      "requests are JSON lines with the keys url, page, type and frame, or a HAR")
  }
}
