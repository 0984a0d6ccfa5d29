import SluiceC

/// A program that this process has started. Foundation's `Process` does the same, but takes too long to load
/// for short commands.
package struct ChildProcess: Hashable, Sendable {
  private let id: pid_t

  /// The source or target of a standard stream.
  package enum Stream {
    /// An open file of this process.
    case descriptor(OpenFile)
    /// A file, opened for reading.
    case input(String)
    /// A file that is created or truncated, readable only by the user.
    case output(String)
  }

  /// Starts the program at `path`. The first argument is its name. If `variables` is nil, it inherits the
  /// environment. `streams` are standard input, output and error. Missing streams are inherited.
  package init(
    _ path: String, arguments: [String], variables: [String]? = nil, streams: [Stream]
  ) throws(SystemError) {
    var actions = noSpawnActions
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
    // Each array ends with nil, and the copies exist until the program has its own.
    var arguments = arguments.map { strdup($0) } + [nil]
    var own = (variables ?? []).map { strdup($0) } + [nil]
    defer { for text in arguments + own { free(text) } }
    var process: pid_t = 0
    let code =
      variables == nil
      ? posix_spawn(&process, path, &actions, nil, &arguments, environ)
      : posix_spawn(&process, path, &actions, nil, &arguments, &own)
    guard code == 0 else { throw SystemError(code: code) }
    id = process
  }

  /// The way in which a program ended.
  package enum End: Equatable, Sendable {
    /// A regular exit with this status.
    case status(Int32)
    case signal(Int32)

    /// The end by the timer of ``CurrentProcess/endAfter(seconds:)``.
    package static let alarm = End.signal(SIGALRM)

    /// Decodes the status of `waitpid`.
    fileprivate init(_ status: Int32) {
      let signal = status & 0x7F
      self = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
    }
  }

  /// Returns how the program ended; nil while it is running.
  package func end() throws(SystemError) -> End? {
    var status: Int32 = 0
    let result = waitpid(id, &status, WNOHANG)
    guard result >= 0 || errno == EINTR else { throw .last }
    return result == id ? End(status) : nil
  }

  /// Waits until the program has ended, and returns how it ended, or nil if that is unknown.
  @discardableResult package func waitForEnd() -> End? {
    var status: Int32 = 0
    while true {
      let result = waitpid(id, &status, 0)
      if result == id { return End(status) }
      if result >= 0 || errno != EINTR { return nil }
    }
  }

  /// Kills the program, for which its starter still has to wait.
  package func kill() { _ = SluiceC.kill(id, SIGKILL) }

  /// Kills the program, and waits until it has ended.
  package func stop() {
    kill()
    waitForEnd()
  }
}
