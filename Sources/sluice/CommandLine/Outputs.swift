import Platform

extension Destination {
  /// Returns the destination of a path that the user named.
  static func named(_ path: String) throws(CommandError) -> Destination {
    try CommandError.of { () throws(OutputError) in try Destination(path) }
  }

  /// Returns the destination of a file that the user did not name, in or next to a path that he named.
  ///
  /// Symbolic links are rejected, because somebody else could have created one that leads elsewhere.
  static func unnamed(_ path: String) throws(CommandError) -> Destination {
    guard (try? FileStatus.of(path, followingLinks: false).kind) != .link else {
      throw CommandError(FileFailure.link(path))
    }
    return try named(path)
  }
}

extension [Destination] {
  /// Whether all destinations are files, so that nothing is printed to a terminal.
  var areFiles: Bool {
    allSatisfy { destination in
      switch destination.place {
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
  /// Adds a file, and throws failures as errors of the command.
  func add(_ content: [UInt8], to destination: Destination) throws(CommandError) {
    try CommandError.of { () throws(OutputError) in try write(content, to: destination) }
  }

  /// Removes a file when the others appear, and throws failures as errors of the command.
  func drop(_ destination: Destination) throws(CommandError) {
    try CommandError.of { () throws(OutputError) in try remove(destination) }
  }

  /// Makes all files appear, and throws failures as errors of the command.
  func finish() throws(CommandError) {
    try CommandError.of { () throws(OutputError) in try commit() }
  }
}
