import ListBuilding
import Platform

/// The repository that the current folder is in, read through git's plumbing, which runs nothing of its own and writes
/// nothing. What it says of names and contents is the repository's, and nobody's word.
struct GitRepository {
  private let git: GitProcess

  init() throws(CommandError) { git = try GitProcess() }

  /// Both states of the lists at these paths of the current folder; of all lists where none is named.
  func versions(
    of range: GitRange, _ paths: [String]
  ) throws(CommandError) -> (old: ListVersion, new: ListVersion) {
    let selection = try selection(paths)
    let old: ListVersion
    let new: ListVersion
    switch range.kind {
    case .between(let first, let second):
      old = try version(first, try commit(first), selection)
      new = try version(second, try commit(second), selection)
    case .sinceFork(let first, let second):
      let tip = try commit(second)
      let fork = try line(of: try git.output(["merge-base", try commit(first), tip]))
      old = try version("\(first)...\(second)", try Self.hash(fork), selection)
      new = try version(second, tip, selection)
    case .workTree(let first):
      old = try version(first, try commit(first), selection)
      let top = String(
        decoding: try line(of: try git.output(["rev-parse", "--show-toplevel"])), as: UTF8.self)
      new = ListVersion(name: "work tree", files: try ListFolder.read(top, selection))
    }
    if old.files.isEmpty, new.files.isEmpty {
      throw CommandError(DiffFailure.noLists(paths.isEmpty ? range.text : paths.joined(separator: " ")))
    }
    return (old, new)
  }

  private func commit(_ revision: String) throws(CommandError) -> String {
    let words = ["rev-parse", "--verify", "--end-of-options", "\(revision)^{commit}"]
    // Before git 2.30 it repeats that word.
    let lines = try git.output(words).split(separator: 0x0A)
    guard let last = lines.last else { throw CommandError(DiffFailure.strangeAnswer) }
    return try Self.hash(last)
  }

  /// The name of an object, which is safe to be handed back.
  private static func hash(_ text: ArraySlice<UInt8>) throws(CommandError) -> String {
    guard text.count == 40 || text.count == 64, text.allSatisfy(\.isHexDigit) else {
      throw CommandError(DiffFailure.strangeAnswer)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// An answer of one line, without its end. What is in it can have line ends of its own.
  private func line(of answer: [UInt8]) throws(CommandError) -> ArraySlice<UInt8> {
    guard answer.last == 0x0A else { throw CommandError(DiffFailure.strangeAnswer) }
    return answer.dropLast()
  }

  // MARK: Paths

  /// Paths of the current folder as paths of the repository.
  private func selection(_ paths: [String]) throws(CommandError) -> ListSelection {
    guard !paths.isEmpty else { return .everything }
    let prefix = try line(of: try git.output(["rev-parse", "--show-prefix"]))
    var selected: [[UInt8]] = []
    for path in paths {
      guard !path.hasPrefix("/"), let whole = Self.resolved(Array(prefix) + Array(path.utf8)) else {
        throw CommandError(DiffFailure.outside(path))
      }
      selected.append(whole)
    }
    return ListSelection(paths: selected)
  }

  /// The path without `.` and `..`; nil where it leads out.
  static func resolved(_ path: [UInt8]) -> [UInt8]? {
    var steps: [ArraySlice<UInt8>] = []
    for step in path.split(separator: UInt8(ascii: "/")) {
      if step.elementsEqual(".".utf8) { continue }
      if step.elementsEqual("..".utf8) {
        guard steps.popLast() != nil else { return nil }
      } else {
        steps.append(step)
      }
    }
    return Array(steps.joined(separator: [UInt8(ascii: "/")]))
  }

  // MARK: Contents

  private func version(
    _ name: String, _ commit: String, _ selection: ListSelection
  ) throws(CommandError) -> ListVersion {
    let tree = try git.output(["ls-tree", "-r", "-z", "-l", "--full-tree", commit])
    let entries = try CommandError.of { () throws(DiffFailure) in
      try GitTreeEntry.all(tree, selection, of: name)
    }
    guard !entries.isEmpty else { return ListVersion(name: name, files: []) }
    let input = Array(entries.map { $0.object + "\n" }.joined().utf8)
    let answer = try git.output(["cat-file", "--batch"], input: input)
    let contents = try CommandError.of { () throws(DiffFailure) in try GitTreeEntry.contents(answer, entries)
    }
    return ListVersion(
      name: name,
      files: zip(entries, contents).map {
        InputFile(name: String(decoding: $0.path, as: UTF8.self), bytes: $1)
      })
  }
}

/// A file of a tree.
struct GitTreeEntry: Equatable {
  let object: String
  let size: Int
  let path: [UInt8]

  /// The selected files of what `ls-tree -r -z -l` writes, in the order of their paths: `MODE blob HASH SIZE<tab>PATH`.
  /// Links and other repositories are no files.
  static func all(
    _ tree: [UInt8], _ selection: ListSelection, of name: String
  ) throws(DiffFailure) -> [GitTreeEntry] {
    var entries: [GitTreeEntry] = []
    var bytes = 0
    for row in tree.split(separator: 0) {
      guard let tab = row.firstIndex(of: 0x09) else { throw .strangeAnswer }
      let words = row[..<tab].split(separator: 0x20)
      guard words.count == 4 else { throw .strangeAnswer }
      let path = Array(row[(tab + 1)...])
      guard words[0].starts(with: "100".utf8), selection.takes(path) else { continue }
      guard let size = Int(String(decoding: words[3], as: UTF8.self)), size >= 0 else { throw .strangeAnswer }
      bytes += min(size, FileDescriptor.maximumBytes + 1)
      entries.append(GitTreeEntry(object: String(decoding: words[2], as: UTF8.self), size: size, path: path))
      guard entries.count <= ListSelection.maximumFiles else { throw .tooManyFiles(name) }
      guard bytes <= FileDescriptor.maximumBytes - (1 << 24) else { throw .tooLarge(name) }
    }
    return entries.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  /// What `cat-file --batch` writes for the entries: a line `HASH blob SIZE`, so many bytes, a line end.
  static func contents(
    _ answer: [UInt8], _ entries: [GitTreeEntry]
  ) throws(DiffFailure) -> [[UInt8]] {
    var contents: [[UInt8]] = []
    var offset = 0
    for entry in entries {
      let head = Array("\(entry.object) blob \(entry.size)\n".utf8)
      let start = offset + head.count
      guard answer.count > start + entry.size, answer[offset...].starts(with: head),
        answer[start + entry.size] == 0x0A
      else { throw .strangeAnswer }
      contents.append(Array(answer[start..<start + entry.size]))
      offset = start + entry.size + 1
    }
    return contents
  }
}
