import Codecs
import Platform

/// Which files of an output a build may replace: those that the last build wrote, by name. What it reads, never.
struct OutputClaims {
  /// What the last build wrote; with what it was, where that is known.
  let files: [FileName: Manifest.File?]
  /// What this build has read, by what it is: one file can have many paths, by links, by hard links, and where
  /// the case of letters makes no difference.
  let inputs: [FileIdentity: String]

  /// Whether the last build wrote a file of this name.
  func isWritten(_ name: FileName) -> Bool { files.keys.contains(name) }

  /// Why files of the new content must not take the place of what is there.
  ///
  /// - Parameters:
  ///   - names: The files of the new content.
  ///   - path: What messages call the directory.
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
            "\(path)/\(name)", "would be overwritten, and this build reads it as '\(input)'",
            advice: "give the list another name, or build into another directory with --output"))
      } else if status.kind != .regular {
        problems.append(
          BuildProblem(
            "\(path)/\(name)", "is in the way: the build writes a file there, and this is not one",
            advice: "move it away, or build into another directory with --output"))
      } else if !isWritten(name), try !content.hasSame(name, status.size, as: directory) {
        problems.append(
          BuildProblem(
            "\(path)/\(name)", "would be overwritten, and the last build did not write it",
            advice: "move it away, or build into another directory with --output"))
      }
    }
    return problems
  }

  /// The files that the last build wrote, that are as it wrote them, and that the new content has no more.
  func abandoned(besides names: Set<FileName>, in directory: Directory) throws(SystemError) -> Set<FileName> {
    var abandoned: Set<FileName> = []
    for case (let name, let file?) in files where !names.contains(name) {
      if file.isWhole(in: directory), try input(name, in: directory) == nil { abandoned.insert(name) }
    }
    return abandoned
  }

  private func input(_ name: FileName, in directory: Directory) throws(SystemError) -> String? {
    let identities = [
      try directory.status(of: name).identity,
      // A link that leads nowhere leads to no input.
      try? directory.status(of: name, followingLinks: true).identity,
    ]
    return identities.compactMap { $0.flatMap { inputs[$0] } }.first
  }
}

extension Directory {
  /// Whether the file of a name has the same bytes here and in another folder, in which it has this size.
  fileprivate func hasSame(_ name: FileName, _ size: Int, as other: Directory) throws(SystemError) -> Bool {
    guard try status(of: name).size == size else { return false }
    return try contents(of: name) == other.contents(of: name)
  }
}

extension Manifest.File {
  /// Whether the file is there, byte for byte. Neither its time nor its size tell: a byte can flip without them.
  func isWhole(in directory: Directory) -> Bool {
    guard let status = try? directory.status(of: name), status.kind == .regular, status.size == bytes,
      let content = try? directory.contents(of: name)
    else { return false }
    return SHA256.digest(of: content).description == sha256
  }
}
