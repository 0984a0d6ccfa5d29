#if os(Linux)
  import SluiceSystem

  /// The installed WebKitGTK. It needs no display.
  ///
  /// Use it only on one thread of a process that does nothing else, because WebKit can crash or hang.
  struct SystemWebKit {
    private let loop: MainLoop
    /// The name and version, such as `WebKitGTK 2.50.6`.
    let version: String

    /// The timeout of a compilation. It is practically infinite, because the process has its own timeout.
    private static let patience = Duration.seconds(1 << 30)

    init() throws(InstalledEngineProblem) {
      do throws(LibraryProblem) {
        let library = try WebKitLibrary()
        (loop, version) = (MainLoop(library), library.version)
      } catch {
        throw .unavailable(error.words)
      }
    }

    /// Compiles a rule list. The folder must be empty and contains WebKit's files afterwards.
    func compile(_ json: [UInt8], in folder: String) -> EngineVerdict {
      let start = ContinuousClock.now
      switch FilterStore(loop, folder: folder).compile(json, named: "rules", atMost: Self.patience) {
      case .compiled:
        return .accepted(bytes: Pathname.byteCount(of: folder), duration: start.duration(to: .now))
      case .rejected(let words): return .rejected(words: words)
      case nil: return .rejected(words: "WebKit gave no answer")
      }
    }
  }
#endif
