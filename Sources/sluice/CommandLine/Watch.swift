import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluiceSystem
import SluiceText

/// `--watch`: runs a command again when a file that it read changes, until the process is interrupted.
///
/// An interrupt ends the process like any other program: by the signal, which shells report as 130.
struct Watch {
  private let console: Console
  /// The time after which the command runs even if nothing changed; nil to only run after changes.
  private let expiry: Duration?
  /// The files of the last run, with their states when they were read.
  private var stamps: [String: FileStamp] = [:]
  private var isFirst = true

  /// The interval of file checks in milliseconds.
  private static let interval: Int32 = 300
  /// The interval of checks for further changes after a change, in milliseconds, and their maximum number.
  /// Editors write a file in several steps.
  private static let pause: (milliseconds: Int32, maximum: Int) = (50, 10)

  init(_ console: Console, expiry: Duration? = nil) { (self.console, self.expiry) = (console, expiry) }

  /// Runs a command now and after each change. Throws if the first run fails. Later failures are reported, and
  /// the next change may fix them.
  mutating func run(_ command: (Console) throws(CommandError) -> Void) throws(CommandError) -> Never {
    try runOnce(command)
    while true {
      message("waiting for changes; Ctrl-C ends\n")
      if let changed = waitForChange() { message("\n\(DisplayText.escaping(changed)) changed\n") }
      do throws(CommandError) {
        try runOnce(command)
      } catch {
        console.steps.rest()
        console.report(error)
      }
    }
  }

  /// Writes a message, unless other programs read the output.
  private func message(_ text: String) {
    if console.reporting.isText { console.message(text) }
  }

  private mutating func runOnce(_ command: (Console) throws(CommandError) -> Void) throws(CommandError) {
    // Recorded first, so that a failed run is not repeated without a change.
    for path in stamps.keys { stamps[path] = FileStamp(of: path) }
    let files = ReadFiles(known: stamps, refusesPipes: !isFirst)
    isFirst = false
    var console = console
    console.start = .now
    let result = ReadFiles.watched.withValue(files) {
      Result { () throws(CommandError) in try command(console) }
    }
    switch result {
    case .success: stamps = files.stamps
    // A failed run may not have read all files.
    case .failure: stamps.merge(files.stamps) { $1 }
    }
    try result.get()
    console.steps.rest()
  }

  /// Returns the path of a changed file, or nil if the time has passed.
  private func waitForChange() -> String? {
    let start = ContinuousClock.now
    while true {
      let changed = changes
      if let path = changed.keys.min() {
        waitForRest(changed)
        return path
      }
      if let expiry, start.duration(to: .now) >= expiry { return nil }
      CurrentProcess.wait(milliseconds: Self.interval)
    }
  }

  /// Waits until the changed files stay the same.
  private func waitForRest(_ changed: [String: FileStamp]) {
    var changed = changed
    for _ in 0..<Self.pause.maximum {
      CurrentProcess.wait(milliseconds: Self.pause.milliseconds)
      let now = changes
      guard now != changed else { return }
      changed = now
    }
  }

  private var changes: [String: FileStamp] {
    stamps.reduce(into: [:]) { changes, file in
      let stamp = FileStamp(of: file.key)
      if stamp != file.value { changes[file.key] = stamp }
    }
  }
}

/// The files that a command reads, for ``Watch``. A file that changes while it is being read counts as changed.
final class ReadFiles: Sendable {
  /// The files of the current run; nil if nothing watches them.
  static var current: ReadFiles? { watched.get() }

  /// The storage of ``current``. Not `@TaskLocal`, because `.ci/apple` has no plugin for that macro.
  fileprivate static let watched = TaskLocal<ReadFiles?>(wrappedValue: nil)

  private let known: [String: FileStamp]
  /// Whether only regular files are read. A pipe in place of a file would block until another program writes to it,
  /// and the file that replaces it would never be read.
  let refusesPipes: Bool
  private let read = Locked<[String: FileStamp]>([:])

  /// Creates an empty set of files.
  ///
  /// - Parameter known: The states of files before the run.
  init(known: [String: FileStamp], refusesPipes: Bool = false) {
    (self.known, self.refusesPipes) = (known, refusesPipes)
  }

  var stamps: [String: FileStamp] { read.withLock { $0 } }

  /// Records a file or folder that is about to be read, or that does not exist.
  func add(_ path: String) {
    let stamp = known[path] ?? FileStamp(of: path)
    add([path: stamp])
  }

  /// Records files with their states. The first state of a file counts.
  func add(_ stamps: [String: FileStamp]) { read.withLock { $0.merge(stamps) { first, _ in first } } }
}

extension Watch {
  static func refuseStandardInput(_ operands: [String], of command: CommandName) throws(CommandError) {
    guard operands.isEmpty || operands.contains("-") else { return }
    throw .usage("option '--watch' needs files that can change", advice: "name the files", of: command)
  }
}
