import SluiceSystem

enum InitFailure: CommandFailure {
  /// A file that the command would write, or a build file of another name, exists.
  case exists(String)
  case cannotWrite(String, SystemError)

  var report: FailureReport {
    switch self {
    case .exists(let path):
      .failure(
        "\(path.quotedName) exists, and nothing was written", "name another folder: sluice init KIND DIR")
    case .cannotWrite(let path, .notFound):
      .failure(
        to: "write", path, "there is no folder \(Pathname.folder(of: path).quotedName)",
        "make it first: mkdir -p \(Pathname.folder(of: path).quotedForShell)")
    case .cannotWrite(let path, .exists):
      .failure(to: "write", path, "it is not a folder", "name another folder: sluice init KIND DIR")
    case .cannotWrite(let path, let error): .failure(to: "write", path, "\(error)")
    }
  }
}
