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

  /// - Parameter shouldBeList: Returns whether a file that is not a list should be one.
  init(
    _ files: [InputFile], _ options: ConversionOptions, _ shouldBeList: (String, ForeignContent) -> Bool
  ) {
    for file in files {
      guard let content = FilterListFile.foreignContent(of: file, options) else {
        self.files.append(file)
        continue
      }
      let isExpected = shouldBeList(file.name, content)
      if !isExpected, !content.isEmpty {
        notes.append(FilterListFile.note(on: file, content))
        continue
      }
      self.files.append(file)
      if !isExpected, !Self.hasHeader(file) { emptyFiles.insert(file.name) }
    }
  }

  private static func hasHeader(_ file: InputFile) -> Bool {
    FilterList(parsing: file.bytes).lines.contains { if case .header = $0.content { true } else { false } }
  }

  mutating func add(_ other: FoundLists) {
    files += other.files
    emptyFiles.formUnion(other.emptyFiles)
    notes += other.notes
  }
}

/// The facts about a file apart from its content.
enum ListHistory {
  /// Returns whether a file should be a list: a build file names it, or an earlier version was one.
  static func hasList(at path: String, content: ForeignContent) -> Bool {
    isSource(path, content: content) || wasList(path)
  }

  /// Returns whether the bytes of a version are a list with filters.
  static func isList(_ bytes: [UInt8]) -> Bool {
    if case .foreign = ListJudgement(of: ListText(of: bytes).bytes) { false } else { true }
  }

  /// Returns whether the nearest build file names a file with this content as a source.
  private static func isSource(_ path: String, content: ForeignContent) -> Bool {
    guard let folder = try? Pathname.resolved(Pathname.folder(of: path)) else { return false }
    let name = Pathname.name(of: path)
    var current = folder
    var place = (try? BuildFile.path(in: current)) ?? nil
    while place == nil, current != "/", !current.isEmpty {
      current = Pathname.folder(of: current)
      place = (try? BuildFile.path(in: current)) ?? nil
    }
    guard let place, case .success(let found)? = try? BuildFile.find(place) else { return false }
    func resolved(_ path: String) -> String? {
      try? Pathname.resolved(path.hasPrefix("/") ? path : found.root.joined(path))
    }
    return found.file.lists.flatMap(\.sources).contains { source in
      if source.mayBeEmpty, content.isEmpty { return false }
      return switch source.location {
      case .url: false
      case .file(let path): resolved(path) == folder.joined(name)
      case .directory(let path): name.hasSuffix(".txt") && resolved(path) == folder
      }
    }
  }

  /// The maximum number of versions to look at. Older versions than a year do not count, since the search for them takes
  /// long in large repositories.
  private static let versions = ["-n", "20", "--since=1.year"]

  /// Returns whether one of the last versions of a file was a list with filters. Without git or a repository, there are
  /// no versions.
  private static func wasList(_ path: String) -> Bool {
    let folder = Pathname.folder(of: path)
    let name = Pathname.name(of: path)
    let place = ["-C", folder.isEmpty ? "." : folder]
    guard let git = try? GitProcess(),
      case .output(let commits)? = try? git.answer(
        to: place + ["rev-list"] + versions + ["HEAD", "--", name])
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
}
