import SluiceListFiles
import SluiceLists
import SluiceSystem
import SluiceText

/// `sluice serve [DIR]`
enum ServeCommand {
  static let command = Command(
    name: .serve,
    summary: "Serve a built directory on this machine, to try its lists",
    details: [
      """
      Serves the files of DIR, or of the output directory of this folder's build file, with the content types, \
      entity tags and compression that a public server should use. It prints its URL and runs until interrupted. \
      Requests for hosts other than the address or localhost are refused, and symbolic links are not followed. It \
      is not meant for the open network.
      """,
      """
      For the directory itself it serves index.html or, without one, a page of its lists that explains how to \
      subscribe to them in GNOME Web. At /playground/ it shows the playground of 'sluice playground', if that is \
      installed.
      """,
    ],
    operands: "[DIR]", maximumOperands: 1,
    examples: [("sluice serve public", "at http://127.0.0.1:8080/")])

  static let defaultPort = 8080

  static func run(_ arguments: ServeArguments, console: Console) throws(CommandError) -> ExitCode {
    let directory =
      if let folder = arguments.folder { folder } else { try BuildFile.found(nil).output(nil) }
    guard (try? FileStatus.of(directory).kind) == .folder else {
      throw .failure(
        to: "serve", directory, reason: "it is not a directory", advice: "build it first: sluice build")
    }
    let style = console.errorStyle
    let ports = arguments.ports.isEmpty ? [defaultPort] : arguments.ports
    let listeners = try ports.map { port throws(CommandError) in
      do throws(SystemError) {
        return try Listener(address: arguments.address, port: port)
      } catch {
        throw .failure("cannot listen on \(arguments.address):\(port): \(error)", advice: advice(error))
      }
    }
    let server = HTTPServer(
      directory: directory, playground: .installed(),
      hosts: ServerHosts(address: arguments.address, ports: listeners.map(\.port)), listeners: listeners,
      isShared: arguments.sharesFiles, report: { console.message("\($0)\n") },
      warn: { reason in
        let warning = "\(style.bold("sluice:")) \(style.yellow("warning:")) \(reason)\n"
        console.printError("\(warning)  = help: \(openFilesAdvice)\n")
      })
    // The output that scripts can read: a line for each port, in order.
    for listener in listeners {
      let url = "http://\(arguments.address):\(listener.port)/"
      switch console.reporting.objectFormat {
      case .text: try console.print("\(url)\n")
      case .json: try console.writeObject(ServeJSON(url: url, port: listener.port, folder: directory).append)
      }
    }
    server.run()
    return .success
  }
}

struct ServeArguments: Sendable {
  /// The folder to serve; nil for the output directory of the build file in the current folder.
  var folder: String?
  var address = "127.0.0.1"
  /// The ports to listen on, 0 for any free port; empty for the default port.
  var ports: [Int] = []
  /// Whether pages of other origins may read the files.
  var sharesFiles = false

  /// Parses an IPv4 address or `localhost`; returns nil if the text is neither.
  static func address(_ text: String) -> String? {
    if text.lowercased() == "localhost" { return "127.0.0.1" }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil } ? text : nil
  }
}

extension ServeCommand {
  /// The remedy if no more files can be opened.
  private static let openFilesAdvice =
    "'ulimit -n' shows how many files may be open, and 'ulimit -n 1024' sets it"

  private static func advice(_ error: SystemError) -> String {
    switch error {
    case .foreignAddress: "name an address of this machine with --address"
    case _ where error.isLimit: openFilesAdvice
    default: "name another port with --port, or 0 for any that is free"
    }
  }
}

/// The URL that is served on a port, as a JSON object, described in `docs/reference/formats.md`.
struct ServeJSON {
  let url: String
  let port: Int
  /// The path of the folder, as given.
  let folder: String

  func append(to json: inout JSONWriter) {
    json.add("url", text: url)
    json.add("port", number: port)
    json.add("folder", text: (try? Pathname.resolved(folder)) ?? folder)
    let lists = (try? Directory(folder)).flatMap(ServedLists.init)?.lists ?? []
    json.add("lists", objects: lists) { json, list in
      if let name = list.name { json.add("name", text: name) }
      if let title = list.title { json.add("title", text: title) }
      json.add("targets", texts: list.targets.map(\.rawValue))
      json.add("files", objects: list.files) { json, file in
        json.add("file", text: file.name.description)
        json.add("url", text: file.url(below: url))
        if let target = file.target { json.add("target", text: target.rawValue) }
        json.add("rules", number: file.rules)
        json.add("bytes", number: file.bytes)
        if let bytes = file.compressedBytes { json.add("compressedBytes", number: bytes) }
      }
      if let text = list.text {
        json.add("text") { json in
          json.add("file", text: text.name.description)
          json.add("url", text: text.name.url(below: url))
          json.add("bytes", number: text.bytes)
        }
      }
    }
  }
}
