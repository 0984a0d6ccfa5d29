import SluiceSystem

/// A running curl with pipes to its streams.
struct CurlProcess: Sendable {
  let process: ChildProcess
  let options: OpenFile
  let headers: OpenFile
  let body: OpenFile
  let errors: OpenFile

  /// The file descriptor that curl writes headers to, after the standard streams.
  static let headersPath = "/dev/fd/3"

  /// Starts the curl at a path. It reads its options from standard input, because other users can see the
  /// arguments of a process, and URLs can contain secrets. It reads no configuration file.
  init(_ path: String) throws(SystemError) {
    var open: [OpenFile] = []
    func pipe() throws(SystemError) -> (reading: OpenFile, writing: OpenFile) {
      let ends = try OpenFile.pipe()
      open += [ends.reading, ends.writing]
      return ends
    }
    do throws(SystemError) {
      let (options, headers, body, errors) = (try pipe(), try pipe(), try pipe(), try pipe())
      process = try ChildProcess(
        path, arguments: ["curl", "--disable", "--config", "-"], variables: CurrentProcess.variables,
        streams: [
          .descriptor(options.reading), .descriptor(body.writing), .descriptor(errors.writing),
          .descriptor(headers.writing),
        ])
      self.options = options.writing
      (self.headers, self.body, self.errors) = (headers.reading, body.reading, errors.reading)
      for end in [options.reading, headers.writing, body.writing, errors.writing] { try? end.close() }
    } catch {
      for end in open { try? end.close() }
      throw error
    }
  }

  /// Closes the pipes that curl writes to.
  func close() {
    for end in [headers, body, errors] { try? end.close() }
  }
}

/// Options of curl in the syntax of its configuration files.
struct CurlOptions {
  private var text = ""

  mutating func add(_ name: String) { text += "\(name)\n" }

  mutating func add(_ name: String, _ value: String) {
    let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    text += "\(name) = \"\(escaped)\"\n"
  }

  /// Adds a header, unless its value contains control characters.
  mutating func add(header name: String, _ value: String) {
    guard value.utf8.allSatisfy({ $0 >= 0x20 }) else { return }
    add("header", "\(name): \(value)")
  }

  var bytes: [UInt8] { Array(text.utf8) }
}
