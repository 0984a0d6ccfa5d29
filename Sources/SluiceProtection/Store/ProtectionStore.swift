import Foundation
import SluiceLists
import SluiceSystem
import SluiceText

/// The folder of a ``Protection``: fetched files, compiled lists, and the known state of both.
///
/// Everything in it is untrusted input. Files are written atomically, so a process may be killed at any
/// moment. Several processes can share a folder, and change the state one after another. Links are not
/// followed.
final class ProtectionStore: Sendable {
  let path: String
  /// The reason why a temporary folder is used, which is removed with the store; nil for the permanent
  /// folder.
  let temporaryReason: String?
  private let scratch: ScratchFolder?
  private let folder: Directory
  private let contents: Directory

  private static let stateName: FileName = "state"
  private static let copyName: FileName = "state.copy"
  private static let countsName: FileName = "counts"
  private static let contentsName: FileName = "lists"
  private static let compiledName: FileName = "compiled"
  private static let lockName: FileName = "lock"

  /// Opens the folder at a path, and creates it and its parents if necessary.
  convenience init(path: String) throws(StoreProblem) {
    try self.init(path: path, scratch: nil, because: nil)
  }

  convenience init(because reason: String) throws(StoreProblem) {
    let scratch: ScratchFolder
    do throws(SystemError) {
      scratch = try ScratchFolder("protection")
    } catch {
      throw .unusable("\(error)")
    }
    try self.init(path: scratch.file("store"), scratch: scratch, because: reason)
  }

  private init(path: String, scratch: ScratchFolder?, because reason: String?) throws(StoreProblem) {
    (self.path, self.scratch, temporaryReason) = (path, scratch, reason)
    do throws(SystemError) {
      // Private, because it contains the names of visited sites.
      try Pathname.makeFolders(path, mode: 0o700)
      folder = try Directory(path)
      contents = try Self.folder(Self.contentsName, in: folder)
      _ = try Self.folder(Self.compiledName, in: folder)
      _ = try Self.folder(Self.lockName, in: folder)
      folder.removeLeftovers()
      contents.removeLeftovers()
      Self.excludeFromBackup(["\(path)/\(Self.contentsName)", "\(path)/\(Self.compiledName)"])
    } catch {
      throw .unusable("\(error)")
    }
  }

  deinit { scratch?.remove() }

  /// Excludes from backups everything that can be fetched or compiled again. The user's sites stay in
  /// backups.
  private static func excludeFromBackup(_ paths: [String]) {
    #if canImport(Darwin)
      for path in paths {
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        var url = URL(filePath: path, directoryHint: .isDirectory)
        try? url.setResourceValues(values)
      }
    #endif
  }

  /// Whether the folder is temporary, so that its contents are lost at the next start.
  var isTemporary: Bool { scratch != nil }

  private static func folder(_ name: FileName, in folder: Directory) throws(SystemError) -> Directory {
    do throws(SystemError) {
      return try folder.makeFolder(name, mode: 0o700)
    } catch {
      guard error == .exists else { throw error }
      return try folder.folder(name)
    }
  }

  var compiledFolder: String { "\(path)/\(Self.compiledName)" }

  // MARK: Known state

  /// A stamp that changes whenever the state is written.
  struct Stamp: Equatable, Sendable {
    let identity: FileIdentity
    let modified: FileTime
  }

  func stamp() -> Stamp? {
    let status = (try? folder.existingStatus(of: Self.stateName)).flatMap(\.self)
    return status.map { Stamp(identity: $0.identity, modified: $0.modified) }
  }

  func state() -> (state: StoreState, isDamaged: Bool) {
    let names = [Self.stateName, Self.copyName].filter { name in
      (try? folder.existingStatus(of: name)).flatMap(\.self) != nil
    }
    let states = names.compactMap { state(in: $0) }
    return (states.max { $0.generation < $1.generation } ?? StoreState(), states.count < names.count)
  }

  /// Changes the state, including the changes of other processes, and returns it.
  ///
  /// - Parameter memory: The last known state. It is written again if the stored one is lost or damaged.
  func change(
    from memory: StoreState, _ body: @Sendable (inout StoreState) -> Void
  ) async throws(StoreProblem) -> StoreState {
    let lock = try await lock()
    return try withExtendedLifetime(lock) { () throws(StoreProblem) in
      let (before, isDamaged) = state()
      var state = before.generation < memory.generation ? memory : before
      body(&state)
      guard state != before || isDamaged else { return state }
      state.generation += 1
      do {
        let text = try Self.encode(state)
        try folder.replace(Self.stateName, with: text)
        // A second copy, in case the disk loses the first.
        try folder.replace(Self.copyName, with: text)
      } catch {
        throw .notWritten("\(error)")
      }
      return state
    }
  }

  /// Takes the lock of the folder, which only one process can hold. The system releases the lock of a killed
  /// process.
  private func lock() async throws(StoreProblem) -> Directory {
    do throws(SystemError) {
      let lock = try folder.folder(Self.lockName)
      for _ in 0..<500 {
        if try lock.lock() { return lock }
        try? await Task.sleep(for: .milliseconds(10))
      }
    } catch {
      throw .unusable("\(error)")
    }
    throw .busy
  }

  /// Encodes a value as JSON, after a line with the digest of the JSON.
  private static func encode(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let json = [UInt8](try encoder.encode(value))
    return Array(SHA256Hasher.digest(of: json).description.utf8) + [ASCII.lineFeed] + json
  }

  private static func decode<Value: Decodable>(_ text: [UInt8]) -> Value? {
    guard text.count > 65 else { return nil }
    let json = Array(text[65...])
    guard SHA256Hasher.digest(of: json).description.utf8.elementsEqual(text[..<64]) else { return nil }
    return try? JSONDecoder().decode(Value.self, from: Data(json))
  }

  private func state(in name: FileName) -> StoreState? {
    guard let text = try? folder.contents(of: name, atMost: 1 << 28),
      let state: StoreState = Self.decode(text),
      [state.newest, state.good].allSatisfy({ $0?.isSound ?? true }), (0..<1 << 53).contains(state.generation)
    else { return nil }
    return state
  }

  /// Whether the folder is still at its path, with its subfolders.
  var isInPlace: Bool {
    guard let now = try? Directory(path), let there = try? now.status().identity,
      let here = try? folder.status().identity, there == here
    else { return false }
    return [Self.contentsName, Self.compiledName, Self.lockName].allSatisfy { name in
      (try? folder.existingStatus(of: name)).flatMap(\.self)?.kind == .folder
    }
  }

  // MARK: Counts

  /// Returns the stored counts; empty if they are missing or modified.
  func counts() -> StoreCounts {
    guard let text = try? folder.contents(of: Self.countsName, atMost: 1 << 24),
      let counts: StoreCounts = Self.decode(text), counts.isSound
    else { return StoreCounts() }
    return counts
  }

  /// Adds counts to the stored counts, which other processes can also change.
  func add(_ entries: [StoreCounts.Entry]) async throws(StoreProblem) {
    let lock = try await lock()
    try withExtendedLifetime(lock) { () throws(StoreProblem) in
      var counts = counts()
      counts.add(entries)
      do {
        try folder.replace(Self.countsName, with: try Self.encode(counts))
      } catch {
        throw .notWritten("\(error)")
      }
    }
  }

  func removeCounts() { try? folder.remove(Self.countsName) }

  // MARK: Fetched files

  /// Returns the file with a digest, if it exists and matches.
  ///
  /// A file that does not match is removed, so that it is fetched again.
  func bytes(sha256: String, atMost limit: Int) -> [UInt8]? {
    guard let name = Self.name(of: sha256), let bytes = try? contents.contents(of: name, atMost: limit) else {
      return nil
    }
    guard SHA256Hasher.digest(of: bytes).description == sha256 else {
      try? contents.remove(name)
      return nil
    }
    return bytes
  }

  func has(sha256: String, bytes: Int) -> Bool {
    guard let name = Self.name(of: sha256), let status = try? contents.existingStatus(of: name) else {
      return false
    }
    return status.kind == .regular && status.size == bytes
  }

  /// Stores bytes under their digest, which the caller has verified.
  func keep(_ bytes: [UInt8], sha256: String) throws(StoreProblem) {
    guard let name = Self.name(of: sha256) else { return }
    do throws(SystemError) {
      try contents.replace(name, with: bytes)
    } catch {
      throw .notWritten("\(error)")
    }
  }

  /// A marker that keeps fetched files from being removed, as long as it exists and is renewed.
  ///
  /// It is a file and not a lock: the system may suspend the process during a fetch, and iOS kills a
  /// suspended process that holds a lock in an app group's folder. The file of a killed process is valid for
  /// ``Keeping/patience``.
  final class Keeping: Sendable {
    private let path: String
    static let patience = Duration.seconds(1_200)

    fileprivate init(_ path: String) { self.path = path }

    /// Records that the fetch continues.
    func renew() { Pathname.touch(path) }

    deinit { Pathname.remove(path) }
  }

  /// Creates a marker that keeps all processes from removing fetched files; nil if that fails.
  func keepContents() async -> Keeping? {
    guard let name = FileName(UUID().uuidString), let lock = try? await lock() else { return nil }
    return withExtendedLifetime(lock) {
      guard let file = try? lock.create(name) else { return nil }
      try? file.close()
      return Keeping("\(path)/\(Self.lockName)/\(name)")
    }
  }

  /// Returns whether a process is fetching, and removes the markers of killed processes.
  private func isFetching(_ lock: Directory) -> Bool {
    let now = Date().timeIntervalSince1970
    var isFetching = false
    for name in (try? lock.names()) ?? [] where UUID(uuidString: name.description) != nil {
      guard let modified = (try? lock.existingStatus(of: name)).flatMap(\.self)?.modified else { continue }
      // A marker from the future was made before the clock was set back.
      if abs(now - Double(modified.seconds)) < Keeping.patience / .seconds(1) {
        isFetching = true
      } else {
        try? lock.remove(name)
      }
    }
    return isFetching
  }

  /// Removes all fetched files except those with the given digests, unless a process is fetching.
  func removeContents(except digests: Set<String>) async {
    guard let lock = try? await lock(), !isFetching(lock) else { return }
    withExtendedLifetime(lock) {
      let state = state().state
      let needed = digests.union(
        [state.newest, state.good].compactMap(\.self).flatMap(\.contents).map(\.sha256))
      for name in (try? contents.names()) ?? [] {
        let text = name.description
        guard text.hasSuffix(Self.suffix), SHA256Text.isValid(String(text.dropLast(Self.suffix.count))),
          !needed.contains(String(text.dropLast(Self.suffix.count)))
        else { continue }
        try? contents.remove(name)
      }
    }
  }

  private static let suffix = ".data"

  private static func name(of sha256: String) -> FileName? {
    SHA256Text.isValid(sha256) ? FileName(sha256 + suffix) : nil
  }

  // MARK: Compiled lists

  /// Returns a digest that shows later whether a file has changed, or nil if the file cannot be read.
  static func digest(ofFile path: String) -> FileDigest? {
    guard let name = FileName(Pathname.name(of: path)),
      let file = try? Directory(Pathname.folder(of: path)).regularFile(name).file
    else { return nil }
    defer { try? file.close() }
    // It shows any change of eight bytes, such as that of a disk error. Attackers can write bytes for any hash.
    var hash = ByteHash()
    var count = 0
    while true {
      guard let piece = try? file.bytes(from: count, count: 1 << 18) else { return nil }
      hash.mix(piece)
      count += piece.count
      if piece.count < 1 << 18 { return FileDigest(bytes: count, hash: hash.value) }
    }
  }
}
