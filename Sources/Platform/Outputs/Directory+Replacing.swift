extension Directory {
  /// Puts bytes into a file of this name, in the place of what is there: whoever looks finds all of the old or all
  /// of the new, and so does the next start after a loss of power. A link of that name is replaced, not followed.
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

  /// Removes the files that killed processes had begun to write here.
  package func removeLeftovers() { TemporaryFile.removeLeftovers(in: self) }
}
