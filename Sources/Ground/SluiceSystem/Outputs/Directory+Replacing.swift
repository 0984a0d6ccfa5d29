extension Directory {
  /// Atomically replaces the contents of a file. Readers find either the old or the new contents, even after
  /// a power failure. A symbolic link with this name is replaced, not followed.
  package func replace(_ name: FileName, with bytes: [UInt8]) throws(SystemError) {
    let (temporary, file) = try TemporaryFile.make(for: name, in: self)
    do throws(SystemError) {
      try file.complete(with: bytes)
      try temporary.publish(as: name)
    } catch {
      temporary.discard()
      throw error
    }
  }

  /// Removes the files that killed processes left unfinished here.
  package func removeLeftovers() { TemporaryFile.removeLeftovers(in: self) }
}
