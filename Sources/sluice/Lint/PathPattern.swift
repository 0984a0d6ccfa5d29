import Platform

/// What `--exclude` and `exclude` of a configuration name: a name (`drafts`, `*.old.txt`), or a path (`lists/old/*.txt`,
/// `lists/**/test.txt`) from a folder on. What is below a folder that matches is meant too.
struct PathPattern: Sendable {
  private let steps: [[Character]]
  /// Whether it is a path, and not the name of a file or folder wherever it is.
  private let isPath: Bool

  /// Reads a pattern: `*` is any text of a name, `?` one character, `**` any folders.
  init(_ text: String) {
    var parts = text.split(separator: "/", omittingEmptySubsequences: true).map(Array.init)
    parts.removeAll { $0 == ["."] }
    isPath = text.dropLast(text.hasSuffix("/") ? 1 : 0).contains("/")
    steps = parts
  }

  /// Whether a path, from the folder of the pattern on, is meant.
  func matches(_ path: String) -> Bool {
    var names = path.split(separator: "/").map(Array.init)
    names.removeAll { $0 == ["."] }
    guard !steps.isEmpty else { return false }
    if !isPath { return names.contains { Self.matches(steps[0], $0) } }
    return names.indices.contains { Self.matches(steps[...], names[...$0]) }
  }

  /// Whether names are those of the steps. Only the last `**` is ever widened, so that the time is a product of both lengths.
  private static func matches(_ steps: ArraySlice<[Character]>, _ names: ArraySlice<[Character]>) -> Bool {
    var (step, name) = (steps.startIndex, names.startIndex)
    var retry: (step: Int, name: Int)?
    while name < names.endIndex {
      if step < steps.endIndex, steps[step] == ["*", "*"] {
        retry = (step, name)
        step += 1
      } else if step < steps.endIndex, matches(steps[step], names[name]) {
        (step, name) = (step + 1, name + 1)
      } else if let (last, start) = retry {
        retry = (last, start + 1)
        (step, name) = (last + 1, start + 1)
      } else {
        return false
      }
    }
    return steps[step...].allSatisfy { $0 == ["*", "*"] }
  }

  private static func matches(_ pattern: [Character], _ name: [Character]) -> Bool {
    var (index, place) = (0, 0)
    var retry: (index: Int, place: Int)?
    while place < name.count {
      if index < pattern.count, pattern[index] == "*" {
        retry = (index, place)
        index += 1
      } else if index < pattern.count, pattern[index] == "?" || pattern[index] == name[place] {
        (index, place) = (index + 1, place + 1)
      } else if let (last, start) = retry {
        retry = (last, start + 1)
        (index, place) = (last + 1, start + 1)
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == "*" }
  }
}

extension [PathPattern] {
  /// Whether a file is meant by one of them.
  ///
  /// - Parameter folder: The folder to which the patterns are relative, without links; nil for the one that the program runs in.
  func mean(_ file: String, from folder: String? = nil) -> Bool {
    guard !isEmpty, file != InputFile.standardInputName else { return false }
    let current = (try? Path.resolved(".")) ?? "."
    let own = file.hasPrefix("/") ? file : current.joined(file)
    let path = (try? Path.resolved(Path.folder(of: own))).map { $0.joined(Path.name(of: own)) } ?? own
    let root = folder ?? current
    let start = root.hasSuffix("/") ? root : root + "/"
    // A file elsewhere has no path from the folder on, but a name.
    let relative = path.hasPrefix(start) ? String(path.dropFirst(start.count)) : Path.name(of: path)
    return contains { $0.matches(relative) }
  }
}
