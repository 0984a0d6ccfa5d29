#if canImport(Glibc)
  // The variable `stderr` is not annotated for concurrency.
  @preconcurrency import SluiceC
#else
  import SluiceC
#endif

/// The memory limit in pages, which is set once before the handler is installed. It has static
/// initialization, because a signal handler reads it.
private nonisolated(unsafe) var limitedPages: UInt64 = 0

extension CurrentProcess {
  /// Makes the process end with a message and exit code 2 if an allocation exceeds a limit of its address
  /// space (`ulimit -v`, `prlimit --as`). Without a limit, nothing changes.
  ///
  /// In Swift, a failed allocation ends the process with a trap, and therefore a signal. If a trap occurs and
  /// most of the limit is used, missing memory is assumed to be the cause.
  package static func reportMissingMemory() {
    // A number beyond any address space means no limit.
    guard let limit = rlimit.addressSpace, limit.rlim_cur < 1 << 47 else { return }
    limitedPages = UInt64(limit.rlim_cur) / UInt64(max(getpagesize(), 1))
    var action = sigaction()
    action.handler = { number in
      if CurrentProcess.usesMostOfItsLimit {
        let message: StaticString =
          "sluice: error: there is not enough memory under the limit of this process\n"
        _ = SluiceC.write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
        _exit(2)
      }
      #if canImport(Glibc)
        fflush(stderr)
      #endif
      signal(number, SIG_DFL)
      raise(number)
    }
    #if canImport(Glibc)
      // On Linux, the runtime prints the stack of a failed allocation through this buffer, which the handler leaves
      // unwritten. All other messages are written without it.
      setvbuf(stderr, nil, _IOFBF, 1 << 16)
    #endif
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV] { sigaction(number, &action, nil) }
  }

  /// Whether more than half of the available address space is used. Uses only calls that are allowed in
  /// signal handlers, and does not allocate memory.
  private static var usesMostOfItsLimit: Bool {
    let file = SluiceC.open("/proc/self/statm", O_RDONLY)
    guard file >= 0 else { return false }
    var text: (UInt64, UInt64, UInt64) = (0, 0, 0)
    let count = withUnsafeMutableBytes(of: &text) { SluiceC.read(file, $0.baseAddress, $0.count) }
    SluiceC.close(file)
    var pages: UInt64 = 0
    withUnsafeBytes(of: &text) { bytes in
      for index in 0..<max(count, 0) {
        let digit = bytes[index] &- UInt8(ascii: "0")
        guard digit < 10 else { return }
        pages = pages &* 10 &+ UInt64(digit)
      }
    }
    return pages > limitedPages / 2
  }
}
