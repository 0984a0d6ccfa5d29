import ListBuilding
import Platform

/// `sluice serve [DIR]`
enum ServeCommand {
  static let command = Command(
    name: .serve,
    summary: "Serve a directory on this machine, to try what was built",
    details: [
      """
      Serves the files of DIR, or of the directory that the build file here names, with the types, entity \
      tags and compression that a public server should give them. It prints its URL and answers until it is \
      interrupted. Requests for another host than the address (or localhost) are refused, and links in the \
      directory are not followed. It is not made for the open network.
      """,
      """
      For the directory itself it answers with index.html, or else with a page of the lists in it, which says how to \
      subscribe to them in GNOME Web.
      """,
    ],
    operands: "[DIR]", maximumOperands: 1,
    examples: [("sluice serve public", "at http://127.0.0.1:8080/")])

  /// The port to listen on by default.
  static let defaultPort = 8080

  static func run(_ arguments: ServeArguments, _ console: Console) throws(CommandError) -> ExitCode {
    let directory =
      if let folder = arguments.folder { folder } else { try BuildFile.found(nil).output(nil) }
    guard (try? FileStatus.of(directory).kind) == .folder else {
      throw CommandError(ServeFailure.noFolder(directory))
    }
    let style = console.errorStyle
    let server: HTTPServer
    do throws(HTTPServer.NoListener) {
      server = try HTTPServer(
        directory, address: arguments.address,
        ports: arguments.ports.isEmpty ? [defaultPort] : arguments.ports,
        isShared: arguments.sharesFiles, limits: .ofProcess()
      ) { event in
        switch event {
        case .answer(let line): console.tell("\(line)\n")
        case .limit(let reason):
          let warning = "\(style.bold("sluice:")) \(style.yellow("warning:")) \(reason)\n"
          console.printError("\(warning)  = help: \(ServeFailure.openFilesAdvice)\n")
        }
      }
    } catch {
      throw CommandError(ServeFailure.noListener(address: arguments.address, error))
    }
    // The only output for scripts: a line for each port, in order.
    for listener in server.listeners {
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
