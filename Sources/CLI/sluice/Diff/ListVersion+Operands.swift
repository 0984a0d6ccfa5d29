import SluiceSystem

extension ListVersion {
  /// Returns both versions that the operands name: two files or two folders.
  static func both(_ paths: [String]) throws(CommandError) -> (old: ListVersion, new: ListVersion) {
    guard paths.count == 2 else {
      throw .usage(
        .operands("two lists are compared: OLD and NEW", "name the old and the new list, or use --git REV"),
        of: .diff)
    }
    try InputFile.refuseStandardInputTwice(paths, of: .diff)
    let areFolders = paths.map(isFolder)
    guard areFolders[0] == areFolders[1] else { throw CommandError(DiffFailure.fileAndFolder) }
    guard areFolders[0] else {
      return (ListVersion(try InputFile(paths[0]).asText), ListVersion(try InputFile(paths[1]).asText))
    }
    let old = try ListFolder.read(paths[0], .everything)
    let new = try ListFolder.read(paths[1], .everything)
    if old.isEmpty, new.isEmpty { throw CommandError(VersionFailure.noLists(paths[1])) }
    return (ListVersion(name: paths[0], files: old), ListVersion(name: paths[1], files: new))
  }

  private static func isFolder(_ path: String) -> Bool {
    path != "-" && (try? FileStatus.of(path, followingLinks: true).kind) == .folder
  }
}
