import SluiceListFiles
import SluiceSystem

/// A directory whose files are replaced atomically.
///
/// The new files are written into a folder next to the directory, with hard links to unchanged files. Then
/// the two folders change places in one system call. A process that is killed leaves either all old or all
/// new files. If this is not possible (see ``NonAtomicReason``), each file is renamed separately, the manifest
/// last.
///
/// All operations use open folders and names that are not paths, and follow no links. Files that the last
/// build did not write are not replaced.
final class OutputFolder {
  /// The path for messages, with links resolved.
  let path: String
  private(set) var directory: Directory
  /// The parent folder and the name in it; nil for `/`, or if this user cannot access the parent.
  private let location: (parent: Directory, name: FileName)?
  private let stagingName: FileName
  private var isNew: Bool
  private var staging: StagingFolder?
  private var signals: DeferredSignals
  private var written: [FileName: Manifest.File] = [:]
  private var kept: [FileName: Manifest.File] = [:]

  /// Opens or creates a folder and waits until no other build writes to it. Calls `whenWaiting` before it
  /// waits.
  init(_ path: String, whenWaiting: () -> Void) throws(BuildFailure) {
    var signals = DeferredSignals()
    do throws(SystemError) {
      isNew = try Pathname.makeFolderIfNeeded(path)
      self.path = try Pathname.resolved(path)
      directory = try Self.locked(self.path, whenWaiting: whenWaiting)
    } catch {
      signals.release()
      let parent = Pathname.folder(of: path)
      let hasParent = error != .notFound || (try? FileStatus.of(parent)) != nil
      throw Self.failure(
        error, path: path, advice: hasParent ? nil : "create the folder '\(parent)' first: mkdir -p \(parent)"
      )
    }
    self.signals = signals
    let identity = try? directory.status().identity
    if let name = FileName(Pathname.name(of: self.path)),
      let parent = try? Directory(Pathname.folder(of: self.path)),
      (try? parent.status(of: name).identity) == identity
    {
      location = (parent, name)
    } else {
      location = nil
    }
    stagingName = location?.name.hidden(".sluice-new") ?? ".sluice-new"
    do throws(BuildFailure) {
      try recover()
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  /// Ends the work, with or without a commit. Removes the folder if it was created and not used.
  func close() {
    staging?.discard()
    staging = nil
    if isNew, let location { try? location.parent.removeFolder(location.name) }
    isNew = false
    signals.release()
  }

  static func failure(_ error: SystemError, path: String, advice: String? = nil) -> BuildFailure {
    let problem =
      error == .interrupted
      ? BuildProblem(path, message: "interrupted; the directory is unchanged", advice: advice)
      : BuildProblem(cannot: "write", path, reason: "\(error)", advice: advice)
    return BuildFailure(problems: [problem])
  }

  private func attempt<Result>(_ work: () throws(SystemError) -> Result) throws(BuildFailure) -> Result {
    do throws(SystemError) {
      return try work()
    } catch {
      throw Self.failure(error, path: path)
    }
  }

  /// Opens and locks a folder.
  ///
  /// The lock is on the folder itself. Another build may have replaced the folder in the meantime, and then
  /// the lock is on a folder that no longer exists.
  private static func locked(_ path: String, whenWaiting: () -> Void) throws(SystemError) -> Directory {
    var hasWaited = false
    while true {
      let folder = try Directory(path)
      while !(try folder.lock()) {
        if !hasWaited { whenWaiting() }
        hasWaited = true
        try OpenFile.waitForOthers()
      }
      if try folder.status().identity == FileStatus.of(path).identity { return folder }
    }
  }

  /// Removes the leftovers of a killed build, next to the folder and inside it.
  private func recover() throws(BuildFailure) {
    let places = [(location?.parent, Pathname.folder(of: path)), (directory, path)]
    for case (let place?, let path) in places {
      let problem = try attempt { () throws(SystemError) in
        try StagingFolder.recover(stagingName, in: place, of: directory)
      }
      guard let problem else { continue }
      throw BuildFailure(
        "\(path == "/" ? "" : path)/\(stagingName)", message: "\(problem); it is not changed",
        advice: "remove or move it: builds prepare the new content there")
    }
  }

  // MARK: New content

  private func stagingFolder() throws(BuildFailure) -> StagingFolder {
    if let staging { return staging }
    let new = try attempt { () throws(SystemError) in
      try StagingFolder(of: directory, in: location?.parent, as: stagingName)
    }
    staging = new
    return new
  }

  @discardableResult func write(_ bytes: [UInt8], to name: FileName) throws(BuildFailure) -> Manifest.File {
    let file = Manifest.File(name: name, content: bytes)
    try write(bytes, as: file)
    return file
  }

  /// Writes a file of the new content whose record is known.
  func write(_ bytes: [UInt8], as file: Manifest.File) throws(BuildFailure) {
    let content = try stagingFolder().content
    do throws(SystemError) {
      try content.create(file.name).complete(with: bytes)
    } catch {
      guard error == .exists else { throw Self.failure(error, path: path) }
      throw BuildFailure(
        path, message: "two of its files would be called '\(file.name)'",
        advice: "rename the lists or sources")
    }
    written[file.name] = file
  }

  /// Keeps a file of the old content.
  func keep(_ file: Manifest.File) { kept[file.name] = file }

  /// Replaces the old content with the new content.
  ///
  /// - Parameters:
  ///   - claims: The files that may be replaced.
  ///   - interim: Returns a manifest for the next build, in case this build is killed. It names the files
  ///     that this build has begun to write.
  /// - Returns: The reason why files were replaced one by one; nil if all changed atomically.
  func commit(
    _ claims: OutputClaims, interim: ([Manifest.File]) throws(BuildFailure) -> [UInt8]
  ) throws(BuildFailure) -> NonAtomicReason? {
    let staging = try stagingFolder()
    let files = kept.merging(written) { $1 }
    let names = Set(files.keys)
    let (problems, removed) = try attempt { () throws(SystemError) in
      let problems = try claims.problems(of: names, in: directory, path: path, new: staging.content)
      for name in kept.keys where problems.isEmpty && written[name] == nil { try keep(name, in: staging) }
      return (problems, try claims.abandoned(besides: names, in: directory))
    }
    guard problems.isEmpty else { throw BuildFailure(problems: problems) }
    guard !DeferredSignals.isPending else { throw Self.failure(.interrupted, path: path) }
    do throws(NonAtomicReason) {
      try exchange(with: staging, own: names.union(removed))
      return nil
    } catch {
      // The new files that no manifest lists with these contents yet.
      let begun = files.values.filter(claims.isUnknown).sorted { $0.name < $1.name }
      if !begun.isEmpty { try write(interim(begun), to: Self.interimName) }
      try attempt { () throws(SystemError) in
        try replaceOneByOne(with: staging, names, removing: removed, hasInterim: !begun.isEmpty)
      }
      staging.discard()
      self.staging = nil
      return error
    }
  }

  /// No list file can have this name, because "manifest" is reserved.
  private static let interimName: FileName = "manifest.interim.json"

  private func keep(_ name: FileName, in staging: StagingFolder) throws(SystemError) {
    do throws(SystemError) {
      try directory.link(name, into: staging.content)
    } catch {
      // Not every file system supports hard links.
      try staging.content.create(name).complete(with: try directory.contents(of: name))
    }
  }

  private func exchange(with staging: StagingFolder, own: Set<FileName>) throws(NonAtomicReason) {
    guard let location, staging.obstacle == nil else {
      throw staging.obstacle == .otherFileSystem ? .mountPoint : .cannotStage(staging.obstacle ?? .denied)
    }
    // A shell whose current folder is the directory would end up in a removed folder.
    guard (try? FileStatus.of(".").identity) != (try? directory.status().identity) else { throw .current }
    try FolderExchange(
      staging: staging, parent: location.parent, name: location.name, old: directory, own: own
    )
    .run()
    directory = staging.content
    isNew = false
    self.staging = nil
  }

  private func replaceOneByOne(
    with staging: StagingFolder, _ names: Set<FileName>, removing removed: Set<FileName>, hasInterim: Bool
  ) throws(SystemError) {
    isNew = false
    if hasInterim { try staging.content.rename(Self.interimName, to: Manifest.fileName, in: directory) }
    for name in names.sorted() where name != Manifest.fileName {
      try staging.content.rename(name, to: name, in: directory)
    }
    // Removed while the old manifest still lists them: if this build is killed, the next one must recognize
    // them.
    for name in removed { try directory.remove(name) }
    try staging.content.rename(Manifest.fileName, to: Manifest.fileName, in: directory)
  }
}

/// The reason why the files were replaced one by one. Meanwhile, readers can see files of both builds.
enum NonAtomicReason: Error, Hashable {
  /// The folder is a mount point, such as a container volume.
  case mountPoint
  /// No folder can be created next to the directory.
  case cannotStage(SystemError)
  /// The folder is the current folder of the process.
  case current
  /// The folder contains a file or folder of the user that cannot be moved.
  case immovable(FileName, SystemError)
  /// The file system cannot exchange folders.
  case noExchange(SystemError)
}

extension NonAtomicReason: CustomStringConvertible {
  var description: String {
    switch self {
    case .mountPoint: "the directory is a mount point"
    case .cannotStage(let error): "cannot write next to the directory (\(error))"
    case .current: "the directory is the current folder"
    case .immovable(let name, let error): "'\(name)' in the directory cannot be moved (\(error))"
    case .noExchange(let error): "the file system cannot exchange folders (\(error))"
    }
  }
}
