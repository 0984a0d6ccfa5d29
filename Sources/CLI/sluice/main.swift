import SluiceSystem

CurrentProcess.reportMissingMemory()
let console = Console.ofProcess()
CurrentProcess.end(with: Program.run(CurrentProcess.words, console: console).rawValue)
