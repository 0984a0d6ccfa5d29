import ListBuilding
import Platform

/// Builds again and again: when a file changes that was read, and when a fetched list may have expired.
enum BuildWatch {
  /// How often files are looked at, in milliseconds.
  private static let interval: Int32 = 300
  /// How often is looked for expired lists, in looks at the files: every ten minutes.
  private static let looksBetweenBuilds = 2000

  /// Never returns unless the build file or the first build fails.
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Never {
    var watch = Watch(arguments: arguments, console: console)
    try watch.build()
    while true {
      for _ in 0..<looksBetweenBuilds {
        if watch.hasChanges { break }
        CurrentProcess.wait(milliseconds: interval)
      }
      do throws(CommandError) {
        try watch.build()
      } catch {
        // The next change may mend it.
        console.report(error, arguments.color)
      }
    }
  }

  /// What the last build was made of.
  private struct Watch {
    let arguments: Arguments
    let console: Console
    /// Of the build file and of all that it led to. A file that changes while it is read has changed.
    private var stamps: [String: FileStamp] = [:]

    init(arguments: Arguments, console: Console) {
      self.arguments = arguments
      self.console = console
    }

    var hasChanges: Bool { stamps.contains { path, stamp in FileStamp(of: path) != stamp } }

    mutating func build() throws(CommandError) {
      // Also when it fails, what is there now is not tried again.
      for path in stamps.keys { stamps[path] = FileStamp(of: path) }
      let found = try BuildCommand.find(arguments)
      let buildFile = stamps[found.name] ?? FileStamp(of: found.name)
      var read: [String: FileStamp] = [:]
      defer {
        if !read.isEmpty { stamps = read }
        stamps[found.name] = buildFile
      }
      try BuildCommand.build(found, arguments, console) { read = $0 }
    }
  }
}
