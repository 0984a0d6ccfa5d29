#if os(Linux)
  import SluiceSystem

  /// WebKitGTK, loaded at run time without headers, linking or a display. The functions used here have not
  /// changed since WebKitGTK 2.24.
  ///
  /// Use it only on one thread of a process that does nothing else, because WebKit can crash or hang. The
  /// functions take pointers: GLib copies the JSON, which is passed with its length, and owns all other
  /// objects.
  struct SystemWebKit {
    private typealias Pointer = UnsafeMutableRawPointer

    /// The name and version, such as `WebKitGTK 2.50.6`.
    let version: String
    private let newLoop: @convention(c) (Pointer?, Int32) -> Pointer?
    private let runLoop: @convention(c) (Pointer?) -> Void
    private let quitLoop: @convention(c) (Pointer?) -> Void
    private let newBytes: @convention(c) (UnsafeRawPointer?, Int) -> Pointer?
    private let unrefBytes: @convention(c) (Pointer?) -> Void
    private let unrefObject: @convention(c) (Pointer?) -> Void
    private let freeError: @convention(c) (Pointer?) -> Void
    private let newStore: @convention(c) (UnsafePointer<CChar>) -> Pointer?
    private let save:
      @convention(c) (Pointer?, UnsafePointer<CChar>, Pointer?, Pointer?, Ready, Pointer?) -> Void
    private let finish: @convention(c) (Pointer?, Pointer?, UnsafeMutablePointer<Pointer?>) -> Pointer?
    private let unrefFilter: @convention(c) (Pointer?) -> Void

    private typealias Ready = @convention(c) (Pointer?, Pointer?, Pointer?) -> Void
    private typealias Version = @convention(c) () -> UInt32

    private static let names = ["libwebkitgtk-6.0.so.4", "libwebkit2gtk-4.1.so.0"]

    init() throws(EngineProblem) {
      let library = try Library(Self.names)
      newLoop = try library.function("g_main_loop_new")
      runLoop = try library.function("g_main_loop_run")
      quitLoop = try library.function("g_main_loop_quit")
      newBytes = try library.function("g_bytes_new")
      unrefBytes = try library.function("g_bytes_unref")
      unrefObject = try library.function("g_object_unref")
      freeError = try library.function("g_error_free")
      newStore = try library.function("webkit_user_content_filter_store_new")
      save = try library.function("webkit_user_content_filter_store_save")
      finish = try library.function("webkit_user_content_filter_store_save_finish")
      unrefFilter = try library.function("webkit_user_content_filter_unref")
      let major: Version = try library.function("webkit_get_major_version")
      let minor: Version = try library.function("webkit_get_minor_version")
      let micro: Version = try library.function("webkit_get_micro_version")
      version = "WebKitGTK \(major()).\(minor()).\(micro())"
    }

    /// Compiles a rule list. The folder must be empty and contains WebKit's files afterwards.
    func compile(_ json: [UInt8], in folder: String) -> EngineVerdict {
      let start = ContinuousClock.now
      let run = Run(self, loop: newLoop(nil, 0))
      let store = newStore(folder)
      let bytes = json.withUnsafeBytes { newBytes($0.baseAddress, $0.count) }
      save(store, "rules", bytes, nil, Self.ready, Unmanaged.passUnretained(run).toOpaque())
      if run.answer == nil { runLoop(run.loop) }
      unrefBytes(bytes)
      unrefObject(store)
      switch run.answer {
      case .words(let words): return .rejected(words: words)
      case .compiled, nil:
        let duration = start.duration(to: .now)
        return .accepted(bytes: Path.byteCount(of: folder), duration: duration)
      }
    }

    /// A callback that WebKit calls on the main loop.
    private static let ready: Ready = { store, result, data in
      guard let data else { return }
      let run = Unmanaged<Run>.fromOpaque(data).takeUnretainedValue()
      var error: Pointer?
      if let filter = run.webKit.finish(store, result, &error) {
        run.webKit.unrefFilter(filter)
        run.answer = .compiled
      } else {
        // struct GError { guint32 domain; gint code; char *message; }
        let text = error?.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
        run.answer = .words(text.map { String(cString: $0) } ?? "an error without words")
        if let error { run.webKit.freeError(error) }
      }
      run.webKit.quitLoop(run.loop)
    }

    private enum Answer {
      case compiled
      case words(String)
    }

    private final class Run {
      let webKit: SystemWebKit
      let loop: Pointer?
      var answer: Answer?

      init(_ webKit: SystemWebKit, loop: Pointer?) {
        self.webKit = webKit
        self.loop = loop
      }
    }

    /// The WebKit library.
    private struct Library {
      private let library: DynamicLibrary

      init(_ candidates: [String]) throws(EngineProblem) {
        guard let library = DynamicLibrary(firstOf: candidates) else {
          throw .unavailable("there is no " + candidates.joined(separator: " or "))
        }
        self.library = library
      }

      /// Returns a function of the library or of one of its dependencies.
      func function<Function>(_ symbol: String) throws(EngineProblem) -> Function {
        guard let function: Function = library.function(symbol) else {
          throw .unavailable("\(library.name) has no \(symbol)")
        }
        return function
      }
    }
  }
#endif
