import SluiceSystem

extension Destination {
  /// Returns the destination of a path that the user named.
  static func named(_ path: String) throws(CommandError) -> Destination {
    try CommandError.of { () throws(OutputError) in try Destination(path) }
  }

  /// Returns the destination of a file that the user did not name, such as a file next to a named output.
  ///
  /// Symbolic links are rejected, because another user could have created one that leads elsewhere.
  static func unnamed(_ path: String) throws(CommandError) -> Destination {
    guard (try? FileStatus.of(path, followingLinks: false).kind) != .link else {
      throw CommandError(FileFailure.link(path))
    }
    return try named(path)
  }

  /// Throws if a file exists that is neither empty nor written by this program.
  ///
  /// - Parameter flag: The option that names the output.
  func refuseForeign(flag: String, isOwn: ([UInt8]) -> Bool) throws(CommandError) {
    guard case .file(let path, _?) = kind else { return }
    let file = try InputFile(path).bytes
    guard file.isEmpty || isOwn(file) else { throw CommandError(FileFailure.foreignPage(name, flag: flag)) }
  }
}

extension [Destination] {
  /// Whether all destinations are files, so that nothing is printed to a terminal.
  var areFiles: Bool {
    allSatisfy { destination in
      switch destination.kind {
      case .file: true
      case .stream, .special: false
      }
    }
  }

  /// Throws if an output would overwrite an input.
  ///
  /// - Parameter flag: The option that names the outputs.
  func refuse(inputs: [InputFile], flag: String = "--output") throws(CommandError) {
    for destination in self {
      guard let identity = destination.identity else { continue }
      if inputs.contains(where: { $0.identity == identity }) {
        throw CommandError(FileFailure.outputIsInput(destination.name, flag: flag))
      }
    }
  }
}

extension OutputBatch {
  /// Adds a file to the batch. Throws failures as ``CommandError``.
  func add(_ content: [UInt8], to destination: Destination) throws(CommandError) {
    try CommandError.of { () throws(OutputError) in try write(content, to: destination) }
  }

  /// Removes a file when the batch is committed. Throws failures as ``CommandError``.
  func drop(_ destination: Destination) throws(CommandError) {
    try CommandError.of { () throws(OutputError) in try remove(destination) }
  }

  /// Commits the batch, so that all files appear. Throws failures as ``CommandError``.
  func finish() throws(CommandError) {
    try CommandError.of { () throws(OutputError) in try commit() }
  }
}
