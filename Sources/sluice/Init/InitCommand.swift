import SluiceListFiles
import SluiceLists
import SluiceSystem
import SluiceText

/// `sluice init KIND [DIR]`
enum InitCommand {
  static let command = Command(
    name: .initialize,
    summary: "Write a build file with comments, and lists to start from",
    details: [
      """
      Writes the files of a new project into DIR, or into the current folder, and prints the commands to run \
      next. It needs no network, and neither do these commands. Existing files are never replaced: if one of \
      the files exists, nothing is written.
      """,
      """
      KIND is one of: \(StarterProject.allCases.map { "\($0.rawValue) (\($0.summary))" }.joined(separator: "; ")).
      """,
    ],
    operands: "KIND [DIR]", maximumOperands: 2,
    completion: .words { StarterProject.allCases.map(\.rawValue) },
    examples: [
      ("sluice init safari", "in the current folder"),
      ("sluice init list my-list", "in the folder my-list, which is created"),
    ])

  static func run(_ arguments: InitArguments, console: Console) throws(CommandError) -> ExitCode {
    let project = try project(named: arguments.kind)
    let files = project.files
    try write(files, to: arguments.folder)
    switch console.reporting.objectFormat {
    case .text: console.message(text(project, folder: arguments.folder, style: console.errorStyle))
    case .json:
      try console.writeObject { json in
        json.add("folder", text: arguments.folder)
        json.add("files", objects: files) { json, file in
          json.add("file", text: path(file.name, in: arguments.folder))
          json.add("purpose", text: file.purpose)
        }
        json.add("next", objects: project.steps(in: arguments.folder)) { json, step in
          json.add("command", text: step.command)
          json.add("purpose", text: step.purpose)
        }
      }
    }
    return .success
  }

  private static func project(named name: String?) throws(CommandError) -> StarterProject {
    let names = StarterProject.allCases.map(\.rawValue)
    guard let name else {
      throw .usage(
        .operands("no KIND given", "name one of \(names.joined(separator: ", "))"), of: .initialize)
    }
    guard let project = StarterProject(rawValue: name.lowercased()) else {
      let advice =
        Suggestion.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
        ?? "name one of \(names.joined(separator: ", "))"
      throw .usage(.operands("unknown kind '\(name)'", advice), of: .initialize)
    }
    return project
  }

  /// Returns the path of a file as users type it.
  static func path(_ name: String, in folder: String) -> String {
    folder == "." ? name : folder.joined(name)
  }

  private static func write(_ files: [StarterProject.File], to folder: String) throws(CommandError) {
    let isNew = try makeFolder(folder)
    do throws(CommandError) {
      for name in BuildFile.fileNames + files.map(\.name) {
        let path = path(name, in: folder)
        // A link that leads nowhere exists too.
        guard (try? FileStatus.of(path, followingLinks: false)) == nil else {
          throw .failure(
            "\(path.quotedName) exists, and nothing was written",
            advice: "name another folder: sluice init KIND DIR")
        }
      }
      let batch = OutputBatch(replacesFiles: false)
      for file in files {
        try batch.add(Array(file.text.utf8), to: try .named(path(file.name, in: folder)))
      }
      try batch.finish()
    } catch {
      if isNew { try? Directory(Pathname.folder(of: folder)).removeFolder(name(of: folder)) }
      throw error
    }
  }

  /// Creates the folder if it does not exist. Returns whether it was created.
  private static func makeFolder(_ path: String) throws(CommandError) -> Bool {
    try CommandError.of({ .unwritable(path, because: $0) }) { () throws(SystemError) -> Bool in
      if let status = try? FileStatus.of(path) {
        guard status.kind == .folder else { throw SystemError.exists }
        return false
      }
      _ = try Directory(Pathname.folder(of: path)).makeFolder(name(of: path))
      return true
    }
  }

  private static func name(of path: String) throws(SystemError) -> FileName {
    guard let name = FileName(Pathname.name(of: path)) else { throw .invalid }
    return name
  }

  private static func text(_ project: StarterProject, folder: String, style: TextStyle) -> String {
    var text = ""
    for file in project.files {
      text += style.bold(DisplayText.escaping(path(file.name, in: folder))) + ": \(file.purpose)\n"
    }
    text += "\nnext:\n"
    let steps = project.steps(in: folder)
    for step in steps {
      text +=
        "  \(style.bold(DisplayText.escaping(step.command)))\n      \(DisplayText.escaping(step.purpose))\n"
    }
    return text
  }
}

struct InitArguments: Sendable {
  /// The kind of project as named.
  var kind: String?
  var folder = "."

  /// Adds an operand: the kind, then the folder.
  mutating func append(_ operand: String) {
    guard kind != nil else { return kind = operand }
    // In the commands to run next, a hyphen would begin an option.
    folder = operand.hasPrefix("-") ? "./\(operand)" : operand
    while folder.hasSuffix("/"), folder.count > 1 { folder.removeLast() }
  }
}

extension CommandError {
  fileprivate static func unwritable(_ path: String, because error: SystemError) -> CommandError {
    let folder = Pathname.folder(of: path)
    return switch error {
    case .notFound:
      .failure(
        to: "write", path, reason: "there is no folder \(folder.quotedName)",
        advice: "make it first: mkdir -p \(folder.quotedForShell)")
    case .exists:
      .failure(
        to: "write", path, reason: "it is not a folder", advice: "name another folder: sluice init KIND DIR")
    default: .failure(to: "write", path, reason: "\(error)")
    }
  }
}
