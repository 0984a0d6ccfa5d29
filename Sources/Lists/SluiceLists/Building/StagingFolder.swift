import SluiceSystem

/// The folder for the new content of an output folder: `.NAME.sluice-new/content`, next to the output or, if
/// that is not possible, inside it.
///
/// The outer folder contains nothing else. If it does, no build created it, and it is left unchanged.
struct StagingFolder {
  /// The parent of the output, or the output itself.
  private let place: Directory
  /// `.NAME.sluice-new`
  let name: FileName
  /// The outer folder, which contains only `content`.
  let container: Directory
  /// The folder with the new content, which replaces the output.
  let content: Directory
  /// The reason why the folder is inside the output; nil if it is next to the output.
  let obstacle: SystemError?

  static let contentName: FileName = "content"

  /// Creates the folder inside the output and moves it out.
  ///
  /// If the move works, files and folders can be moved into the output in the same way, regardless of mount
  /// points.
  init(of output: Directory, in parent: Directory?, as name: FileName) throws(SystemError) {
    self.name = name
    container = try output.makeFolder(name, mode: 0o755)
    do throws(SystemError) {
      // No other user needs access until this folder replaces the output.
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
    // Locked so that no other build can start between the exchange and the end of this build.
    _ = try? content.lock()
  }

  /// Removes the folder and its files.
  func discard() {
    for name in (try? content.names()) ?? [] { try? content.remove(name) }
    removeFolders()
  }

  /// Removes the folder if it is empty.
  func removeFolders() {
    try? container.removeFolder(Self.contentName)
    try? place.removeFolder(name)
  }

  /// Returns the target of a link in the output that leads to an entry of a staging folder next to the
  /// output.
  func bridge(to entry: FileName) -> [UInt8] { Self.bridge(to: entry, in: name) }

  private static func bridge(to entry: FileName, in name: FileName) -> [UInt8] {
    let slash = [ASCII.slash]
    return Array("..".utf8) + slash + name.bytes + slash + contentName.bytes + slash + entry.bytes
  }

  // MARK: Leftovers of killed builds

  /// Removes the leftovers of a killed build. Files of the user move back to the output.
  ///
  /// - Returns: The problem if an entry has this name but is not from a build, worded to follow the path in a
  ///   message; nil if there is no problem. An entry with a problem is left unchanged.
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
      return "is a folder that contains '\(stranger)', which no build wrote"
    }
    if !names.isEmpty {
      guard try container.status(of: contentName).kind == .folder else {
        return "is a folder that no build wrote"
      }
      let content = try container.folder(contentName)
      // If one folder has several paths, builds of two outputs can use this name.
      guard try content.lock() else { return "is in use by another build" }
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
    // The build was killed during the exchange: the entry is still in the old folder, and the new one has a
    // link.
    if output.linkTarget(of: entry) == bridge { try output.exchange(entry, with: entry, in: content) }
    if try content.status(of: entry).kind == .folder { return "is a folder that contains '\(entry)'" }
    let isUsers = !entry.isOfABuild && content.linkTarget(of: entry) != bridge
    if isUsers, try output.existingStatus(of: entry) == nil {
      try content.rename(entry, to: entry, in: output)
    } else {
      try content.remove(entry)
    }
    return nil
  }
}
