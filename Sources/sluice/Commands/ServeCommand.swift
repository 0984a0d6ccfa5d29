import ListBuilding
import Platform

/// `sluice serve [DIR]`
enum ServeCommand {
  /// Where it listens when no port is named.
  static let defaultPort = 8080

  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitCode {
    let directory: String
    if let operand = arguments.operands.first {
      directory = operand
    } else {
      directory = try BuildCommand.find(arguments).output(nil)
    }
    guard (try? FileStatus.of(directory).kind) == .folder else {
      throw .build(BuildProblem(directory, "is no directory", advice: "build it first: sluice build"))
    }
    let style = TextStyle(isColored: console.errorTerminal.hasColors(arguments.color))
    let isQuiet = arguments.isQuiet
    let server: HTTPServer
    do throws(HTTPServer.NoListener) {
      server = try HTTPServer(
        directory, address: arguments.address,
        ports: arguments.ports.isEmpty ? [defaultPort] : arguments.ports,
        isShared: arguments.sharesFiles, limits: .ofProcess()
      ) { event in
        switch event {
        case .answer(let line): if !isQuiet { console.printError(Array("\(line)\n".utf8)) }
        case .limit(let reason):
          let warning = "\(style.bold("sluice:")) \(style.yellow("warning:")) \(reason)\n"
          console.printError(Array("\(warning)  = help: \(openFilesAdvice)\n".utf8))
        }
      }
    } catch {
      throw .build(
        BuildProblem(
          "\(arguments.address):\(error.port)", "cannot be listened on: \(error.error)",
          advice: advice(error.error)))
    }
    // The only data, a line for each port in their order: scripts read them.
    for listener in server.listeners {
      try console.print("http://\(arguments.address):\(listener.port)/\n")
    }
    server.run()
    return .success
  }

  private static let openFilesAdvice =
    "'ulimit -n' shows how many files may be open, and 'ulimit -n 1024' sets it"

  private static func advice(_ error: SystemError) -> String? {
    switch error {
    case .foreignAddress: "name an address of this machine with --address"
    case _ where error.isLimit: openFilesAdvice
    default: "name another port with --port, or 0 for any that is free"
    }
  }
}
