import SluiceC

extension OpenFile {
  /// The maximum size of an input in bytes. Devices such as /dev/zero have no end, and real lists are far
  /// smaller.
  package static let maximumBytes = 1 << 30

  /// Reads to the end, at most `limit` bytes. A file of the expected size is read at once, without a copy.
  package func readToEnd(
    expecting size: Int, atMost limit: Int = maximumBytes
  ) throws(SystemError) -> [UInt8] {
    guard size <= limit else { throw .tooLarge }
    // One more byte, to detect the end of the file.
    var capacity = max(size + 1, 1 << 16)
    var pieces: [[UInt8]] = []
    var count = 0
    while true {
      let piece = try chunk(capacity: capacity)
      count += piece.count
      guard count <= limit else { throw .tooLarge }
      let isAtEnd = piece.count < capacity
      if isAtEnd, pieces.isEmpty { return piece }
      pieces.append(piece)
      if isAtEnd { break }
      capacity = min(count, 1 << 26)
    }
    try Self.checkRoom(for: count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for piece in pieces { bytes += piece }
    return bytes
  }

  /// Reads an open file, pipe or device, and returns its contents and status.
  package func readInput() throws(SystemError) -> (bytes: [UInt8], status: FileStatus) {
    let status = try status()
    guard status.kind != .folder else { throw .isFolder }
    return (try readToEnd(expecting: status.kind == .regular ? status.size : 0), status)
  }

  /// Reads `count` bytes of a file, starting at `offset`. The result is shorter if the file ends earlier.
  package func bytes(from offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    guard lseek(number, off_t(offset), SEEK_SET) >= 0 else { throw .last }
    return try chunk(capacity: count)
  }

  /// Returns the contents of the regular file at a path, at most `limit` bytes. Anything else (a folder, a
  /// device, a pipe without a writer) is an error and does not block.
  package static func contents(
    of path: String, followingLinks: Bool = true, atMost limit: Int = maximumBytes
  ) throws(SystemError) -> [UInt8] {
    let file = try regularFile(path, followingLinks: followingLinks)
    defer { try? file.close() }
    return try file.readToEnd(expecting: try file.status().size, atMost: limit)
  }

  /// Opens a regular file for reading. Anything else is an error and does not block.
  package static func regularFile(
    _ path: String, followingLinks: Bool = true
  ) throws(SystemError) -> OpenFile {
    // Some devices react to being opened, so this checks the path before opening it, and then the opened
    // file.
    try requireFile(try FileStatus.of(path, followingLinks: followingLinks))
    let file = try open(path, flags: O_RDONLY | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW))
    do throws(SystemError) {
      try requireFile(try file.status())
    } catch {
      try? file.close()
      throw error
    }
    return file
  }

  private static func requireFile(_ status: FileStatus) throws(SystemError) {
    switch status.kind {
    case .regular: return
    case .folder: throw .isFolder
    case .link, .special: throw .notRegular
    }
  }

  private func chunk(capacity: Int) throws(SystemError) -> [UInt8] {
    try Self.checkRoom(for: capacity)
    var failure: SystemError?
    // The array uses as many bytes as were read.
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      do throws(SystemError) {
        count = try fill(UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Throws if memory for an array is not available, because a failed array allocation ends the process. The
  /// check is cheap, since untouched memory is not allocated.
  private static func checkRoom(for count: Int) throws(SystemError) {
    guard count > 1 << 20 else { return }
    let room = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let room, room != MAP_FAILED else { throw SystemError(code: ENOMEM) }
    munmap(room, count)
  }
}
