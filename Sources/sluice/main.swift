import SluiceSystem

CurrentProcess.reportMissingMemory()
CurrentProcess.prepareStreams()
CurrentProcess.end(with: Program.run(CurrentProcess.words, console: .ofRun()).rawValue)
