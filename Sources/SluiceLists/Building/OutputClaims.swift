import SluiceConversion
import SluiceListFiles
import SluiceSystem
import SluiceText

/// The files of an output directory that a build may replace: those that the last build wrote, by name.
///
/// The build never replaces a file that it reads.
struct OutputClaims {
  /// The files that the last builds wrote, each with its possible contents. The array is empty if these are
  /// unknown.
  ///
  /// A file has several possible contents after a build was killed while it replaced files one by one.
  let files: [FileName: [Manifest.File]]
  /// The files that this build has read, by identity. One file can have many paths, because of symbolic
  /// links, hard links and case-insensitive file systems.
  let inputs: [FileIdentity: String]

  func isWritten(_ name: FileName) -> Bool { files.keys.contains(name) }

  /// Returns the reasons why files of the new content must not replace existing files.
  ///
  /// - Parameters:
  ///   - names: The files of the new content.
  ///   - path: The path of the directory in messages.
  ///   - content: The new content.
  func problems(
    of names: Set<FileName>, in directory: Directory, path: String, new content: Directory
  ) throws(SystemError) -> [BuildProblem] {
    var problems: [BuildProblem] = []
    for name in names.sorted() {
      guard let status = try directory.existingStatus(of: name) else { continue }
      if let input = try input(name, in: directory) {
        problems.append(
          BuildProblem(
            "\(path)/\(name)", message: "would be overwritten, and this build reads it as '\(input)'",
            advice: "give the list another name, or build into another directory with --output"))
      } else if status.kind != .regular {
        problems.append(
          BuildProblem(
            "\(path)/\(name)", message: "is not a file, and the build writes one there",
            advice: "move it away, or build into another directory with --output"))
      } else if !isWritten(name), try !content.hasSame(name, size: status.size, as: directory) {
        problems.append(
          BuildProblem(
            "\(path)/\(name)", message: "would be overwritten, and the last build did not write it",
            advice: "move it away, or build into another directory with --output"))
      }
    }
    return problems
  }

  /// Returns the unchanged files of the last build that the new content no longer has.
  func abandoned(besides names: Set<FileName>, in directory: Directory) throws(SystemError) -> Set<FileName> {
    var abandoned: Set<FileName> = []
    for (name, contents) in files where !names.contains(name) {
      if contents.contains(where: { $0.isIntact(in: directory) }), try input(name, in: directory) == nil {
        abandoned.insert(name)
      }
    }
    return abandoned
  }

  /// Returns whether the interim manifest must list this file, so that the next build recognizes it if this
  /// build is killed.
  func isUnknown(_ file: Manifest.File) -> Bool {
    guard let contents = files[file.name] else { return true }
    return !contents.isEmpty && !contents.contains(file)
  }

  private func input(_ name: FileName, in directory: Directory) throws(SystemError) -> String? {
    let identities = [
      try directory.status(of: name).identity,
      // The target of a broken link is not an input.
      try? directory.status(of: name, followingLinks: true).identity,
    ]
    return identities.compactMap { $0.flatMap { inputs[$0] } }.first
  }
}

extension Directory {
  /// Returns whether a file is equal to the file of the same name and of the given size in another folder.
  fileprivate func hasSame(_ name: FileName, size: Int, as other: Directory) throws(SystemError) -> Bool {
    guard try status(of: name).size == size else { return false }
    return try contents(of: name) == other.contents(of: name)
  }
}

extension Manifest.File {
  /// Returns whether the file exists with exactly these bytes. Time and size are not enough: a bit can flip
  /// on disk.
  func isIntact(in directory: Directory) -> Bool {
    guard let status = try? directory.status(of: name), status.kind == .regular, status.size == bytes,
      let content = try? directory.contents(of: name)
    else { return false }
    return SHA256Hasher.digest(of: content).description == sha256
  }
}

extension FileName {
  /// Whether a build could give a file this name: letters, digits, `-`, `_` and dots, with an extension that
  /// builds use. `robots.txt` belongs to the site that the folder is part of.
  ///
  /// If a manifest claims that a build wrote any other file, the claim is ignored.
  var isOfABuild: Bool {
    if [Manifest.fileName, BuildReport.fileName, LicenseNotice.fileName].contains(self) { return true }
    let isPlain = bytes.allSatisfy { $0.isLabelByte || $0.isCapital || $0 == ASCII.dot }
    guard isPlain, !hasPrefix("."), description.lowercased() != "robots.txt" else { return false }
    return Self.endings.contains { hasSuffix($0) }
      || RedirectResource.allCases.contains { hasSuffix(".\(ListRecipe.changesName).\($0.rawValue)") }
  }

  private static let endings = [".json", ".json.gz", ".map", ".isolated.js", ".page.js", ".txt"]
}
