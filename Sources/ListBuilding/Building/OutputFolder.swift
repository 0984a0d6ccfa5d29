import Platform

/// A directory whose files are replaced all at once.
///
/// The new files are written into a folder beside it, with hard links to those that stay, and the two folders
/// change places in one system call: a process that is killed leaves either all old or all new files. Where
/// that cannot be (see ``Piecemeal``), each file is renamed by itself, the manifest last.
///
/// Everything happens in folders that are open, by names that are no paths, and follows no link. What the last
/// build did not write is not replaced.
final class OutputFolder {
  /// Its path, links resolved, for messages.
  let path: String
  /// The folder.
  private(set) var directory: Directory
  /// The folder around it and its name there; nil for `/` and where that folder is closed to this user.
  private let location: (parent: Directory, name: FileName)?
  private let stagingName: FileName
  private var isNew: Bool
  private var staging: StagingFolder?
  private var signals: DeferredSignals
  private var written: Set<FileName> = []
  private var kept: Set<FileName> = []

  /// Opens or makes a folder and waits until no other build writes it. `whenWaiting` is called before a wait.
  init(_ path: String, whenWaiting: () -> Void) throws(BuildFailure) {
    var signals = DeferredSignals()
    do throws(SystemError) {
      isNew = try Path.makeFolderIfNeeded(path)
      self.path = try Path.resolved(path)
      directory = try Self.locked(self.path, whenWaiting)
    } catch {
      signals.release()
      let parent = Path.folder(of: path)
      let hasParent = error != .notFound || (try? FileStatus.of(parent)) != nil
      throw Self.failure(
        error, path, advice: hasParent ? nil : "create the folder '\(parent)' first: mkdir -p \(parent)")
    }
    self.signals = signals
    let identity = try? directory.status().identity
    if let name = FileName(Path.name(of: self.path)), let parent = try? Directory(Path.folder(of: self.path)),
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

  /// Ends without or after a commit. A folder that was made for nothing goes.
  func close() {
    staging?.discard()
    staging = nil
    if isNew, let location { try? location.parent.removeFolder(location.name) }
    isNew = false
    signals.release()
  }

  /// What went wrong, with the output.
  static func failure(_ error: SystemError, _ path: String, advice: String? = nil) -> BuildFailure {
    let message =
      error == .interrupted ? "interrupted; the directory is as it was" : "cannot be written: \(error)"
    return BuildFailure(problems: [BuildProblem(path, message, advice: advice)])
  }

  /// The result of work in the folder, with its failure as that of the build.
  private func attempt<Result>(_ work: () throws(SystemError) -> Result) throws(BuildFailure) -> Result {
    do throws(SystemError) {
      return try work()
    } catch {
      throw Self.failure(error, path)
    }
  }

  /// The lock is on the folder itself. Another build may have put a new folder in its place meanwhile, and
  /// the lock is then on one that is gone.
  private static func locked(_ path: String, _ whenWaiting: () -> Void) throws(SystemError) -> Directory {
    var hasWaited = false
    while true {
      let folder = try Directory(path)
      while !(try folder.lock()) {
        if !hasWaited { whenWaiting() }
        hasWaited = true
        try FileDescriptor.waitForOthers()
      }
      if try folder.status().identity == FileStatus.of(path).identity { return folder }
    }
  }

  /// Removes what a killed build has left, beside the folder and inside of it.
  private func recover() throws(BuildFailure) {
    let places = [(location?.parent, Path.folder(of: path)), (directory, path)]
    for case (let place?, let path) in places {
      let problem = try attempt { () throws(SystemError) in
        try StagingFolder.recover(stagingName, in: place, of: directory)
      }
      guard let problem else { continue }
      throw BuildFailure(problems: [
        BuildProblem(
          "\(path == "/" ? "" : path)/\(stagingName)", "\(problem); it is left as it is",
          advice: "remove it, or move it away: this is where a build puts the new content together")
      ])
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

  /// Writes a file of the new content.
  func write(_ bytes: [UInt8], to name: FileName) throws(BuildFailure) {
    let content = try stagingFolder().content
    do throws(SystemError) {
      try content.create(name).complete(with: bytes)
    } catch {
      guard error == .exists else { throw Self.failure(error, path) }
      throw BuildFailure(problems: [
        BuildProblem(
          path, "two of its files would be called '\(name)'", advice: "give lists and sources other names")
      ])
    }
    written.insert(name)
  }

  /// Takes a file of the old content into the new one.
  func keep(_ name: FileName) { kept.insert(name) }

  /// Puts the new content in the place of the old one.
  ///
  /// - Parameters:
  ///   - claims: Which files may be replaced.
  ///   - interim: The manifest that tells the next build of files which this one has begun to write, in case
  ///     that it does not get to its own.
  /// - Returns: Why files were replaced one by one; nil when all changed at once.
  func commit(
    _ claims: OutputClaims, interim: ([Manifest.File]) throws(BuildFailure) -> [UInt8]
  ) throws(BuildFailure) -> Piecemeal? {
    let staging = try stagingFolder()
    let names = written.union(kept)
    let (problems, removed) = try attempt { () throws(SystemError) in
      let problems = try claims.problems(of: names, in: directory, path: path, new: staging.content)
      for name in kept.subtracting(written) where problems.isEmpty { try keep(name, in: staging) }
      return (problems, try claims.abandoned(besides: names, in: directory))
    }
    guard problems.isEmpty else { throw BuildFailure(problems: problems) }
    guard !DeferredSignals.isPending else { throw Self.failure(.interrupted, path) }
    do throws(Piecemeal) {
      try exchange(with: staging, own: names.union(removed))
      return nil
    } catch {
      let begun = try attempt { () throws(SystemError) in try files(names, in: staging, besides: claims) }
      if !begun.isEmpty { try write(interim(begun), to: Self.interimName) }
      try attempt { () throws(SystemError) in
        try replaceOneByOne(with: staging, names, hasInterim: !begun.isEmpty)
        for name in removed { try directory.remove(name) }
      }
      staging.discard()
      self.staging = nil
      return error
    }
  }

  /// Lists cannot have it: "manifest" is no name of a list.
  private static let interimName: FileName = "manifest.interim.json"

  /// The new files of which no manifest tells.
  private func files(
    _ names: Set<FileName>, in staging: StagingFolder, besides claims: OutputClaims
  ) throws(SystemError) -> [Manifest.File] {
    var files: [Manifest.File] = []
    for name in names.sorted() where !claims.isWritten(name) {
      files.append(Manifest.File(name: name, content: try staging.content.contents(of: name)))
    }
    return files
  }

  private func keep(_ name: FileName, in staging: StagingFolder) throws(SystemError) {
    do throws(SystemError) {
      try directory.link(name, into: staging.content)
    } catch {
      // Not every file system has hard links.
      try staging.content.create(name).complete(with: try directory.contents(of: name))
    }
  }

  private func exchange(with staging: StagingFolder, own: Set<FileName>) throws(Piecemeal) {
    guard let location, staging.obstacle == nil else {
      throw staging.obstacle == .otherFileSystem ? .mountPoint : .notBeside(staging.obstacle ?? .denied)
    }
    // A shell that stands in the folder would stand in one that is gone.
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
    with staging: StagingFolder, _ names: Set<FileName>, hasInterim: Bool
  ) throws(SystemError) {
    isNew = false
    if hasInterim { try staging.content.rename(Self.interimName, to: Manifest.fileName, in: directory) }
    for name in names.sorted() where name != Manifest.fileName {
      try staging.content.rename(name, to: name, in: directory)
    }
    try staging.content.rename(Manifest.fileName, to: Manifest.fileName, in: directory)
  }
}

/// Why the files of an output were replaced one by one. Whoever reads them meanwhile may see some of both builds.
enum Piecemeal: Error, Hashable {
  /// It is a mount point, such as a volume of a container.
  case mountPoint
  /// Nothing can be put beside it.
  case notBeside(SystemError)
  /// It is the folder in which the program runs.
  case current
  /// Something of the user's in it cannot be moved.
  case immovable(FileName, SystemError)
  /// Folders cannot change places here.
  case noExchange(SystemError)
}

extension Piecemeal: CustomStringConvertible {
  var description: String {
    switch self {
    case .mountPoint: "the directory is a mount point"
    case .notBeside(let error): "cannot write next to the directory (\(error))"
    case .current: "the directory is the current folder"
    case .immovable(let name, let error): "'\(name)' in the directory cannot be moved (\(error))"
    case .noExchange(let error): "the file system cannot exchange folders (\(error))"
    }
  }
}
