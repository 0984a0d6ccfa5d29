import ListBuilding
import Platform

/// What goes wrong with files, whichever command reads or writes them.
enum FileFailure: CommandFailure {
  case unreadable(String, SystemError)
  /// An input would be overwritten by what an option names.
  case outputIsInput(String, flag: String)
  /// What stands there is no page of Sluice's, and would be overwritten by what an option names.
  case foreignPage(String, flag: String)
  /// A link where a file goes that the user has not named.
  case link(String)
  /// No folder for temporary files can be made, in the system's words.
  case noScratchFolder(String)

  var report: FailureReport {
    switch self {
    case .unreadable(let name, .isFolder):
      .failure(to: "read", name, "it is a folder", "name the lists in it, such as \(name.joined("*.txt"))")
    case .unreadable(let name, .notFound) where RemoteURL.isMeant(by: name):
      .failure(
        to: "read", name, "it is a URL, and this command reads files",
        "fetch it first: curl -fsS '\(name)' | sluice convert -",
        "'sluice build' fetches lists: name it in sluice.json: {lists: [{name: \"ads\", sources: [\"\(name)\"]}]}"
      )
    case .unreadable(let name, let error):
      .failure(
        to: "read", name, error == .tooLarge ? error.reasonNotRead : "\(error)",
        error == .notFound ? "check the path; '-' reads standard input" : nil)
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
        "there is no room for temporary files: \(reason)",
        "TMPDIR says where they are; without it that is /tmp")
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
      .failure(to: "write", name, "there is no folder '\(folder)'", "make it first: mkdir -p '\(folder)'")
    case .sameFile(let name, let other):
      .failure(
        "\(name.quotedName) and \(other.quotedName) are one file in that folder",
        "give them names that differ in more than the case of letters")
    case .notPutBack(let names, let output, let error):
      .failure(
        "cannot write \(output.quotedName): \(error); the former content of"
          + " \(names.map(\.quotedName).joined(separator: ", ")) could not be put back",
        "run the command again: outputs of different runs stand next to one another")
    case .readerClosedPipe: FailureReport(message: nil, advice: [], exitCode: .success)
    case .interrupted: .failure("interrupted; nothing was written")
    }
  }
}
