import SluiceSystem

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
    if !isPath { return names.contains { Self.matches(steps[0], $0) } }
    return names.indices.contains { Self.matches(steps[...], names[...$0]) }
  }

  /// Returns whether names match the steps. Only the last `**` is ever extended, so the running time is
  /// proportional to the product of both lengths.
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
  /// Returns whether one of the patterns matches a file.
  ///
  /// - Parameter folder: The folder that patterns are relative to, with links resolved; nil for the current
  ///   folder.
  func mean(_ file: String, from folder: String? = nil) -> Bool {
    guard !isEmpty, file != InputFile.standardInputName else { return false }
    let current = (try? Path.resolved(".")) ?? "."
    let own = file.hasPrefix("/") ? file : current.joined(file)
    let path = (try? Path.resolved(Path.folder(of: own))).map { $0.joined(Path.name(of: own)) } ?? own
    let root = folder ?? current
    let start = root.hasSuffix("/") ? root : root + "/"
    // A file outside the folder has no relative path, so only its name is matched.
    let relative = path.hasPrefix(start) ? String(path.dropFirst(start.count)) : Path.name(of: path)
    return contains { $0.matches(relative) }
  }
}
