import SluiceLists
import SluiceSystem

/// A failure to read or write a file, in any command.
enum FileFailure: CommandFailure {
  case unreadable(String, SystemError)
  /// An option's output would overwrite an input.
  case outputIsInput(String, flag: String)
  /// An option's output would overwrite a file that is not a page written by Sluice.
  case foreignPage(String, flag: String)
  /// An output path that the user did not name is a symbolic link.
  case link(String)
  /// No folder for temporary files can be created. The value is the system's message.
  case noScratchFolder(String)

  var report: FailureReport {
    switch self {
    case .unreadable(let name, .isFolder):
      .failure(to: "read", name, "it is a folder", "name the lists in it, such as \(name.joined("*.txt"))")
    case .unreadable(let name, .notFound) where RemoteURL.matches(name):
      .failure(
        to: "read", name, "it is a URL, and this command reads files",
        "fetch it first: curl -fsS \(name.quotedForShell) -o list.txt",
        "'sluice build' fetches lists: name it in sluice.json: {lists: [{name: \"ads\", sources: [\"URL\"]}]}"
      )
    case .unreadable(let name, .notFound):
      .failure(
        to: "read", name, "\(SystemError.notFound)",
        Pathname.nearest(to: name).map { "did you mean \($0.quotedName)?" }
          ?? "check the path; '-' reads standard input")
    case .unreadable(let name, let error):
      .failure(to: "read", name, error == .tooLarge ? error.reasonNotRead : "\(error)", nil)
    case .outputIsInput(let name, let flag):
      .failure("\(name.quotedName) is an input and would be overwritten", "choose another \(flag)")
    case .foreignPage(let name, let flag):
      .failure(
        "\(name.quotedName) would be overwritten, and Sluice did not write it",
        "move it away, or choose another \(flag)")
    case .link(let name):
      .failure(
        "\(name.quotedName) is a link, and links are not followed there",
        "remove it, or choose another folder")
    case .noScratchFolder(let reason):
      .failure(
        "no space for temporary files: \(reason)",
        "they are in $TMPDIR, or in /tmp if it is not set")
    }
  }
}

extension OutputError: CommandFailure {
  var report: FailureReport {
    switch self {
    case .cannotWrite(let name, let error):
      .failure(
        to: "write", name, "\(error)", error.isOutOfSpace ? "free some space, or write elsewhere" : nil)
    case .isFolder(let name):
      .failure(to: "write", name, "it is a folder", "name a file in it, such as \(name.joined("list.json"))")
    case .missingFolder(let name, let folder):
      .failure(
        to: "write", name, "there is no folder '\(folder)'",
        "make it first: mkdir -p \(folder.quotedForShell)")
    case .sameFile(let name, let other):
      .failure(
        "\(name.quotedName) and \(other.quotedName) would be the same file in that folder",
        "give them names that differ in more than the case of letters")
    case .notPutBack(let names, let output, let error):
      .failure(
        "cannot write \(output.quotedName): \(error); the former content of"
          + " \(names.map(\.quotedName).joined(separator: ", ")) could not be restored",
        "run the command again: the outputs are from different runs")
    case .readerClosedPipe: FailureReport(message: nil, advice: [], exitCode: .success)
    case .interrupted: .failure("interrupted; nothing was written")
    }
  }
}
