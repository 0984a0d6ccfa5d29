import SluiceListFiles
import SluiceLists
import SluiceSystem

/// `sluice playground DIR`
enum PlaygroundCommand {
  static let command = Command(
    name: .playground,
    summary: "Write a page that converts filters in a browser",
    details: [
      """
      Writes the playground into DIR, which must be new, empty or written by an earlier run: a static page that \
      converts, explains and checks filters in the browser, without a server. Publish DIR with any web server; \
      docs/apps/javascript.md describes the page. 'sluice serve' shows it at /playground/.
      """,
      """
      The page needs Sluice as WebAssembly, which is a separate build. Releases for Linux contain both in the folder \
      \(PlaygroundFiles.place), next to the program or in the folder above its bin.
      """,
    ],
    operands: "DIR", maximumOperands: 1,
    examples: [("sluice playground public/playground", "a page to publish next to lists")])

  static func run(_ arguments: PlaygroundArguments, console: Console) throws(CommandError) -> ExitCode {
    guard let directory = arguments.folder else {
      throw .usage(.operands("no DIR given", "name the folder to write"), of: .playground)
    }
    let files = try installedFiles()
    do throws(BuildFailure) {
      let folder = try PageOutputFolder(directory, of: .playground, toolVersion: Program.version) {
        console.message("waiting for another run in '\(DisplayText.escaping(directory))'\n")
      }
      for file in files { try folder.write(file.bytes, to: file.name) }
      try folder.commit()
    } catch {
      throw console.error(error, otherwise: BuildProblem(directory, message: "was not written"))
    }
    switch console.reporting.objectFormat {
    case .text:
      console.message(
        "\(DisplayText.escaping(directory)): the playground in \(Format.counted(files.count, noun: "file"))\n"
      )
    case .json:
      try console.writeObject { json in
        json.add("output", text: directory)
        json.add("page", text: PlaygroundFiles.page.description)
        json.add("files", objects: files) { json, file in
          json.add("file", text: file.name.description)
          json.add("bytes", number: file.bytes.count)
        }
      }
    }
    return .success
  }

  private static func installedFiles() throws(CommandError) -> [PlaygroundFiles.File] {
    guard let installed = PlaygroundFiles.installed() else {
      throw .failure(
        "the playground is not installed with this program",
        advice:
          "unpack a release for Linux, which contains it, or build it in the source folder: Sources/WebAssembly/build "
          + Pathname.folder(of: PlaygroundFiles.ownPlace).quotedForShell)
    }
    return try CommandError.of({ .unreadable(installed.folder, because: $0) }) {
      () throws(SystemError) in try installed.files()
    }
  }
}

struct PlaygroundArguments: Sendable {
  var folder: String?
}
