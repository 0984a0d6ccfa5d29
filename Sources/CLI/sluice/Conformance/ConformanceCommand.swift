import SluiceLists
import SluiceSystem

/// `sluice conformance DIR`
enum ConformanceCommand {
  static let command = Command(
    name: .conformance,
    summary: "Write a page that tests how a WebKit handles rule lists",
    details: [
      """
      Writes a rule list for each difference between WebKit versions, a manifest and a page into DIR, which must be \
      new, empty or written by an earlier run. In a browser with these lists, the page shows its results as one \
      line of JSON. docs/reference/conformance.md describes how to load the lists in Safari.
      """,
      """
      The page, sluice-conformance.html, needs DIR on two origins, such as two consecutive ports of \
      'sluice serve'. A version of Sluice always writes the same lists and page.
      """,
    ],
    operands: "DIR", maximumOperands: 1,
    examples: [
      ("sluice conformance probes", "a page and lists of less than 2 kB"),
      ("sluice conformance --sizes probes", "and lists of up to 40 MB"),
    ])

  static func run(_ arguments: ConformanceArguments, _ console: Console) throws(CommandError) -> ExitCode {
    guard let directory = arguments.folder else {
      throw .usage(.operands("no DIR given", "name the folder to write"), of: .conformance)
    }
    let probes = ConformanceProbe.allCases.filter { arguments.writesSizes || !$0.content.isLarge }
    do throws(BuildFailure) {
      try write(probes, directory, console)
    } catch {
      throw console.error(error, otherwise: BuildProblem(directory, "was not written"))
    }
    switch console.reporting.objectFormat {
    case .text:
      let lists = Format.counted(probes.count, "list")
      console.message("\(DisplayText.escaping(directory)): the conformance page and \(lists)\n")
    case .json:
      try console.writeObject { json in
        json.add("output", directory)
        json.add("page", FileName.conformancePage.description)
        json.add("lists", objects: probes) { json, probe in
          json.add("probe", probe.rawValue)
          json.add("file", probe.fileName)
        }
      }
    }
    return .success
  }

  private static func write(
    _ probes: [ConformanceProbe], _ directory: String, _ console: Console
  ) throws(BuildFailure) {
    let folder = try PageOutputFolder(directory, of: .conformance, toolVersion: Program.version) {
      console.message("waiting for another run in '\(DisplayText.escaping(directory))'\n")
    }
    for (index, probe) in probes.enumerated() {
      console.steps.begin(Step("writing", probe.fileName, index + 1, of: probes.count))
      guard let name = FileName(probe.fileName) else { continue }
      let list = probe.content.list(of: probe)
      try folder.writeList(list.json, to: name, actions: list.actions)
    }
    console.steps.begin(Step("writing the page"))
    for file in ConformancePage.files(version: Program.version) {
      try folder.write(file.bytes, to: file.name)
    }
    try folder.commit()
    console.steps.end()
  }
}

struct ConformanceArguments: Sendable {
  /// The output folder for the page and its lists.
  var folder: String?
  /// Whether to also write the lists for size tests.
  var writesSizes = false
}
