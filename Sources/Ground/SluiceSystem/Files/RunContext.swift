/// The folder, standard streams and environment of a run of the program.
///
/// A process has one run, and by default a run uses what the process has. Tests run commands in their own
/// process, each with a context and a thread of its own. Threads that a run starts do not inherit its context,
/// so they must not open files by relative paths.
package struct RunContext: Sendable {
  /// The absolute path of the folder that relative paths start from; nil for that of the process.
  package var folder: String?
  package var input = OpenFile(number: 0)
  package var output = OpenFile(number: 1)
  package var error = OpenFile(number: 2)
  /// The environment variables; nil for those of the process.
  package var variables: [String: String]?
  /// The path of the program's file; nil for that of the process.
  package var program: String?

  package init() {}

  /// The context of this thread.
  package static var current: RunContext { storage.get() }

  /// The storage of ``current``. Not `@TaskLocal`, because `.ci/apple` has no plugin for that macro.
  private static let storage = TaskLocal<RunContext>(wrappedValue: RunContext())

  /// Calls a closure in this context.
  package func run<Result>(_ body: () -> Result) -> Result {
    Self.storage.withValue(self, operation: body)
  }
}

extension Pathname {
  /// Returns the path for the system: a relative path starts from the folder of the run.
  package static func ofSystem(_ path: String) -> String {
    guard !path.hasPrefix("/"), !path.isEmpty, let folder = RunContext.current.folder else { return path }
    return "\(folder)/\(path)"
  }
}
