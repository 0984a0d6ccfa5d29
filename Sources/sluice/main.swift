#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

let console = Console.ofProcess()
exit(Program.run(Array(CommandLine.arguments.dropFirst()), console: console).rawValue)
