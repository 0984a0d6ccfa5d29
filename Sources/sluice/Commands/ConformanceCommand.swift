import ListBuilding
import Platform

/// `sluice conformance DIR`
enum ConformanceCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitCode {
    guard let directory = arguments.operands.first else {
      throw .usage(UsageError(.noFolder, command: .conformance))
    }
    let probes = ConformanceProbe.allCases.filter { arguments.writesSizes || !$0.content.isLarge }
    do throws(BuildFailure) {
      try write(probes, directory, arguments, console)
    } catch {
      for problem in error.problems.dropLast() { console.report(.build(problem), arguments.color) }
      throw error.problems.last.map { .build($0) } ?? .build(BuildProblem(directory, "was not written"))
    }
    if !arguments.isQuiet {
      let lists = Format.counted(probes.count, "list")
      let text = "\(DisplayText.escaping(directory)): the conformance page and \(lists)\n"
      console.printError(Array(text.utf8))
    }
    return .success
  }

  private static func write(
    _ probes: [ConformanceProbe], _ directory: String, _ arguments: Arguments, _ console: Console
  ) throws(BuildFailure) {
    let folder = try ConformanceFolder(directory, toolVersion: Program.version) {
      guard !arguments.isQuiet else { return }
      console.printError(Array("waiting for another run in '\(DisplayText.escaping(directory))'\n".utf8))
    }
    for probe in probes {
      guard let name = FileName(probe.fileName) else { continue }
      let list = probe.content.list(of: probe)
      try folder.writeList(list.json, to: name, actions: list.actions)
    }
    for file in ConformancePage.files(version: Program.version) {
      try folder.write(file.bytes, to: file.name)
    }
    try folder.commit()
  }
}
