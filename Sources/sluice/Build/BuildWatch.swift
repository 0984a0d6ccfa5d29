import ListBuilding
import Platform

/// A loop that builds again when an input file changes and when a fetched list may have expired.
struct BuildWatch {
  private let arguments: BuildArguments
  private let console: Console
  /// The files of the last build: the build file and everything it refers to. A file that changes while it is
  /// being read counts as changed.
  private var stamps: [String: FileStamp] = [:]

  /// The interval between file checks, in milliseconds.
  private static let interval: Int32 = 300
  /// The number of file checks, about ten minutes, after which it builds again because lists may have
  /// expired.
  private static let looksBetweenBuilds = 2000

  init(_ arguments: BuildArguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  /// Builds and then watches the files. Throws if the first build fails; otherwise, never returns.
  mutating func run() throws(CommandError) -> Never {
    try build()
    while true {
      for _ in 0..<Self.looksBetweenBuilds {
        if hasChanges { break }
        CurrentProcess.wait(milliseconds: Self.interval)
      }
      do throws(CommandError) {
        try build()
      } catch {
        console.steps.rest()
        // The next change may fix it.
        console.report(error.failure.report)
      }
    }
  }

  private var hasChanges: Bool { stamps.contains { path, stamp in FileStamp(of: path) != stamp } }

  private mutating func build() throws(CommandError) {
    // Recorded first, so that a failed build is not retried without a change.
    for path in stamps.keys { stamps[path] = FileStamp(of: path) }
    let found = try BuildFile.found(arguments.file)
    let buildFile = stamps[found.name] ?? FileStamp(of: found.name)
    var read: [String: FileStamp] = [:]
    defer {
      if !read.isEmpty { stamps = read }
      stamps[found.name] = buildFile
    }
    try BuildCommand.build(found, arguments, console) { read = $0 }
  }
}
