import ListBuilding
import Platform

/// What goes wrong in `sluice diff` alone.
enum DiffFailure: CommandFailure {
  /// A file is compared with a folder.
  case fileAndFolder
  /// These flags are about filters, and this is a rule list.
  case onlyForFilters(String)
  /// Filter lists have no map yet.
  case mapOfFilters
  /// A folder or a tree has no list.
  case noLists(String)
  case tooManyFiles(String)
  case tooLarge(String)
  /// Words that git would take for an option, or that name no range.
  case badRevision(String)
  /// A path leads out of the repository.
  case outside(String)
  case noGit
  /// git does not do what it was asked to; what it says of it.
  case git(String)
  /// What git says is not what it says otherwise.
  case strangeAnswer
  case system(SystemError)

  var report: FailureReport {
    switch self {
    case .fileAndFolder:
      .usage("A list and a folder are not compared: name two lists or two folders.", of: .diff)
    case .onlyForFilters(let flag):
      .usage(
        "Option '\(flag)' compares two versions of filter lists, without --rules and rule lists.", of: .diff)
    case .mapOfFilters:
      .usage("Option '--source-map' is for rule lists: filter lists are their own.", of: .diff)
    case .noLists(let name):
      .failure(
        "no list in \(name.quotedName)",
        "of folders files are read whose name ends with .txt, .list or .hosts, and hosts; others can be named"
      )
    case .tooManyFiles(let name):
      .failure("\(name.quotedName) has more than \(Format.grouped(ListSelection.maximumFiles)) lists")
    case .tooLarge(let name):
      .failure("the lists of \(name.quotedName) are larger than \(FileDescriptor.maximumBytes >> 30) GiB")
    case .badRevision(let text):
      .usage("Option '--git' takes REV..REV, REV...REV or REV, not '\(text)'.", of: .diff)
    case .outside(let path): .failure("\(path.quotedName) is outside of the repository")
    case .noGit: .failure("git is not installed", "without --git two files or folders are compared")
    case .git(let reason): .failure("git: \(reason)")
    case .strangeAnswer: .failure("git: its answer cannot be read")
    case .system(.interrupted): OutputError.interrupted.report
    case .system(let error): .failure("cannot run git: \(error)")
    }
  }
}
