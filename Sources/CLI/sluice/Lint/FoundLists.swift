import SluiceConversion
import SluiceLists
import SluiceSyntax
import SluiceSystem

/// The lists among the files of folders and revisions.
struct FoundLists {
  /// The lists, and files that should be lists, about which `sluice lint` reports an error.
  var files: [InputFile] = []
  /// The names of files that may have no filter.
  private(set) var emptyFiles: Set<String> = []
  /// Notes about files that were left out.
  private(set) var notes: [String] = []

  init() {}

  /// - Parameter wasList: Returns whether an earlier version of a file was a list.
  init(_ files: [InputFile], _ options: ConversionOptions, _ wasList: (String) -> Bool) {
    for file in files {
      guard let content = FilterListFile.foreignContent(of: file, options) else {
        self.files.append(file)
        continue
      }
      let shouldBeList = wasList(file.name)
      if !shouldBeList, !content.isEmpty {
        notes.append(FilterListFile.note(on: file, content))
        continue
      }
      self.files.append(file)
      let hasHeader = FilterList(parsing: file.bytes).lines.contains {
        if case .header = $0.content { true } else { false }
      }
      if !shouldBeList, !hasHeader { emptyFiles.insert(file.name) }
    }
  }

  mutating func add(_ other: FoundLists) {
    files += other.files
    emptyFiles.formUnion(other.emptyFiles)
    notes += other.notes
  }
}

/// The earlier versions of files in a repository.
enum FormerVersions {
  /// The maximum number of versions to look at.
  private static let limit = 20

  /// Returns whether one of the last versions of a file was a list with filters. Without git or a repository, there are
  /// no versions.
  static func haveList(_ path: String) -> Bool {
    let folder = Path.folder(of: path)
    let name = Path.name(of: path)
    let place = ["-C", folder.isEmpty ? "." : folder]
    guard let git = try? GitProcess(),
      case .output(let commits)? = try? git.answer(
        to: place + ["rev-list", "-n", "\(limit)", "HEAD", "--", name])
    else { return false }
    return commits.split(separator: 0x0A).contains { commit in
      guard commit.allSatisfy(\.isHexDigit) else { return false }
      let object = "\(String(decoding: commit, as: UTF8.self)):./\(name)"
      guard case .output(let bytes)? = try? git.answer(to: place + ["cat-file", "blob", object]) else {
        return false
      }
      return isList(bytes)
    }
  }

  /// Returns whether the bytes of a version are a list with filters.
  static func isList(_ bytes: [UInt8]) -> Bool {
    if case .foreign = ListJudgement(of: ListText(of: bytes).bytes) { false } else { true }
  }
}
