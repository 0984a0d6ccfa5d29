import ListBuilding
import Platform

/// What goes wrong with two versions of lists, of folders or of a repository.
enum VersionFailure: CommandFailure, Equatable {
  /// A folder or a tree has no list.
  case noLists(String)
  case tooManyFiles(String)
  case tooLarge(String)
  /// Words that git would take for an option, or that name no range.
  case badRevision(String, CommandName)
  /// The repository has no such revision, or not in the part of it that is here.
  case unknownRevision(String, isShallow: Bool)
  /// Two revisions have no common one.
  case noFork(String, String, isShallow: Bool)
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
    case .noLists(let name):
      .failure(
        "no list in \(name.quotedName)",
        "of folders files are read whose name ends with .txt, .list or .hosts, and hosts; others can be named"
      )
    case .tooManyFiles(let name):
      .failure("\(name.quotedName) has more than \(Format.grouped(ListSelection.maximumFiles)) lists")
    case .tooLarge(let name):
      .failure("the lists of \(name.quotedName) are larger than \(FileDescriptor.maximumBytes >> 30) GiB")
    case .badRevision(let text, let command):
      .usage(
        "option '--git' takes REV..REV, REV...REV or REV, not '\(text)'",
        "for what differs from the main branch, use '--git main...'", of: command)
    case .unknownRevision(let revision, let isShallow):
      .failure(
        "git: there is no revision '\(revision)'",
        isShallow ? Self.shallowAdvice : "name a branch, a tag or a commit of this repository")
    case .noFork(let first, let second, let isShallow):
      .failure(
        "git: '\(first)' and '\(second)' have no common revision",
        isShallow ? Self.shallowAdvice : "REV..REV compares the two themselves")
    case .outside(let path): .failure("\(path.quotedName) is outside of the repository")
    case .noGit: .failure("git is not installed", "without --git two files or folders are compared")
    case .git(let reason): .failure("git: \(reason)")
    case .strangeAnswer: .failure("git: its answer cannot be read")
    case .system(.interrupted): OutputError.interrupted.report
    case .system(let error): .failure("cannot run git: \(error)")
    }
  }

  private static let shallowAdvice =
    "this is a shallow clone: fetch all revisions ('git fetch --unshallow', or 'fetch-depth: 0' of actions/checkout)"
}
