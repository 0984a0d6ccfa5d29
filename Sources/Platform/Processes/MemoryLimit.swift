import CLibrary

/// Set once, before the handler is there: plain values, initialised without code.
private nonisolated(unsafe) var limitedPages: UInt64 = 0

extension CurrentProcess {
  /// Has the process end with a message and exit code 2, and not by a signal, where an allocation finds no memory under
  /// a limit of its address space (`ulimit -v`, `prlimit --as`). Without such a limit nothing is changed.
  ///
  /// Swift ends a process whose allocation fails by a trap. So where a trap comes and most of the limit is used, that is
  /// taken for its cause.
  package static func reportMissingMemory() {
    // A limit that is none is a number beyond all address spaces.
    guard let limit = rlimit.addressSpace, limit.rlim_cur < 1 << 47 else { return }
    limitedPages = UInt64(limit.rlim_cur) / UInt64(max(getpagesize(), 1))
    var action = sigaction()
    action.handler = { number in
      if CurrentProcess.usesMostOfItsLimit {
        let message: StaticString =
          "sluice: error: there is not enough memory under the limit of this process\n"
        _ = CLibrary.write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
        _exit(2)
      }
      signal(number, SIG_DFL)
      raise(number)
    }
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV] { sigaction(number, &action, nil) }
  }

  /// Whether more than half of the address space that the process may have is used. Only calls that a handler of
  /// signals may make, and no memory.
  private static var usesMostOfItsLimit: Bool {
    let file = CLibrary.open("/proc/self/statm", O_RDONLY)
    guard file >= 0 else { return false }
    var text: (UInt64, UInt64, UInt64) = (0, 0, 0)
    let count = withUnsafeMutableBytes(of: &text) { CLibrary.read(file, $0.baseAddress, $0.count) }
    CLibrary.close(file)
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
