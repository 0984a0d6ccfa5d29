import Platform

let console = Console.ofProcess()
CurrentProcess.end(
  with: Program.run(Array(CommandLine.arguments.dropFirst()), console: console).rawValue)
