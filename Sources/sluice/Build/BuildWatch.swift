import ListBuilding
import Platform

/// Builds again and again: when a file changes that was read, and when a fetched list may have expired.
struct BuildWatch {
  private let arguments: BuildArguments
  private let console: Console
  /// What the last build was made of: the build file and all that it led to. A file that changes while it is
  /// read has changed.
  private var stamps: [String: FileStamp] = [:]

  /// How often files are looked at, in milliseconds.
  private static let interval: Int32 = 300
  /// How often is looked for expired lists, in looks at the files: every ten minutes.
  private static let looksBetweenBuilds = 2000

  init(_ arguments: BuildArguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  /// Never returns unless the build file or the first build fails.
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
        // The next change may mend it.
        console.report(error.failure.report)
      }
    }
  }

  private var hasChanges: Bool { stamps.contains { path, stamp in FileStamp(of: path) != stamp } }

  private mutating func build() throws(CommandError) {
    // Also when it fails, what is there now is not tried again.
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
