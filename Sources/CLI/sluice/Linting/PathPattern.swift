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
    return names.indices.contains {
      Self.matches(steps[...], names[...$0], wildcard: ["*", "*"], Self.matches)
    }
  }

  private static func matches(_ pattern: [Character], _ name: [Character]) -> Bool {
    matches(pattern[...], name[...], wildcard: "*") { $0 == "?" || $0 == $1 }
  }

  /// Returns whether parts match a pattern in which a wildcard stands for any parts. Only the last wildcard is
  /// ever extended, so the running time is proportional to the product of both lengths.
  private static func matches<Part: Equatable>(
    _ pattern: ArraySlice<Part>, _ parts: ArraySlice<Part>, wildcard: Part, _ isMatch: (Part, Part) -> Bool
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
