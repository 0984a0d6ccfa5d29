import SluiceLint
import SluiceLists
import SluiceSystem

/// The `lint` sections of the build files in the folders of lists and their parents.
struct LintConfigurations {
  /// The configuration for each folder that was searched; nil if none was found.
  private var found: [String: Placed?] = [:]

  /// A configuration with its location.
  struct Placed {
    let configuration: LintConfiguration
    /// The folder that its paths are relative to.
    let root: String

    /// Returns the full path for a path in the configuration.
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
