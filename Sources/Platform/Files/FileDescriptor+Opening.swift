import CLibrary

extension FileDescriptor {
  /// Opens a file, pipe or device for reading.
  package static func open(_ path: String) throws(SystemError) -> FileDescriptor { try open(path, O_RDONLY) }

  /// Makes a file for writing, which must not be there.
  package static func create(
    _ path: String, isPrivate: Bool = false
  ) throws(SystemError) -> FileDescriptor {
    try open(path, O_WRONLY | O_CREAT | O_EXCL, mode: isPrivate ? 0o600 : 0o666)
  }

  /// Makes or empties a file for writing; a link is not followed.
  package static func overwrite(_ path: String) throws(SystemError) -> FileDescriptor {
    try open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
  }

  /// Opens a folder, to which links may lead.
  package static func folder(_ path: String) throws(SystemError) -> FileDescriptor {
    try open(path, O_RDONLY | O_DIRECTORY)
  }

  /// Opens a folder in this one; a link is none.
  package func folder(_ name: String) throws(SystemError) -> FileDescriptor {
    try entry(name, O_RDONLY | O_DIRECTORY)
  }

  /// Opens what has this name in this folder for reading; no link is followed, and a FIFO is not waited for.
  package func file(_ name: String) throws(SystemError) -> FileDescriptor {
    try entry(name, O_RDONLY | O_NONBLOCK)
  }

  private func entry(_ name: String, _ flags: Int32) throws(SystemError) -> FileDescriptor {
    let number = openat(number, name, flags | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else { throw .last }
    return FileDescriptor(number: number)
  }

  /// Both ends of a pipe, which no program inherits but for what it is given.
  package static func pipe() throws(SystemError) -> (reading: FileDescriptor, writing: FileDescriptor) {
    var ends: [Int32] = [0, 0]
    guard CLibrary.pipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (FileDescriptor(number: ends[0]), FileDescriptor(number: ends[1]))
  }
}
