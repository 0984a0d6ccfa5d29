#if os(Linux)
  import SluiceSystem

  /// The file to which WebKitGTK writes the console messages of all pages.
  final class ConsoleFile: TrialConsole {
    private let path: String
    /// The size of the file when the current trial started.
    private var read = 0

    /// The maximum number of bytes to read per trial.
    private static let limit = 16 << 20

    init(path: String) { self.path = path }

    func start() { read = size }

    var isFull: Bool { size - read > Self.limit }

    var log: ConsoleLog {
      guard let file = try? FileDescriptor.open(path) else { return ConsoleLog([]) }
      defer { try? file.close() }
      let count = min(max(0, size - read), Self.limit)
      return ConsoleLog((try? file.bytes(from: read, count: count)) ?? [])
    }

    private var size: Int { (try? FileStatus.of(path, followingLinks: false).size) ?? 0 }
  }
#endif
