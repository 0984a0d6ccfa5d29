import SluiceSystem
import SluiceSyntax

/// The documents of a build, by place. Each is read once, whatever sources and lists it belongs to.
final class SourceDocuments {
  enum State {
    /// It is at a URL and not loaded.
    case missing
    case read(ListDocument)
    case failed(BuildProblem)
  }

  let root: String
  private let remote: any RemoteDocuments
  private var files: [String: State] = [:]
  private var heads: [ListDocument.Key: (ListMetadata, hasRightChecksum: Bool)] = [:]
  private var lists: [ListKey: ReadList] = [:]
  private var dialects: [ListKey: Dialect] = [:]
  /// The surrogates that blocklists name, by the blocklists' digests.
  private var surrogates: [String: [String]] = [:]
  /// The files and folders that were read or searched, each with its state immediately before.
  private(set) var stamps: [String: FileStamp] = [:]

  private struct ListKey: Hashable {
    let document: ListDocument.Key
    let constants: Set<String>
  }

  /// A list without its include directives, and the directives that count.
  struct ReadList {
    let document: ListDocument
    let includes: [IncludeScanner.Include]
  }

  /// Creates documents. `remote` has those at URLs. Paths are relative to the folder `root`.
  init(root: String, remote: any RemoteDocuments) { (self.root, self.remote) = (root, remote) }

  /// Returns the state of the document at a place, which is read if it is a file.
  func state(of place: SourceRecipe.Location) -> State {
    switch place {
    case .url(let url):
      switch remote.result(of: url) {
      case .success(let document): return .read(document)
      case .failure(let problem): return .failed(problem)
      case nil: return .missing
      }
    case .file(let path), .directory(let path):
      if let known = files[path] { return known }
      let state = read(path)
      files[path] = state
      return state
    }
  }

  private func read(_ path: String) -> State {
    do throws(SystemError) {
      let bytes = ListText(of: try OpenFile.contents(of: stamped(path))).bytes
      return .read(ListDocument(name: path, bytes: bytes, sha256: SHA256Hasher.digest(of: bytes).description))
    } catch {
      return .failed(
        BuildProblem(cannot: "read", path, reason: error.reasonNotRead, advice: advice(on: path)))
    }
  }

  /// Returns the path in the file system and records its state.
  func stamped(_ path: String) -> String {
    let absolute = BuildFile.absolute(path, root: root)
    if stamps[absolute] == nil { stamps[absolute] = FileStamp(of: absolute) }
    return absolute
  }

  /// Returns a note with the full path of a missing file or folder, for a relative path in the build file.
  func advice(on path: String) -> String? {
    let absolute = BuildFile.absolute(path, root: root)
    guard !path.hasPrefix("/"), (try? FileStatus.of(absolute)) == nil else { return nil }
    let shown = (try? Pathname.resolved(root)).map { BuildFile.absolute(path, root: $0) } ?? absolute
    let isHere = (try? FileStatus.of(path)) != nil
    return "paths are relative to the build file: looked for '\(shown)'"
      + (isHere ? "; the file of this name in the working directory is not used" : "")
  }

  // MARK: Lists

  func head(of document: ListDocument) -> (ListMetadata, hasRightChecksum: Bool) {
    Self.kept(&heads, key: document.key) {
      let metadata = ListMetadata(parsing: document.bytes)
      return (metadata, metadata.hasRightChecksum(document.bytes))
    }
  }

  func list(_ document: ListDocument, constants: Set<String>) -> ReadList {
    Self.kept(&lists, key: ListKey(document: document.key, constants: constants)) {
      let includes = IncludeScanner.includes(in: document.bytes, constants: constants)
      var own = document
      if !includes.isEmpty { own.bytes = IncludeScanner.withoutInstructions(own.bytes, includes: includes) }
      return ReadList(document: own, includes: includes)
    }
  }

  func dialect(of document: ListDocument, _ constants: Set<String>) -> Dialect {
    let list = list(document, constants: constants).document
    return Self.kept(&dialects, key: ListKey(document: document.key, constants: constants)) {
      FilterList(parsing: list.bytes).dialect
    }
  }

  func surrogates(of blocklist: ListDocument) -> [String] {
    Self.kept(&surrogates, key: blocklist.sha256) { SurrogateFiles.names(in: blocklist.bytes) }
  }

  /// Returns what is known by a key, or what `read` returns, which is kept.
  private static func kept<Key: Hashable, Value>(
    _ known: inout [Key: Value], key: Key, read: () -> Value
  ) -> Value {
    if let value = known[key] { return value }
    let value = read()
    known[key] = value
    return value
  }
}

/// The state of a file or folder, for detecting changes since it was read.
package struct FileStamp: Equatable, Sendable {
  /// The size; nil if nothing is at the path.
  private let size: Int64?
  /// The modification time. A folder's time changes when an entry is added or removed.
  private let modified: FileTime?
  /// The identity of the file, independent of its path.
  package let identity: FileIdentity?

  /// Reads the current state of a path.
  package init(of path: String) {
    let status = try? FileStatus.of(path)
    size = status.map { Int64($0.size) }
    modified = status?.modified
    identity = status?.identity
  }
}
