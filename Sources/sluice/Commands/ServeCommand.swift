#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

import Dispatch
import ListBuilder

/// `sluice serve [DIR]`
enum ServeCommand {
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
    let server: HTTPServer
    do throws(SystemError) {
      server = try HTTPServer(
        directory, address: arguments.address, port: arguments.port, isShared: arguments.sharesFiles
      ) { line in
        if !arguments.isQuiet { console.printError(Array("\(line)\n".utf8)) }
      }
    } catch {
      throw .build(
        BuildProblem(
          "\(arguments.address):\(arguments.port)", "cannot be listened on: \(error)",
          advice: "name another port with --port, or 0 for any that is free"))
    }
    // The one line of data: scripts read the port from it.
    try console.print("http://\(arguments.address):\(server.port)/\n")
    server.run()
    return .success
  }
}
