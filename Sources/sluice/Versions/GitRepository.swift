import SluiceLists
import SluiceSystem
import SluiceText

/// The repository of the current folder. It is read with git's plumbing commands, which run nothing from the
/// repository and write nothing.
///
/// Names and contents come from the repository and are untrusted.
struct GitRepository {
  private let git: GitProcess

  init() throws(CommandError) { git = try GitProcess() }

  /// Returns the old and the new version of the lists at paths relative to the current folder, or of all
  /// lists if `paths` is empty.
  func versions(
    of range: GitRange, _ paths: [String]
  ) throws(CommandError) -> (old: ListVersion, new: ListVersion) {
    let selection = try selection(paths)
    let old: ListVersion
    let new: ListVersion
    switch range.kind {
    case .between(let first, let second):
      old = try version(first, commit: try commit(first), selection: selection)
      new = try version(second, commit: try commit(second), selection: selection)
    case .sinceFork(let first, let second):
      let tip = try commit(second)
      let start = try commit(first)
      guard case .output(let answer) = try git.answer(to: ["merge-base", start, tip]), !answer.isEmpty else {
        throw .failure(
          "git: '\(first)' and '\(second)' have no common revision",
          advice: isShallow ? Self.shallowAdvice : "REV..REV compares the two revisions directly")
      }
      let fork = try line(of: answer)
      old = try version("\(first)...\(second)", commit: try Self.hash(fork), selection: selection)
      new = try version(second, commit: tip, selection: selection)
    case .workTree(let first):
      old = try version(first, commit: try commit(first), selection: selection)
      new = try workTree(selection)
    }
    if old.files.isEmpty, new.files.isEmpty {
      throw .noLists(in: paths.isEmpty ? range.text : paths.joined(separator: " "))
    }
    return (old, new)
  }

  /// Returns the old and the new version of staged lists: the lists of the last commit, if any, and the lists
  /// of the index.
  func stagedVersions(_ paths: [String]) throws(CommandError) -> (old: ListVersion, new: ListVersion) {
    let selection = try selection(paths)
    let new = ListVersion(name: "index", files: try contents(of: try staged(selection)))
    guard case .output = try git.answer(to: ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]) else {
      return (ListVersion(name: "HEAD", files: []), new)
    }
    return (try version("HEAD", commit: try commit("HEAD"), selection: selection), new)
  }

  /// Returns a function that converts the path of a file in the repository to a path relative to the current
  /// folder.
  func pathsFromHere() throws(CommandError) -> @Sendable (String) -> String {
    let prefix = String(
      decoding: try line(of: try git.output(["rev-parse", "--show-prefix"])), as: UTF8.self)
    let up = String(decoding: try line(of: try git.output(["rev-parse", "--show-cdup"])), as: UTF8.self)
    return { path in path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : up + path }
  }

  private func top() throws(CommandError) -> String {
    String(decoding: try line(of: try git.output(["rev-parse", "--show-toplevel"])), as: UTF8.self)
  }

  /// Returns the lists of the working tree: files that git tracks, and new files that it does not ignore.
  /// Nested repositories are skipped.
  private func workTree(_ selection: ListSelection) throws(CommandError) -> ListVersion {
    let top = try top()
    let answer = try git.output([
      "-C", top, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--full-name",
    ])
    let known = Set(answer.split(separator: 0).map(Array.init))
    return ListVersion(name: "work tree", files: try ListFolder.read(top, selection: selection, only: known))
  }

  private var isShallow: Bool {
    let answer = try? git.output(["rev-parse", "--is-shallow-repository"])
    return answer?.starts(with: "true".utf8) ?? false
  }

  private func commit(_ revision: String) throws(CommandError) -> String {
    let words = ["rev-parse", "--verify", "--end-of-options", "\(revision)^{commit}"]
    let answer: [UInt8]
    switch try git.answer(to: words) {
    case .output(let bytes): answer = bytes
    // These are git's messages for an unknown revision. Other failures are failures of the repository.
    case .failure(let reason) where reason.contains("single revision") || reason.contains("nknown revision"):
      throw .failure(
        "git: unknown revision '\(revision)'",
        advice: isShallow ? Self.shallowAdvice : "name a branch, a tag or a commit of this repository")
    case .failure(let reason): throw .git(reason)
    }
    // Before version 2.30, git also prints `--end-of-options`.
    let lines = answer.split(separator: 0x0A)
    guard let last = lines.last else { throw .strangeAnswer }
    return try Self.hash(last)
  }

  /// Returns the hash of an object. Throws if the text is not a hash, which would be unsafe to pass back to
  /// git.
  private static func hash(_ text: ArraySlice<UInt8>) throws(CommandError) -> String {
    guard text.count == 40 || text.count == 64, text.allSatisfy(\.isHexDigit) else {
      throw .strangeAnswer
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns an answer without its final line break. A path in the answer can contain other line breaks.
  private func line(of answer: [UInt8]) throws(CommandError) -> ArraySlice<UInt8> {
    guard answer.last == 0x0A else { throw .strangeAnswer }
    return answer.dropLast()
  }

  // MARK: Paths

  /// Converts paths relative to the current folder to paths in the repository.
  private func selection(_ paths: [String]) throws(CommandError) -> ListSelection {
    guard !paths.isEmpty else { return .everything }
    let prefix = try line(of: try git.output(["rev-parse", "--show-prefix"]))
    var selected: [[UInt8]] = []
    for path in paths {
      guard !path.hasPrefix("/"), let whole = Self.resolved(Array(prefix) + Array(path.utf8)) else {
        throw .failure("\(path.quotedName) is outside of the repository")
      }
      selected.append(whole)
    }
    return ListSelection(paths: selected)
  }

  /// Returns the path without `.` and `..`; nil if it leads out of the repository.
  static func resolved(_ path: [UInt8]) -> [UInt8]? {
    var steps: [ArraySlice<UInt8>] = []
    for step in path.split(separator: ASCII.slash) {
      if step.elementsEqual(".".utf8) { continue }
      if step.elementsEqual("..".utf8) {
        guard steps.popLast() != nil else { return nil }
      } else {
        steps.append(step)
      }
    }
    return Array(steps.joined(separator: [ASCII.slash]))
  }

  private static let shallowAdvice =
    "this is a shallow clone: fetch all revisions ('git fetch --unshallow', or 'fetch-depth: 0' of actions/checkout)"

  // MARK: Contents

  private func version(
    _ name: String, commit: String, selection: ListSelection
  ) throws(CommandError) -> ListVersion {
    let tree = try git.output(["ls-tree", "-r", "-z", "-l", "--full-tree", commit])
    let entries = try GitTreeEntry.all(tree, selection: selection, of: name)
    return ListVersion(name: name, files: try contents(of: entries))
  }

  private func contents(of entries: [GitTreeEntry]) throws(CommandError) -> [InputFile] {
    guard !entries.isEmpty else { return [] }
    let input = Array(entries.map { $0.object + "\n" }.joined().utf8)
    let answer = try git.output(["cat-file", "--batch"], input: input)
    return try GitTreeEntry.files(answer, entries: entries)
  }

  /// Returns the entries of the index with the sizes of their objects.
  private func staged(_ selection: ListSelection) throws(CommandError) -> [GitTreeEntry] {
    let rows = try git.output(["-C", try top(), "ls-files", "-s", "-z", "--full-name"])
    let objects = try GitTreeEntry.staged(rows, selection: selection)
    guard !objects.isEmpty else { return [] }
    let input = Array(objects.map { $0.object + "\n" }.joined().utf8)
    let sizes = try git.output(["cat-file", "--batch-check"], input: input)
    return try GitTreeEntry.sized(objects, answer: sizes)
  }
}

/// A file in a tree or the index of a repository.
struct GitTreeEntry: Equatable {
  let object: String
  let size: Int
  let path: [UInt8]

  /// Parses the output of `ls-tree -r -z -l` and returns the selected files, sorted by path. A row is `MODE
  /// blob HASH SIZE<tab>PATH`.
  ///
  /// Links and submodules are skipped.
  static func all(
    _ tree: [UInt8], selection: ListSelection, of name: String
  ) throws(CommandError) -> [GitTreeEntry] {
    var entries: [GitTreeEntry] = []
    var bytes = 0
    for row in tree.split(separator: 0) {
      guard let tab = row.firstIndex(of: 0x09) else { throw .strangeAnswer }
      let words = row[..<tab].split(separator: 0x20)
      guard words.count == 4 else { throw .strangeAnswer }
      let path = Array(row[(tab + 1)...])
      guard words[0].starts(with: "100".utf8), selection.takes(path) else { continue }
      guard let size = Int(String(decoding: words[3], as: UTF8.self)), size >= 0 else { throw .strangeAnswer }
      bytes += min(size, OpenFile.maximumBytes + 1)
      entries.append(GitTreeEntry(object: String(decoding: words[2], as: UTF8.self), size: size, path: path))
      guard entries.count <= ListSelection.maximumFiles else { throw .tooManyLists(in: name) }
      guard bytes <= OpenFile.maximumBytes - (1 << 24) else { throw .tooLargeLists(in: name) }
    }
    return entries.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  /// Parses the output of `ls-files -s -z` and returns the selected files without sizes. A row is `MODE HASH
  /// STAGE<tab>PATH`.
  ///
  /// Skips files with unresolved conflicts, which have several stages and cannot be committed.
  static func staged(
    _ rows: [UInt8], selection: ListSelection
  ) throws(CommandError) -> [(object: String, path: [UInt8])] {
    var entries: [(object: String, path: [UInt8])] = []
    for row in rows.split(separator: 0) {
      guard let tab = row.firstIndex(of: 0x09) else { throw .strangeAnswer }
      let words = row[..<tab].split(separator: 0x20)
      guard words.count == 3 else { throw .strangeAnswer }
      let path = Array(row[(tab + 1)...])
      guard words[0].starts(with: "100".utf8), words[2].elementsEqual("0".utf8), selection.takes(path) else {
        continue
      }
      entries.append((String(decoding: words[1], as: UTF8.self), path))
      guard entries.count <= ListSelection.maximumFiles else { throw .tooManyLists(in: "index") }
    }
    return entries.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  /// Parses the output of `cat-file --batch-check` for objects and returns their entries. A line is `HASH
  /// blob SIZE`.
  static func sized(
    _ objects: [(object: String, path: [UInt8])], answer: [UInt8]
  ) throws(CommandError) -> [GitTreeEntry] {
    let lines = answer.split(separator: 0x0A)
    guard lines.count == objects.count else { throw .strangeAnswer }
    var entries: [GitTreeEntry] = []
    var bytes = 0
    for (object, line) in zip(objects, lines) {
      let words = line.split(separator: 0x20)
      guard words.count == 3, words[0].elementsEqual(object.object.utf8), words[1].elementsEqual("blob".utf8),
        let size = Int(String(decoding: words[2], as: UTF8.self)), size >= 0
      else { throw .strangeAnswer }
      bytes += min(size, OpenFile.maximumBytes + 1)
      guard bytes <= OpenFile.maximumBytes - (1 << 24) else { throw .tooLargeLists(in: "index") }
      entries.append(GitTreeEntry(object: object.object, size: size, path: object.path))
    }
    return entries
  }

  /// Parses the output of `cat-file --batch` and returns the files of entries. Each entry is a line `HASH
  /// blob SIZE`, the content, and a line break.
  static func files(_ answer: [UInt8], entries: [GitTreeEntry]) throws(CommandError) -> [InputFile] {
    var files: [InputFile] = []
    var offset = 0
    for entry in entries {
      let head = Array("\(entry.object) blob \(entry.size)\n".utf8)
      let start = offset + head.count
      guard answer.count > start + entry.size, answer[offset...].starts(with: head),
        answer[start + entry.size] == 0x0A
      else { throw .strangeAnswer }
      files.append(
        InputFile(
          name: String(decoding: entry.path, as: UTF8.self), bytes: Array(answer[start..<start + entry.size]))
      )
      offset = start + entry.size + 1
    }
    return files
  }
}
