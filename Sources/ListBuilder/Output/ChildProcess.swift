#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Starts programs. Foundation's `Process` would do the same, but loading what it needs takes time that
/// commands have not got.
package enum ChildProcess {
  /// What a standard stream of the program is.
  package enum Stream {
    /// An open file of this process.
    case descriptor(FileDescriptor)
    /// A file, opened for reading.
    case input(String)
    /// A file, made or emptied, that only the user can read.
    case output(String)
  }

  /// Starts the program at `path` with arguments (its name first) and variables, nil for those of this process.
  /// `streams` are standard input, output and error, the ones behind as this process has them.
  package static func start(
    _ path: String, arguments: [String], variables: [String]? = nil, streams: [Stream]
  ) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in zip(STDIN_FILENO..., streams) {
      switch stream {
      case .descriptor(let file): posix_spawn_file_actions_adddup2(&actions, file.number, number)
      case .input(let path): posix_spawn_file_actions_addopen(&actions, number, path, O_RDONLY, 0)
      case .output(let path):
        posix_spawn_file_actions_addopen(&actions, number, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      }
    }
    var arguments = arguments.map { strdup($0) } + [nil]
    var own = (variables ?? []).map { strdup($0) } + [nil]
    defer { for text in arguments + own { free(text) } }
    var process: pid_t = 0
    let code =
      variables == nil
      ? posix_spawn(&process, path, &actions, nil, &arguments, environ)
      : posix_spawn(&process, path, &actions, nil, &arguments, &own)
    guard code == 0 else { throw SystemError(code: code) }
    return process
  }
}
