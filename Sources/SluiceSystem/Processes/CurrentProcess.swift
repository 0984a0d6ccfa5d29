import SluiceC

#if canImport(Darwin)
  import Foundation
#endif

/// This process and its environment.
package enum CurrentProcess {
  /// The arguments after the program name. File names among them are not necessarily valid text.
  package static var words: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { word in
        // Each argument ends with a NUL.
        sequence(first: 0) { $0 + 1 }.lazy.map { UInt8(bitPattern: word[$0]) }.prefix { $0 != 0 }.map { $0 }
      }
    }
  }

  /// Returns the value of an environment variable; nil if it is not set.
  package static func variable(_ name: String) -> String? {
    if let variables = RunContext.current.variables { return variables[name] }
    return getenv(name).map { String(cString: $0) }
  }

  /// Sets an environment variable for this process and those that it starts.
  package static func set(_ name: String, to value: String) { setenv(name, value, 1) }

  /// The environment variables in the form `NAME=value`.
  package static var variables: [String] {
    if let variables = RunContext.current.variables { return variables.map { "\($0.key)=\($0.value)" } }
    var variables: [String] = []
    // The list ends with nil.
    var next = environ
    while let variable = next.pointee {
      variables.append(String(cString: variable))
      next += 1
    }
    return variables
  }

  /// Returns the path of this program's file.
  package static func executable() throws(SystemError) -> String {
    if let program = RunContext.current.program { return program }
    #if canImport(Darwin)
      guard let path = Bundle.main.executablePath else { throw .notFound }
      return path
    #else
      return "/proc/self/exe"
    #endif
  }

  /// Returns the path of this program's file with links resolved. Processes that see a different file system
  /// need it.
  package static func executableFile() throws(SystemError) -> String {
    try Pathname.resolved(try executable())
  }

  /// Returns the path of a program in `PATH`; nil if it is not found. Relative folders are skipped, because
  /// their contents depend on the current folder.
  package static func program(_ name: String) -> String? {
    let folders = (variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first { path in
      (try? FileStatus.of(path, followingLinks: true).kind) == .regular && access(path, X_OK) == 0
    }
  }

  /// The maximum number of open files; nil if it is not available.
  package static var maximumOpenFiles: Int? {
    // "Unlimited" exceeds the range of Int.
    rlimit.openFiles.map { Int(exactly: $0.rlim_cur) ?? .max }
  }

  /// The peak memory use in bytes.
  package static var peakMemory: Int {
    var usage = rusage()
    // 0 is RUSAGE_SELF, which has a different type in every C library.
    getrusage(0, &usage)
    // Bytes on Darwin, KiB on other systems.
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      return Int(usage.ru_maxrss) << 10
    #endif
  }

  /// Makes the standard streams safe to write to.
  package static func prepareStreams() {
    // With this, write(2) reports a closed pipe and a file size limit as EPIPE and EFBIG.
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    // Otherwise the next opened file would take the place of a closed stream, and diagnostics would end up in
    // the JSON. Using the replacement fails, as with a closed descriptor.
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      _ = try? OpenFile.open("/dev/null", flags: number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// The seconds since 1970.
  package static var time: Int { SluiceC.time(nil) }

  /// Waits this long, or until a signal arrives.
  package static func wait(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

  /// Makes the system end this process after this many seconds, whatever it is doing.
  package static func endAfter(seconds: Int) { alarm(UInt32(clamping: seconds)) }

  /// Replaces this process with the program at `path`. The first argument is its name. The process keeps its
  /// streams, environment and ID, so that others can wait for it or end it as before.
  package static func become(_ path: String, arguments: [String]) throws(SystemError) -> Never {
    let words = arguments.map { strdup($0) } + [nil]
    execv(path, words)
    let failure = SystemError.last
    for word in words { free(word) }
    throw failure
  }

  package static func end(with status: Int32) -> Never { exit(status) }
}

/// Memory in large pages for memory-intensive work.
///
/// A conversion fills tens of megabytes once. The kernel provides them in pages of 4 KB, which takes a fifth
/// of the conversion's time. Large pages save up to a tenth of the total time (measured with EasyList).
package enum LargePages {
  /// The size of a large page, in bytes.
  private static let pageSize = 2 << 20
  /// The maximum size of a block. glibc always requests blocks of 32 MB and more from the kernel
  /// individually, regardless of its thresholds. A block needs up to two additional pages for its alignment.
  private static let largestBlock = 26 << 20

  /// Reserves about `size` bytes of large pages for the heap, up to 52 MB. They are allocated on the first
  /// write, so unused pages cost nothing. Without glibc or large pages, this has no effect.
  package static func reserve(_ size: Int) {
    #if canImport(Glibc)
      let size = min(size, 2 * largestBlock) / pageSize * pageSize
      guard size > 0 else { return }
      // After a block of this size is freed, glibc places smaller blocks in its heap (mallopt(3),
      // M_MMAP_THRESHOLD), and their pages stay allocated when they are freed. This applies to the blocks
      // below. With more than two of them, glibc would return the pages to the kernel (M_TRIM_THRESHOLD).
      let largest = min(size, largestBlock)
      // The compiler would remove a `malloc` whose block is freed immediately.
      var block: UnsafeMutableRawPointer?
      guard posix_memalign(&block, 64, largest + 2 * pageSize) == 0 else { return }
      free(block)
      var blocks: [UnsafeMutableRawPointer] = []
      for size in [largest, size - largest] where size > 0 {
        guard posix_memalign(&block, pageSize, size) == 0, let block else { continue }
        // Applies to exactly this block, which is neither read nor written.
        madvise(block, size, MADV_HUGEPAGE)
        blocks.append(block)
      }
      for block in blocks { free(block) }
    #endif
  }
}

/// A thread that nobody waits for. Foundation's `Thread` does the same.
package final class DetachedThread: Sendable {
  private let body: @Sendable () -> Void

  private init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Runs a closure on a new thread. Returns false if the system allows no more threads.
  @discardableResult package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let thread = Unmanaged.passRetained(DetachedThread(body))
    var id = noThread
    let result = pthread_create(
      &id, &attributes,
      {
        DetachedThread.run($0)
        return nil
      }, thread.toOpaque())
    guard result == 0 else {
      thread.release()
      return false
    }
    return true
  }

  /// Runs on the new thread, which takes over the reference.
  private static func run(_ thread: UnsafeMutableRawPointer?) {
    guard let thread else { return }
    Unmanaged<DetachedThread>.fromOpaque(thread).takeRetainedValue().body()
  }
}
