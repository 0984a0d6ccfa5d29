import Foundation
import SluiceConversion
import SluiceText
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A terminal without a user.
///
/// It runs programs and records their output with timestamps.
final class PseudoTerminal: Sendable {
  private let master: Int32
  private let slave: FileHandle
  private let pieces = Locked<[Piece]>([])

  /// The output of a single read.
  struct Piece: Sendable {
    let time: ContinuousClock.Instant
    let bytes: [UInt8]
  }

  struct Unavailable: Error {}

  init(columns: UInt16 = 80) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard master >= 0, let name = Self.otherEnd(of: master), let slave = FileHandle(forUpdatingAtPath: name)
    else { throw Unavailable() }
    self.slave = slave
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    Thread.detachNewThread { [master, pieces] in
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        let count = read(master, &buffer, buffer.count)
        guard count > 0 else { break }
        let bytes = Array(buffer[..<count])
        pieces.withLock { $0.append(Piece(time: .now, bytes: bytes)) }
      }
    }
  }

  deinit { close(master) }

  /// Returns the path of the end of the terminal that programs use.
  private static func otherEnd(of master: Int32) -> String? {
    #if canImport(Glibc)
      // TIOCSPTLCK and TIOCGPTN, which unlockpt and ptsname call. The Glibc module lacks these functions.
      var (isLocked, number) = (Int32(0), Int32(0))
      guard ioctl(master, 0x4004_5431, &isLocked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
        return nil
      }
      return "/dev/pts/\(number)"
    #else
      guard grantpt(master) == 0, unlockpt(master) == 0 else { return nil }
      return ptsname(master).map { String(cString: $0) }
    #endif
  }

  /// Starts `sluice` with standard error in the terminal, and standard output too unless there is a pipe.
  ///
  /// Another program also gets the terminal as its input.
  func start(
    _ words: [String], program: String? = nil, in folder: TemporaryFolder, input: Pipe? = nil,
    output: Pipe? = nil,
    environment: [String: String] = [:]
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: try program ?? BuiltProgram.sluice)
    process.arguments = words
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.environment = ["PATH": "/usr/bin:/bin", "TERM": "xterm"].merging(environment) { $1 }
    process.standardInput = input ?? (program == nil ? FileHandle.nullDevice : slave)
    process.standardError = slave
    process.standardOutput = output ?? slave
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
    return process
  }

  /// Waits until a program has ended and its output has arrived.
  func end(of process: Process) async {
    process.waitUntilExit()
    let mark = "-- end --"
    slave.write(Data(mark.utf8))
    _ = await Shell.comesTrue { self.everything.hasSuffix(mark) }
    pieces.withLock { pieces in
      guard let last = pieces.popLast() else { return }
      pieces.append(Piece(time: last.time, bytes: last.bytes.dropLast(mark.utf8.count)))
    }
  }

  /// The complete output.
  private var everything: String {
    String(decoding: pieces.withLock { $0.flatMap(\.bytes) }, as: UTF8.self)
  }

  /// The complete output, with line ends as programs write them.
  var text: String { everything.replacing("\r\n", with: "\n") }

  /// The time of the first output.
  var firstTime: ContinuousClock.Instant? { pieces.withLock { $0.first?.time } }

  /// The lines that a user would see at the end, after all overwriting.
  var screen: [String] { Self.screen(of: text) }

  /// Applies carriage returns and the erasure of the rest of a line, as a terminal does.
  static func screen(of text: String) -> [String] {
    var lines: [[Character]] = [[]]
    var column = 0
    var rest = Array(text)[...]
    while let character = rest.popFirst() {
      switch character {
      case "\n":
        lines.append([])
        column = 0
      case "\r": column = 0
      case "\u{1B}" where rest.starts(with: "[K"):
        rest = rest.dropFirst(2)
        lines[lines.count - 1].removeSubrange(min(column, lines[lines.count - 1].count)...)
      default:
        let last = lines.count - 1
        while lines[last].count <= column { lines[last].append(" ") }
        lines[last][column] = character
        column += 1
      }
    }
    return lines.map { String($0) }
  }
}
