import SluiceC

/// The planned steps of an output batch in a folder, written there before the first file is renamed.
///
/// Files are renamed one after the other. A process that is killed between two of them leaves this file,
/// `.sluice-journal-PID`. The next process that writes into the folder completes its steps, because all new
/// files are already on disk. The journal is untrusted input like everything in a folder: it can only name
/// files in the folder, and only those that can belong to an output batch.
struct OutputJournal {
  /// A file that is published or removed.
  struct Step {
    /// The temporary file; nil for a removal.
    let temporary: FileName?
    let name: FileName
    /// The identity of the temporary file, or of the removed one.
    let identity: FileIdentity
    /// The identity of the file that had the name before the step; nil if no file had it.
    let former: FileIdentity?
  }

  let folder: Directory
  private let name: FileName
  /// Holds the lock, which tells other processes that this one is running.
  private let lock: OpenFile

  private static let prefix = ".sluice-journal-"
  private static let title = "sluice journal 1"
  private static let end = "end"
  private static let maximumBytes = 1 << 20

  /// Writes the steps to a journal in their folder. `others` are the paths of the other folders in the batch,
  /// which have journals with the same name.
  init(_ steps: [Step], in folder: Directory, others: [String]) throws(SystemError) {
    guard let name = FileName("\(Self.prefix)\(getpid())") else { throw .invalid }
    (self.folder, self.name) = (folder, name)
    let lines =
      [Self.title] + steps.map(Self.line) + others.map { "folder \(Self.hex(Array($0.utf8)))" } + [Self.end]
    // Removes the journal of an ended process that had the same ID.
    try? folder.remove(name)
    let file = try folder.create(name)
    _ = flock(file.number, LOCK_EX | LOCK_NB)
    lock = OpenFile(number: fcntl(file.number, F_DUPFD_CLOEXEC, 0))
    do throws(SystemError) {
      try file.complete(with: Array((lines.joined(separator: "\n") + "\n").utf8))
    } catch {
      remove()
      throw error
    }
  }

  /// Removes the journal after all steps are completed or undone.
  func remove() {
    try? folder.remove(name)
    try? lock.close()
  }

  // MARK: Leftovers of killed processes

  static func completeLeftovers(in folder: Directory) {
    for name in (try? folder.names(beginningWith: ".")) ?? [] where isAbandoned(name, in: folder) {
      let others = complete(name, in: folder)
      // The journals of the same process in other folders complete the steps there.
      for path in others {
        guard let other = try? Directory(path), isAbandoned(name, in: other) else { continue }
        complete(name, in: other)
      }
    }
  }

  /// Performs the remaining steps. Returns the paths of the other folders.
  @discardableResult
  private static func complete(_ name: FileName, in folder: Directory) -> [String] {
    defer { try? folder.remove(name) }
    guard let text = try? folder.contents(of: name, atMost: maximumBytes) else { return [] }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    // The steps of an incomplete journal were never started.
    guard lines.first == title, lines.last == end else { return [] }
    var paths: [String] = []
    for line in lines {
      if let step = step(line) {
        complete(step, in: folder)
      } else if line.hasPrefix("folder "), let path = bytes(hex: line.dropFirst(7)) {
        paths.append(String(decoding: path, as: UTF8.self))
      }
    }
    return paths
  }

  private static func complete(_ step: Step, in folder: Directory) {
    // Skips files that somebody else has put there in the meantime.
    let subject = step.temporary ?? step.name
    guard let status = try? folder.status(of: subject), status.kind == .regular, status.isOwn,
      status.identity == step.identity
    else { return }
    if let temporary = step.temporary {
      guard (try? folder.existingStatus(of: step.name)).flatMap(\.self)?.identity == step.former else {
        return
      }
      guard TemporaryFile.isName(temporary, of: step.name) else { return }
      try? folder.rename(temporary, to: step.name, in: folder)
    } else {
      try? folder.remove(step.name)
    }
  }

  /// Returns whether the file is a journal of an ended process that belongs to this user and is not locked.
  private static func isAbandoned(_ name: FileName, in folder: Directory) -> Bool {
    guard name.hasPrefix(prefix),
      let process = pid_t(String(decoding: name.bytes.dropFirst(prefix.utf8.count), as: UTF8.self)),
      process > 0
    else { return false }
    return TemporaryFile.isGone(process) && TemporaryFile.isAbandoned(name, in: folder)
  }

  // MARK: Lines

  private static func line(_ step: Step) -> String {
    let words =
      [step.temporary.map { hex($0.bytes) } ?? "-", hex(step.name.bytes)]
      + [step.identity, step.former].flatMap { file in
        file.map { [String($0.device), String($0.inode)] } ?? ["-", "-"]
      }
    return "step \(words.joined(separator: " "))"
  }

  private static func step(_ line: String) -> Step? {
    let words = line.split(separator: " ")
    guard words.count == 7, words[0] == "step",
      let name = bytes(hex: words[2]).flatMap(FileName.init(bytes:)),
      let identity = identity(words[3], inode: words[4])
    else { return nil }
    let temporary = words[1] == "-" ? nil : bytes(hex: words[1]).flatMap(FileName.init(bytes:))
    guard words[1] == "-" || temporary != nil else { return nil }
    return Step(
      temporary: temporary, name: name, identity: identity, former: self.identity(words[5], inode: words[6]))
  }

  private static func identity(_ device: Substring, inode: Substring) -> FileIdentity? {
    guard let device = UInt64(device), let inode = UInt64(inode) else { return nil }
    return FileIdentity(device: device, inode: inode)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    // A name is not necessarily valid text.
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(hex text: Substring) -> [UInt8]? {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}
