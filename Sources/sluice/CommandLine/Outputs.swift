import Platform

extension Destination {
  /// Where a path leads that the user named.
  static func named(_ path: String) throws(CommandError) -> Destination {
    try CommandError.of { () throws(OutputError) in try Destination(path) }
  }

  /// Where a file goes by a name that the user did not give, in a folder that he named or beside a file that he named:
  /// somebody else can have put a link there, which leads elsewhere.
  static func unnamed(_ path: String) throws(CommandError) -> Destination {
    guard (try? FileStatus.of(path, followingLinks: false).kind) != .link else {
      throw CommandError(FileFailure.link(path))
    }
    return try named(path)
  }
}

extension [Destination] {
  /// Whether all are files, so that nothing of them appears at a terminal.
  var areFiles: Bool {
    allSatisfy { destination in
      switch destination.place {
      case .file: true
      case .stream, .special: false
      }
    }
  }

  /// Refuses to write over what was read.
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
  /// Adds a file, with what goes wrong as the command's error.
  func add(_ content: [UInt8], to destination: Destination) throws(CommandError) {
    try CommandError.of { () throws(OutputError) in try write(content, to: destination) }
  }

  /// Removes a file with the others' appearance, with what goes wrong as the command's error.
  func drop(_ destination: Destination) throws(CommandError) {
    try CommandError.of { () throws(OutputError) in try remove(destination) }
  }

  /// Has all files appear, with what goes wrong as the command's error.
  func finish() throws(CommandError) {
    try CommandError.of { () throws(OutputError) in try commit() }
  }
}
