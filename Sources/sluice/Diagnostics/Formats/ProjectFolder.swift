import Foundation
import Platform

/// The folder of a project, from which whoever shows findings counts the paths of its files.
struct ProjectFolder {
  /// Where a file is.
  enum Place: Equatable {
    /// Below the folder, with its path from there.
    case inside(String)
    /// At a path from the root.
    case outside(String)
    /// No file at all, only a name: standard input.
    case nowhere(String)

    /// The path or name.
    var path: String {
      switch self {
      case .inside(let path), .outside(let path), .nowhere(let path): path
      }
    }
  }

  private let current: [Substring]
  private let root: [Substring]

  /// - Parameters:
  ///   - current: the folder that relative paths begin in.
  ///   - candidates: folders of the project, of which the first counts that `current` is in. Without one the project is
  ///     `current`.
  init(current: String, candidates: [String]) {
    let current = Self.names(in: current)
    self.current = current
    root =
      candidates.filter { $0.hasPrefix("/") }.map(Self.names).first(where: current.starts(with:)) ?? current
  }

  /// As the machines of GitHub and GitLab say it.
  static func ofProcess() -> ProjectFolder {
    ProjectFolder(
      current: FileManager.default.currentDirectoryPath,
      candidates: ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].compactMap(CurrentProcess.variable))
  }

  /// Where a file is that was named so.
  func place(of file: String) -> Place {
    guard file != InputFile.standardInputName else { return .nowhere(file) }
    let names = Self.names(in: file, from: file.hasPrefix("/") ? [] : current)
    guard names.starts(with: root), names.count > root.count else {
      return .outside("/" + names.joined(separator: "/"))
    }
    return .inside(names[root.count...].joined(separator: "/"))
  }

  /// The names on a path, those that `..` goes back over left out.
  private static func names(in path: String, from start: [Substring] = []) -> [Substring] {
    path.split(separator: "/").reduce(into: start) { names, name in
      switch name {
      case ".": break
      case "..": names = names.dropLast()
      default: names.append(name)
      }
    }
  }

  private static func names(in path: String) -> [Substring] { names(in: path, from: []) }
}
