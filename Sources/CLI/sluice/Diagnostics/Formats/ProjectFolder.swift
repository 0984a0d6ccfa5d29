import SluiceSystem

/// The folder of a project. Viewers of findings need file paths relative to it.
struct ProjectFolder {
  /// The location of a file.
  enum Location: Equatable {
    /// In the folder, with the relative path.
    case inside(String)
    /// Outside, with the absolute path.
    case outside(String)
    /// Not a file but standard input, with its name.
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

  /// Creates a project folder.
  ///
  /// - Parameters:
  ///   - current: The folder that relative paths start from.
  ///   - candidates: Possible project folders. The first one that contains `current` is used, or `current`
  ///     itself.
  init(current: String, candidates: [String]) {
    let current = Self.names(in: current)
    self.current = current
    root =
      candidates.filter { $0.hasPrefix("/") }.map(Self.names).first(where: current.starts(with:)) ?? current
  }

  /// Returns the project folder according to the environment variables of GitHub and GitLab.
  static func ofProcess() -> ProjectFolder {
    ProjectFolder(
      current: (try? Pathname.resolved(".")) ?? "",
      candidates: ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].compactMap(CurrentProcess.variable))
  }

  func location(of file: String) -> Location {
    guard file != InputFile.standardInputName else { return .nowhere(file) }
    let names = Self.names(in: file, from: file.hasPrefix("/") ? [] : current)
    guard names.starts(with: root), names.count > root.count else {
      return .outside("/" + names.joined(separator: "/"))
    }
    return .inside(names[root.count...].joined(separator: "/"))
  }

  /// Returns the components of a path, with `..` resolved.
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
