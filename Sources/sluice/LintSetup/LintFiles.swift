import SluiceLint
import SluiceListFiles
import SluiceLists
import SluiceSystem

/// The `lint` sections of the build files in the folders of lists and their parents.
struct LintConfigurations {
  /// The configuration for each folder that was searched; nil if none was found.
  private var found: [String: Placed?] = [:]

  struct Placed {
    let configuration: LintConfiguration
    /// The folder that its paths are relative to.
    let root: String

    func path(_ name: String) -> String { name.hasPrefix("/") ? name : root.joined(name) }
  }

  /// Returns the configuration for a list, from the nearest sluice.json with a `lint` section.
  mutating func configuration(for file: String) throws(CommandError) -> Placed? {
    guard file != InputFile.standardInputName else { return try configuration(in: ".") }
    return try configuration(in: Pathname.folder(of: file))
  }

  private mutating func configuration(in folder: String) throws(CommandError) -> Placed? {
    guard var current = try? Pathname.resolved(folder) else { return nil }
    let start = current
    if let known = found[start] { return known }
    var placed: Placed?
    while placed == nil {
      placed = try Self.read(current)
      if current == "/" || current.isEmpty { break }
      current = Pathname.folder(of: current)
    }
    found[start] = placed
    return placed
  }

  private static func read(_ folder: String) throws(CommandError) -> Placed? {
    for name in BuildFile.fileNames { ReadFiles.current?.add(folder.joined(name)) }
    let found = try CommandError.of { () throws(BuildProblem) in try BuildFile.path(in: folder) }
    guard let path = found else { return nil }
    let file = try InputFile(path)
    let configuration = try CommandError.of { () throws(BuildFileMistake) in
      try LintConfiguration(parsing: file.bytes, name: file.name)
    }
    return configuration.map { Placed(configuration: $0, root: folder) }
  }
}

/// A pattern of `--exclude` or the configuration's `exclude`.
///
/// It is a name (`drafts`, `*.old.txt`), or a path relative to a folder (`lists/old/*.txt`,
/// `lists/**/test.txt`). If it matches a folder, it also matches everything below.
struct PathPattern: Sendable {
  private let steps: [[Character]]
  /// Whether the pattern is a path, rather than a name that matches anywhere.
  private let isPath: Bool

  /// Parses a pattern: `*` matches any text in a name, `?` one character, `**` any folders.
  init(_ text: String) {
    var parts = text.split(separator: "/", omittingEmptySubsequences: true).map(Array.init)
    parts.removeAll { $0 == ["."] }
    isPath = text.dropLast(text.hasSuffix("/") ? 1 : 0).contains("/")
    steps = parts
  }

  /// Returns whether a path, relative to the pattern's folder, matches.
  func matches(_ path: String) -> Bool {
    var names = path.split(separator: "/").map(Array.init)
    names.removeAll { $0 == ["."] }
    guard !steps.isEmpty else { return false }
    if !isPath { return names.contains { Self.matches(steps[0], name: $0) } }
    return names.indices.contains {
      Self.matches(steps[...], parts: names[...$0], wildcard: ["*", "*"], isMatch: Self.matches)
    }
  }

  private static func matches(_ pattern: [Character], name: [Character]) -> Bool {
    matches(pattern[...], parts: name[...], wildcard: "*") { $0 == "?" || $0 == $1 }
  }

  /// Returns whether parts match a pattern in which a wildcard stands for any parts. Only the last wildcard is
  /// ever extended, so the running time is proportional to the product of both lengths.
  private static func matches<Part: Equatable>(
    _ pattern: ArraySlice<Part>, parts: ArraySlice<Part>, wildcard: Part, isMatch: (Part, Part) -> Bool
  ) -> Bool {
    var (index, place) = (pattern.startIndex, parts.startIndex)
    var retry: (index: Int, place: Int)?
    while place < parts.endIndex {
      if index < pattern.endIndex, pattern[index] == wildcard {
        retry = (index, place)
        index += 1
      } else if index < pattern.endIndex, isMatch(pattern[index], parts[place]) {
        (index, place) = (index + 1, place + 1)
      } else if let (last, start) = retry {
        retry = (last, start + 1)
        (index, place) = (last + 1, start + 1)
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == wildcard }
  }
}

extension [PathPattern] {
  /// Returns whether one of the patterns matches a file.
  ///
  /// - Parameter folder: The folder that patterns are relative to, with links resolved; nil for the current
  ///   folder.
  func mean(_ file: String, from folder: String? = nil) -> Bool {
    guard !isEmpty, file != InputFile.standardInputName else { return false }
    let current = (try? Pathname.resolved(".")) ?? "."
    let own = file.hasPrefix("/") ? file : current.joined(file)
    let path =
      (try? Pathname.resolved(Pathname.folder(of: own))).map { $0.joined(Pathname.name(of: own)) } ?? own
    let root = folder ?? current
    let start = root.hasSuffix("/") ? root : root + "/"
    // A file outside the folder has no relative path, so only its name is matched.
    let relative = path.hasPrefix(start) ? String(path.dropFirst(start.count)) : Pathname.name(of: path)
    return contains { $0.matches(relative) }
  }
}

/// A file with known findings. It contains the paths of lists relative to its own folder, so that it works
/// wherever `sluice lint` runs.
struct LintBaselineFile: Sendable {
  private let baseline: LintBaseline
  private let folder: String

  init(_ path: String) throws(CommandError) {
    baseline = try Self.baseline(InputFile(path))
    folder = Self.folder(of: path)
  }

  private static func baseline(_ file: InputFile) throws(CommandError) -> LintBaseline {
    try CommandError.of({ .unusable($0, of: file.name) }) {
      () throws(LintBaseline.Problem) in try LintBaseline(decodingJSON: file.bytes)
    }
  }

  /// Removes known findings from a report and returns their number.
  ///
  /// - Parameter root: The folder that names in the report are relative to; nil for the current folder.
  func apply(to report: inout LintReport, root: String?) -> Int {
    baseline.apply(to: &report) { name in
      Self.name(of: name.hasPrefix("/") ? name : root?.joined(name) ?? name, from: folder)
    }
  }

  /// Writes a baseline. An existing file is only replaced if it is a baseline.
  static func write(_ report: LintReport, to path: String, but inputs: [InputFile]) throws(CommandError) {
    let destination = try Destination.named(path)
    try [destination].refuse(inputs: inputs)
    if case .file(let existing, _?) = destination.kind { _ = try baseline(InputFile(existing)) }
    let folder = folder(of: path)
    let batch = OutputBatch()
    try batch.add(LintBaseline(report) { name(of: $0, from: folder) }.encodedJSON(), to: destination)
    try batch.finish()
  }

  /// Returns the folder of a file; empty if the path has no folder, as for a stream.
  private static func folder(of path: String) -> String {
    (try? Pathname.resolved(Pathname.folder(of: path))) ?? ""
  }

  /// Returns the name of a list in the baseline: the path relative to the baseline's folder, or the full path
  /// of a list outside it.
  private static func name(of list: String, from folder: String) -> String {
    guard list != InputFile.standardInputName, let path = try? Pathname.resolved(list) else { return list }
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
  }
}

extension CommandError {
  fileprivate static func unusable(_ problem: LintBaseline.Problem, of name: String) -> CommandError {
    switch problem {
    case .malformed(let reason):
      .failure(to: "read", name, reason: reason, advice: "'sluice lint --write-baseline FILE' writes one")
    case .unknownVersion(let version):
      .failure(
        to: "read", name, reason: "it has version \(version), and this program supports version 1",
        advice: "use a newer sluice")
    }
  }
}
