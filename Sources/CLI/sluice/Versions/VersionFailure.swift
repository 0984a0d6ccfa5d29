import SluiceLists
import SluiceSystem

/// A failure to read two versions of lists, from folders or a repository.
enum VersionFailure: CommandFailure, Equatable {
  /// A folder or tree contains no list.
  case noLists(String)
  case tooManyFiles(String)
  case tooLarge(String)
  /// The text looks like an option of git, or is not a range.
  case badRevision(String, CommandName)
  /// The repository, or the part of the history that is present, does not have the revision.
  case unknownRevision(String, isShallow: Bool)
  /// Two revisions have no common ancestor.
  case noFork(String, String, isShallow: Bool)
  /// A path leads out of the repository.
  case outside(String)
  case noGit
  /// git failed. The value is its message.
  case git(String)
  /// git's output has an unexpected format.
  case strangeAnswer
  case system(SystemError)

  var report: FailureReport {
    switch self {
    case .noLists(let name):
      .failure(
        "no list in \(name.quotedName)",
        "in folders, files named *.txt, *.list, *.hosts or hosts are read; name others explicitly"
      )
    case .tooManyFiles(let name):
      .failure("\(name.quotedName) has more than \(Format.grouped(ListSelection.maximumFiles)) lists")
    case .tooLarge(let name):
      .failure("the lists of \(name.quotedName) are larger than \(OpenFile.maximumBytes >> 30) GiB")
    case .badRevision(let text, let command):
      .usage(
        "option '--git' takes REV..REV, REV...REV or REV, not '\(text)'",
        "to compare with the main branch, use '--git main...'", of: command)
    case .unknownRevision(let revision, let isShallow):
      .failure(
        "git: unknown revision '\(revision)'",
        isShallow ? Self.shallowAdvice : "name a branch, a tag or a commit of this repository")
    case .noFork(let first, let second, let isShallow):
      .failure(
        "git: '\(first)' and '\(second)' have no common revision",
        isShallow ? Self.shallowAdvice : "REV..REV compares the two revisions directly")
    case .outside(let path): .failure("\(path.quotedName) is outside of the repository")
    case .noGit: .failure("git is not installed", "without --git, the command compares two files or folders")
    case .git(let reason): .failure("git: \(reason)")
    case .strangeAnswer: .failure("cannot parse the output of git")
    case .system(.interrupted): OutputError.interrupted.report
    case .system(let error): .failure("cannot run git: \(error)")
    }
  }

  private static let shallowAdvice =
    "this is a shallow clone: fetch all revisions ('git fetch --unshallow', or 'fetch-depth: 0' of actions/checkout)"
}
