#if canImport(Darwin)
  import Foundation
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

import ListBuilder

/// Asks the WebKit of this machine, in a process of its own for each list.
struct EngineProcess {
  /// What came of a compile.
  struct Answer {
    let engine: String
    let verdict: EngineVerdict
    /// The pattern to which WebKit objects, when its log names one.
    let pattern: [UInt8]?
  }

  enum Failure: Error, Equatable {
    case unavailable(String)
    case timeout
    /// The process ended without an answer.
    case died(String)
    case system(SystemError)
    /// A signal asks for the end of the work.
    case interrupted
  }

  /// How long a compile may take, in seconds.
  let timeout: Int

  /// What to do where there is no WebKit.
  static var advice: String {
    #if canImport(Darwin)
      "WebKit is part of macOS"
    #else
      "install WebKitGTK: apt-get install libwebkit2gtk-4.1-0 (Debian, Ubuntu), dnf install webkit2gtk4.1"
        + " (Fedora); a statically linked sluice cannot load it"
    #endif
  }

  /// How long to wait before the process is looked at again, in milliseconds.
  private static let pollingInterval: Int32 = 5

  /// Compiles a list.
  func compile(_ json: [UInt8]) throws(Failure) -> Answer {
    var signals = DeferredSignals()
    defer { signals.release() }
    let folder: Folder
    let process: pid_t
    do throws(SystemError) {
      folder = try Folder.temporary()
    } catch {
      throw .system(error)
    }
    defer { folder.remove() }
    do throws(SystemError) {
      let input = try FileDescriptor.open(folder.file("rules.json"), O_WRONLY | O_CREAT, mode: 0o600)
      defer { try? input.close() }
      try input.write(json)
      process = try start(in: folder)
    } catch {
      throw error.code == EINTR ? .interrupted : .system(error)
    }
    return try answer(of: try end(of: process), in: folder)
  }

  /// Starts this program again. Its output goes to files: a pipe could fill up.
  private func start(in folder: Folder) throws(SystemError) -> pid_t {
    let words = [
      "sluice", CommandName.webKitCompile.rawValue, "--timeout", String(timeout), folder.file("rules.json"),
    ]
    // What it leaves when it is killed is in the folder too.
    let variables = Self.environment.filter { !$0.hasPrefix("TMPDIR=") } + ["TMPDIR=\(folder.path)"]
    return try ChildProcess.start(
      try Self.executable(), arguments: words, variables: variables,
      streams: [.input("/dev/null"), .output(folder.file("output")), .output(folder.file("log"))])
  }

  /// Waits for the process and returns its status as `waitpid` gives it.
  private func end(of process: pid_t) throws(Failure) -> Int32 {
    let deadline = ContinuousClock.now + .seconds(timeout)
    var status: Int32 = 0
    while true {
      let result = waitpid(process, &status, WNOHANG)
      if result == process { return status }
      if result < 0, errno != EINTR { throw .system(.last) }
      let isLate = ContinuousClock.now >= deadline
      if isLate || DeferredSignals.isPending {
        kill(process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        throw isLate ? .timeout : .interrupted
      }
      _ = poll(nil, 0, Self.pollingInterval)
    }
  }

  private func answer(of status: Int32, in folder: Folder) throws(Failure) -> Answer {
    let log = Self.text(of: folder.file("log"))
    let signal = status & 0x7F
    guard signal == 0 else {
      // The process ends itself too when it takes too long, in case nobody waits for it any more.
      throw signal == SIGALRM ? .timeout : .died("signal \(signal)")
    }
    let code = status >> 8 & 0xFF
    if code == ExitCode.unavailable.rawValue { throw .unavailable(log) }
    guard let (engine, verdict) = EngineProtocol.read(Self.text(of: folder.file("output"))) else {
      throw .died("exit status \(code)")
    }
    return Answer(engine: engine, verdict: verdict, pattern: EngineProtocol.pattern(inLog: log))
  }

  private static func text(of path: String) -> String {
    (try? InputFile(path)).map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
  }

  /// The variables of this process, as `NAME=value`.
  private static var environment: [String] {
    var variables: [String] = []
    var next = environ
    while let variable = next.pointee {
      variables.append(String(cString: variable))
      next += 1
    }
    return variables
  }

  /// The file of this program.
  private static func executable() throws(SystemError) -> String {
    #if canImport(Darwin)
      guard let path = Bundle.main.executablePath else { throw SystemError(code: ENOENT) }
      return path
    #else
      return "/proc/self/exe"
    #endif
  }
}
