import Platform

/// Where the new content of an output folder is put together: `.NAME.sluice-new/content`, beside the output or,
/// where that cannot be, inside of it.
///
/// The outer folder never has anything else in it: one that has is not a build's, and is left alone.
struct StagingFolder {
  /// The folder around the output, or the output itself.
  private let place: Directory
  /// `.NAME.sluice-new`
  let name: FileName
  /// The folder of that name.
  let container: Directory
  /// The new content.
  let content: Directory
  /// Why it is not beside the output; nil if it is.
  let obstacle: SystemError?

  static let contentName: FileName = "content"

  /// Makes the folder. It is made inside of the output and moved out: where that works, files and folders can
  /// be moved in just so, whatever is mounted where.
  init(of output: Directory, in parent: Directory?, as name: FileName) throws(SystemError) {
    self.name = name
    container = try output.makeFolder(name, mode: 0o755)
    do throws(SystemError) {
      // Nobody else has anything to do with it before it is where the output was.
      content = try container.makeFolder(Self.contentName, mode: 0o700)
    } catch {
      try? output.removeFolder(name)
      throw error
    }
    do throws(SystemError) {
      guard let parent else { throw .denied }
      try output.rename(name, to: name, in: parent)
      (place, obstacle) = (parent, nil)
    } catch {
      (place, obstacle) = (output, error)
    }
    // So that no other build gets in between when it takes the place of the output.
    _ = try? content.lock()
  }

  /// Removes it and the files in it.
  func discard() {
    for name in (try? content.names()) ?? [] { try? content.remove(name) }
    removeFolders()
  }

  /// Removes it when it is empty.
  func removeFolders() {
    try? container.removeFolder(Self.contentName)
    try? place.removeFolder(name)
  }

  /// Where a link to something in the staging folder leads, seen from the output beside it.
  func bridge(to entry: FileName) -> [UInt8] { Self.bridge(to: entry, in: name) }

  private static func bridge(to entry: FileName, in name: FileName) -> [UInt8] {
    let slash = [UInt8(ascii: "/")]
    return Array("..".utf8) + slash + name.bytes + slash + contentName.bytes + slash + entry.bytes
  }

  // MARK: What killed builds leave

  /// Removes what a killed build has left in a place. What is the user's in it goes back into the output.
  ///
  /// - Returns: What is wrong with what has the name, as words behind its path, when no build has made it. It
  ///   then stays as it is.
  static func recover(_ name: FileName, in place: Directory, of output: Directory) throws(SystemError)
    -> String?
  {
    guard let status = try place.existingStatus(of: name) else { return nil }
    switch status.kind {
    case .link: return "is a link"
    case .regular, .special: return "is a file"
    case .folder where !status.isOwn: return "is another user's folder"
    case .folder: break
    }
    let container = try place.folder(name)
    let names = try container.names()
    if let stranger = names.first(where: { $0 != contentName }) {
      return "is a folder with '\(stranger)' in it, which no build has put there"
    }
    if !names.isEmpty {
      guard try container.status(of: contentName).kind == .folder else {
        return "is a folder that no build has made"
      }
      let content = try container.folder(contentName)
      // Where one folder has several paths, two builds of it can have this name for two outputs.
      guard try content.lock() else { return "is where another build is at work" }
      for entry in try content.names() {
        if let problem = try recover(entry, from: content, named: name, to: output) { return problem }
      }
      try container.removeFolder(contentName)
    }
    try place.removeFolder(name)
    return nil
  }

  private static func recover(
    _ entry: FileName, from content: Directory, named name: FileName, to output: Directory
  ) throws(SystemError) -> String? {
    let bridge = bridge(to: entry, in: name)
    // Killed while the two folders changed places: it is still in the old one, and the new one has a link.
    if output.linkTarget(of: entry) == bridge { try output.exchange(entry, with: entry, in: content) }
    if try content.status(of: entry).kind == .folder { return "is a folder with '\(entry)' in it" }
    let isUsers = !entry.isOfABuild && content.linkTarget(of: entry) != bridge
    if isUsers, try output.existingStatus(of: entry) == nil {
      try content.rename(entry, to: entry, in: output)
    } else {
      try content.remove(entry)
    }
    return nil
  }
}
