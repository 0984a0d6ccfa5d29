import CLibrary

#if canImport(Darwin)
  import Foundation
#endif

/// This process and its surroundings.
package enum CurrentProcess {
  /// The words that it was started with, behind its name. Those of file names need not be text.
  package static var words: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { word in
        // They end with a NUL.
        sequence(first: 0) { $0 + 1 }.lazy.map { UInt8(bitPattern: word[$0]) }.prefix { $0 != 0 }.map { $0 }
      }
    }
  }

  /// A variable, nil when it is not set.
  package static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The variables, as `NAME=value`.
  package static var variables: [String] {
    var variables: [String] = []
    // The list ends with nil.
    var next = environ
    while let variable = next.pointee {
      variables.append(String(cString: variable))
      next += 1
    }
    return variables
  }

  /// The file of this program.
  package static func executable() throws(SystemError) -> String {
    #if canImport(Darwin)
      guard let path = Bundle.main.executablePath else { throw .notFound }
      return path
    #else
      return "/proc/self/exe"
    #endif
  }

  /// The file of this program by its own name, for a process that has other files than this one.
  package static func executableFile() throws(SystemError) -> String {
    try Path.resolved(try executable())
  }

  /// The path of a program, searched where `PATH` says; nil where there is none. Folders that are named from the
  /// current one are left out: whose they are depends on where the user happens to be.
  package static func program(_ name: String) -> String? {
    let folders = (variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first { path in
      (try? FileStatus.of(path, followingLinks: true).kind) == .regular && access(path, X_OK) == 0
    }
  }

  /// How many files may be open at once; nil when that cannot be found out.
  package static var maximumOpenFiles: Int? {
    // "Unlimited" is more than an Int holds.
    rlimit.openFiles.map { Int(exactly: $0.rlim_cur) ?? .max }
  }

  /// The most memory that it has had, in bytes.
  package static var peakMemory: Int {
    var usage = rusage()
    // RUSAGE_SELF, which every C library types in its own way.
    getrusage(0, &usage)
    // Bytes on Darwin, KiB elsewhere.
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      return Int(usage.ru_maxrss) << 10
    #endif
  }

  /// Makes the standard streams safe to write to.
  package static func prepareStreams() {
    // A closed pipe and a file size limit are reported by write(2) as EPIPE and EFBIG.
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    // A stream that the parent closed would be the next file opened, and diagnostics would end up in the
    // JSON. What takes its place fails when it is used, as a closed descriptor does.
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      _ = try? FileDescriptor.open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Waits, less long when a signal comes.
  package static func wait(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

  /// Has the system end this process in so many seconds, whatever it does then.
  package static func endAfter(seconds: Int) { alarm(UInt32(clamping: seconds)) }

  /// Goes on as the program at `path`, with arguments (its name first) and this process's streams and variables: who
  /// waits for this process, or ends it, waits for or ends that program.
  package static func become(_ path: String, arguments: [String]) throws(SystemError) -> Never {
    let words = arguments.map { strdup($0) } + [nil]
    execv(path, words)
    let failure = SystemError.last
    for word in words { free(word) }
    throw failure
  }

  /// Ends this process.
  package static func end(with status: Int32) -> Never { exit(status) }
}
