#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

import ListBuilder

/// Builds again and again: when a file changes, and when a fetched list may have expired.
enum BuildWatch {
  /// How often files are looked at, in milliseconds.
  private static let interval: Int32 = 300
  /// How often is looked for expired lists, in looks at the files: every ten minutes.
  private static let looksBetweenBuilds = 2000

  /// Never returns unless the first build fails.
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Never {
    try BuildCommand.build(try BuildCommand.find(arguments), arguments, console)
    var state = state(arguments)
    while true {
      for _ in 0..<looksBetweenBuilds {
        _ = poll(nil, 0, interval)
        let now = self.state(arguments)
        guard now != state else { continue }
        state = now
        break
      }
      do throws(CommandError) {
        try BuildCommand.build(try BuildCommand.find(arguments), arguments, console)
      } catch {
        // The next change may mend it.
        console.report(error, arguments.color)
      }
    }
  }

  /// Sizes and times of the build file and of the files that it names.
  private static func state(_ arguments: Arguments) -> [String] {
    guard let found = try? BuildCommand.find(arguments) else { return [] }
    return found.watchedFiles.map { path in
      let status = try? FileStatus.of(path)
      return "\(path) \(status?.size ?? -1) \(status?.modified ?? 0)"
    }
  }
}
