import SluiceC

extension OpenFile {
  /// Opens a file, pipe or device for reading.
  package static func open(_ path: String) throws(SystemError) -> OpenFile { try open(path, O_RDONLY) }

  /// Creates a file and opens it for writing. Throws if something exists at the path.
  package static func create(
    _ path: String, isPrivate: Bool = false
  ) throws(SystemError) -> OpenFile {
    try open(path, O_WRONLY | O_CREAT | O_EXCL, mode: isPrivate ? 0o600 : 0o666)
  }

  /// Creates or truncates a file for writing. Symbolic links are not followed.
  package static func overwrite(_ path: String) throws(SystemError) -> OpenFile {
    try open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
  }

  /// Opens a folder, following links.
  package static func folder(_ path: String) throws(SystemError) -> OpenFile {
    try open(path, O_RDONLY | O_DIRECTORY)
  }

  /// Opens a folder in this one. Links are not followed.
  package func folder(_ name: String) throws(SystemError) -> OpenFile {
    try entry(name, O_RDONLY | O_DIRECTORY)
  }

  /// Opens an entry of this folder for reading. Links are not followed, and a FIFO does not block.
  package func file(_ name: String) throws(SystemError) -> OpenFile {
    try entry(name, O_RDONLY | O_NONBLOCK)
  }

  private func entry(_ name: String, _ flags: Int32) throws(SystemError) -> OpenFile {
    let number = openat(number, name, flags | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else { throw .last }
    return OpenFile(number: number)
  }

  /// Creates a pipe. Child processes inherit its ends only if they receive them explicitly.
  package static func pipe() throws(SystemError) -> (reading: OpenFile, writing: OpenFile) {
    var ends: [Int32] = [0, 0]
    guard SluiceC.pipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (OpenFile(number: ends[0]), OpenFile(number: ends[1]))
  }
}
