import Codecs
import Foundation
import ListBuilding
import Platform

/// The folder of a ``Protection``: what was fetched, what is compiled, and what is known of both.
///
/// Everything in it is input. Files appear whole or not at all, so that a process may be killed at any moment; several
/// processes may use one folder, and change what they know together one after the other. No link in it is followed.
final class ProtectionStore: Sendable {
  let path: String
  private let folder: Directory
  private let contents: Directory

  private static let stateName: FileName = "state"
  private static let copyName: FileName = "state.copy"
  private static let countsName: FileName = "counts"
  private static let contentsName: FileName = "lists"
  private static let compiledName: FileName = "compiled"
  private static let lockName: FileName = "lock"

  /// Opens the folder at a path, and makes what is missing of it; the folder that it is in has to be there.
  init(path: String) throws(StoreProblem) {
    self.path = path
    do throws(SystemError) {
      // It says which sites were visited, which is nobody else's business.
      _ = try Path.makeFolderIfNeeded(path, mode: 0o700)
      folder = try Directory(path)
      contents = try Self.folder(Self.contentsName, in: folder)
      _ = try Self.folder(Self.compiledName, in: folder)
      _ = try Self.folder(Self.lockName, in: folder)
      folder.removeLeftovers()
      contents.removeLeftovers()
    } catch {
      throw .unusable("\(error)")
    }
  }

  private static func folder(_ name: FileName, in folder: Directory) throws(SystemError) -> Directory {
    do throws(SystemError) {
      return try folder.makeFolder(name, mode: 0o700)
    } catch {
      guard error == .exists else { throw error }
      return try folder.folder(name)
    }
  }

  /// The folder of WebKit's files.
  var compiledFolder: String { "\(path)/\(Self.compiledName)" }

  // MARK: What is known

  /// What changes whenever what is known is written.
  struct Stamp: Equatable, Sendable {
    let identity: FileIdentity
    let modified: FileTime
  }

  /// The stamp of what is known now; nil where nothing is.
  func stamp() -> Stamp? {
    let status = (try? folder.existingStatus(of: Self.stateName)).flatMap(\.self)
    return status.map { Stamp(identity: $0.identity, modified: $0.modified) }
  }

  /// What is known, and whether it is as it was written.
  func state() -> (state: StoreState, isDamaged: Bool) {
    let names = [Self.stateName, Self.copyName].filter { name in
      (try? folder.existingStatus(of: name)).flatMap(\.self) != nil
    }
    let states = names.compactMap { state(in: $0) }
    return (states.max { $0.generation < $1.generation } ?? StoreState(), states.count < names.count)
  }

  /// Changes what is known, after what other processes have changed meanwhile, and returns it.
  /// - Parameter memory: what was known last. It is written again where what is here is lost or damaged.
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
        // Should a disk lose the one, there is the other.
        try folder.replace(Self.copyName, with: text)
      } catch {
        throw .notWritten("\(error)")
      }
      return state
    }
  }

  /// A lock that no other process has. The system takes it back from one that is killed.
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

  /// The digest of what follows it, in a line of its own, and JSON.
  private static func encode(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let json = [UInt8](try encoder.encode(value))
    return Array(SHA256.digest(of: json).description.utf8) + [UInt8(ascii: "\n")] + json
  }

  private static func decode<Value: Decodable>(_ text: [UInt8]) -> Value? {
    guard text.count > 65 else { return nil }
    let json = Array(text[65...])
    guard SHA256.digest(of: json).description.utf8.elementsEqual(text[..<64]) else { return nil }
    return try? JSONDecoder().decode(Value.self, from: Data(json))
  }

  private func state(in name: FileName) -> StoreState? {
    guard let text = try? folder.contents(of: name, atMost: 1 << 28),
      let state: StoreState = Self.decode(text),
      [state.newest, state.good].allSatisfy({ $0?.isSound ?? true }), (0..<1 << 53).contains(state.generation)
    else { return nil }
    return state
  }

  /// Whether the folder is still at its path, with what has to be in it.
  var isInPlace: Bool {
    guard let now = try? Directory(path), let there = try? now.status().identity,
      let here = try? folder.status().identity, there == here
    else { return false }
    return [Self.contentsName, Self.compiledName, Self.lockName].allSatisfy { name in
      (try? folder.existingStatus(of: name)).flatMap(\.self)?.kind == .folder
    }
  }

  // MARK: What was counted

  /// What has been counted; nothing where it is not as it was written.
  func counts() -> StoreCounts {
    guard let text = try? folder.contents(of: Self.countsName, atMost: 1 << 24),
      let counts: StoreCounts = Self.decode(text), counts.isSound
    else { return StoreCounts() }
    return counts
  }

  /// Adds to what this and other processes have counted.
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

  /// Removes what was counted.
  func removeCounts() { try? folder.remove(Self.countsName) }

  // MARK: What was fetched

  /// The bytes with a digest, if they are here and have it. A file that has other bytes is removed, so that it is fetched
  /// again.
  func bytes(sha256: String, atMost limit: Int) -> [UInt8]? {
    guard let name = Self.name(of: sha256), let bytes = try? contents.contents(of: name, atMost: limit) else {
      return nil
    }
    guard SHA256.digest(of: bytes).description == sha256 else {
      try? contents.remove(name)
      return nil
    }
    return bytes
  }

  /// Whether there is a file for a digest, of this size.
  func has(sha256: String, bytes: Int) -> Bool {
    guard let name = Self.name(of: sha256), let status = try? contents.existingStatus(of: name) else {
      return false
    }
    return status.kind == .regular && status.size == bytes
  }

  /// Keeps bytes under their digest, which has been compared.
  func keep(_ bytes: [UInt8], sha256: String) throws(StoreProblem) {
    guard let name = Self.name(of: sha256) else { return }
    do throws(SystemError) {
      try contents.replace(name, with: bytes)
    } catch {
      throw .notWritten("\(error)")
    }
  }

  /// As long as it is there, nothing is removed that was fetched. The system takes it back from a process that is killed.
  final class Keeping: Sendable {
    private let folder: Directory
    fileprivate init(_ folder: Directory) { self.folder = folder }
  }

  /// Sees to it that no process removes what is being fetched; nil where that cannot be had.
  func keepContents() async -> Keeping? {
    guard let contents = try? folder.folder(Self.contentsName) else { return nil }
    for _ in 0..<500 {
      if (try? contents.lock(isShared: true)) == true { return Keeping(contents) }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return nil
  }

  /// Removes what was fetched and has none of these digests, unless something is being fetched now.
  func removeContents(except digests: Set<String>) async {
    guard let lock = try? await lock(), let contents = try? folder.folder(Self.contentsName),
      (try? contents.lock()) == true
    else { return }
    withExtendedLifetime((lock, contents)) {
      let state = state().state
      let needed = digests.union(
        [state.newest, state.good].compactMap(\.self).flatMap(\.contents).map(\.sha256))
      for name in (try? contents.names()) ?? [] {
        let text = name.description
        guard text.hasSuffix(Self.suffix), SHA256Text.isOne(String(text.dropLast(Self.suffix.count))),
          !needed.contains(String(text.dropLast(Self.suffix.count)))
        else { continue }
        try? contents.remove(name)
      }
    }
  }

  private static let suffix = ".data"

  private static func name(of sha256: String) -> FileName? {
    SHA256Text.isOne(sha256) ? FileName(sha256 + suffix) : nil
  }

  // MARK: What is compiled

  /// What tells later whether a file is what it is now; nil when it cannot be read.
  static func digest(ofFile path: String) -> FileDigest? {
    guard let folder = try? FileDescriptor.folder(Path.folder(of: path)) else { return nil }
    defer { try? folder.close() }
    guard let file = try? folder.file(Path.name(of: path)) else { return nil }
    defer { try? file.close() }
    guard (try? file.status().kind) == .regular else { return nil }
    var hash = XXH64()
    var count = 0
    let isRead = withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { buffer in
      while true {
        // No more is hashed than was read.
        guard let read = try? file.fill(buffer) else { return false }
        hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<read]))
        count += read
        if read < buffer.count { return true }
      }
    }
    return isRead ? FileDigest(bytes: count, hash: hash.finish()) : nil
  }
}
