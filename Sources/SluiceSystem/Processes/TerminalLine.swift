import SluiceC

/// Whether the line is shown, and the signal that has arrived meanwhile: the only state that a handler can
/// access.
private nonisolated(unsafe) var isLineShown: Int32 = 0
private nonisolated(unsafe) var notedSignal: Int32 = 0

/// A line on a terminal that is redrawn repeatedly and leaves no trace. It is erased before any other output,
/// and before a signal ends or stops the process.
///
/// A process has at most one, because signals apply to the process. While the line is shown, the handler only
/// records signals. The code that erases the line, at the latest the drawing thread, then performs the usual
/// action of the signal.
package final class TerminalLine: @unchecked Sendable {
  private let terminal: OpenFile
  /// Held while anything is written to the terminal.
  private let lock = ThreadLock()
  // Guarded by the lock.
  private var isEnded = false
  private var shown = ""

  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
  private static let erasure = "\r\u{1B}[K"

  /// Creates a line that is not shown yet. A signal that the process ignores (`nohup`) remains ignored.
  package init(_ terminal: OpenFile) {
    self.terminal = terminal
    for number in Self.signals {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0, !action.isIgnoring else { continue }
      Self.note(number)
    }
  }

  /// Installs the handler for a signal.
  private static func note(_ number: Int32) {
    var noting = sigaction()
    noting.sa_flags = SA_RESTART
    noting.handler = { number in
      if isLineShown == 0 { TerminalLine.obey(number) } else { notedSignal = number }
    }
    sigaction(number, &noting, nil)
  }

  /// Repeats `work` on a separate thread until the line ends.
  package func draw(every milliseconds: Int32, _ work: @escaping @Sendable () -> Void) {
    DetachedThread.start {
      // Other threads must receive the signals, because signals interrupt their waiting calls.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      while !self.lock.withLock({ self.isEnded }) {
        CurrentProcess.wait(milliseconds: milliseconds)
        work()
      }
    }
  }

  /// The current number of columns of the terminal; nil if it is not available.
  package var columns: Int? { terminal.columns }

  /// Shows a text unless this process is in the background. The text must not contain line ends or be wider
  /// than the terminal.
  package func show(_ text: String) {
    lock.withLock {
      let group = tcgetpgrp(terminal.number)
      guard !isEnded, notedSignal == 0, group < 0 || group == getpgrp() else { return erase() }
      guard isLineShown == 0 || shown != text else { return }
      isLineShown = 1
      shown = text
      write(Self.erasure + text)
    }
  }

  /// Performs `work`, such as writing, while the line is erased.
  package func aside<Failure>(_ work: () throws(Failure) -> Void) throws(Failure) {
    lock.lock()
    defer { lock.unlock() }
    erase()
    try work()
  }

  /// Erases the line temporarily.
  package func hide() { lock.withLock { erase() } }

  /// Erases the line permanently.
  package func end() {
    lock.withLock {
      isEnded = true
      erase()
    }
  }

  private func erase() {
    if isLineShown != 0 {
      write(Self.erasure)
      isLineShown = 0
    }
    guard notedSignal != 0 else { return }
    let number = notedSignal
    notedSignal = 0
    // The current handler receives the signal. If outputs are unfinished, that handler removes them first.
    kill(getpid(), number)
  }

  /// Writes as much as possible, even while a signal is deferred, so that nothing remains on the screen.
  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = SluiceC.write(terminal.number, bytes, bytes.count)
  }

  /// Performs the default action of the signal. Uses only calls that are allowed in signal handlers.
  private static func obey(_ number: Int32) {
    signal(number, SIG_DFL)
    guard number == SIGTSTP else {
      kill(getpid(), number)
      return
    }
    // Not SIGSTOP: if no shell can resume the process, as with `ssh -t` or in a container, the system ignores
    // SIGTSTP.
    var (stop, before) = (sigset_t(), sigset_t())
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    // This thread receives the signal, but blocks it during the handler. It stops when it unblocks the
    // signal.
    raise(SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, &before)
    note(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
