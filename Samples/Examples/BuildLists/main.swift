// Builds the lists of a build file into a folder that a server can serve.
//
//     swift run BuildLists BUILDFILE FOLDER
import Foundation
import SluiceConversion
import SluiceLists

/// Returns the content of a source at a URL. A real app asks a server here.
func fetch(_ url: String) throws(BuildProblem) -> [UInt8] {
  guard url == "https://lists.example/hiding.txt" else {
    throw BuildProblem(url, message: "is not on this server")
  }
  return Array("news.example##.promo\nnews.example##.story:has-text(Sponsored)\n".utf8)
}

/// Builds the lists, and returns what happened to each.
func build(_ file: URL, into folder: String) throws -> [String] {
  let settings = Build.Settings(root: file.deletingLastPathComponent().path, output: folder)
  let build = Build(try BuildFile(parsing: .contents(of: file)), settings: settings, fetch: fetch)
  let summary = try build.run()

  let warnings = summary.warnings.map { "warning: \($0)" }
  return warnings
    + summary.lists.map { "\($0.name): \($0.filters) filters, \($0.rules) rules, \($0.bytes) bytes" }
}

/// Prints a line without terminal control characters, because the texts of files are untrusted.
func show(_ line: String) {
  print(String(line.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }))
}

guard CommandLine.arguments.count == 3 else {
  print("usage: BuildLists BUILDFILE FOLDER")
  exit(64)
}
do {
  let file = URL(fileURLWithPath: CommandLine.arguments[1])
  let folder = CommandLine.arguments[2]
  try FileManager.default.createDirectory(
    at: URL(fileURLWithPath: folder), withIntermediateDirectories: true)
  for line in try build(file, into: folder) { show(line) }
} catch {
  show("error: \(error)")
  exit(1)
}
