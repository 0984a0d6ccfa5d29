import CLibrary
import Foundation

/// Whether a line is on the screen, and the signal that has come meanwhile: all that a handler may look at and set.
private nonisolated(unsafe) var isLineShown: Int32 = 0
private nonisolated(unsafe) var notedSignal: Int32 = 0

/// A line at a terminal that is drawn over again and again and leaves no trace: nothing is written behind it, and it is
/// gone before a signal ends or stops the process.
///
/// There is one in a process, as signals are of the process. While the line is shown their handler only notes them, and
/// whoever erases it, the thread that draws at the latest, has them do what they would have done.
package final class TerminalLine: @unchecked Sendable {
  private let terminal: FileDescriptor
  /// Held while anything is written to the terminal.
  private let lock = NSLock()
  // Guarded by the lock.
  private var isEnded = false
  private var shown = ""

  /// What ends the process by default, and what stops it for a while.
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
  /// From the beginning of a line on, nothing.
  private static let erasure = "\r\u{1B}[K"

  /// A line that is not shown yet. A signal that the process ignores (`nohup`) stays ignored.
  package init(_ terminal: FileDescriptor) {
    self.terminal = terminal
    for number in Self.signals {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0, !action.isIgnoring else { continue }
      Self.note(number)
    }
  }

  /// Has the handler hear a signal.
  private static func note(_ number: Int32) {
    var noting = sigaction()
    noting.sa_flags = SA_RESTART
    noting.handler = { number in
      if isLineShown == 0 { TerminalLine.obey(number) } else { notedSignal = number }
    }
    sigaction(number, &noting, nil)
  }

  /// Has a thread of its own do something again and again, until the line is at its end.
  package func draw(every milliseconds: Int32, _ work: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
      // Signals are for threads that wait for something which they are to interrupt.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      while !self.lock.withLock({ self.isEnded }) {
        CurrentProcess.wait(milliseconds: milliseconds)
        work()
      }
    }
  }

  /// Columns of the terminal now; nil when it does not say.
  package var columns: Int? { terminal.columns }

  /// Shows a text, which has neither line ends nor more columns than the terminal, unless this process is in the background.
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

  /// Does something, such as writing, with the line erased.
  package func aside<Failure>(_ work: () throws(Failure) -> Void) throws(Failure) {
    lock.lock()
    defer { lock.unlock() }
    erase()
    try work()
  }

  /// Erases the line, for now.
  package func hide() { lock.withLock { erase() } }

  /// Erases the line for good.
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
    // To whatever handler there is now: outputs that are not whole yet are removed first.
    kill(getpid(), number)
  }

  /// Writes as far as it goes. A signal that is held back is no reason to leave something on the screen.
  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = CLibrary.write(terminal.number, bytes, bytes.count)
  }

  /// Does what the signal does by default. Nothing is called here that a handler may not call.
  private static func obey(_ number: Int32) {
    signal(number, SIG_DFL)
    guard number == SIGTSTP else {
      kill(getpid(), number)
      return
    }
    // Not SIGSTOP: where no shell is there to have it go on, as behind `ssh -t` or in a container, the system does not stop it.
    var (stop, before) = (sigset_t(), sigset_t())
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    // Of this thread, which blocks it in its handler: it is stopped where that ends.
    raise(SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, &before)
    note(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
