#if os(Linux)
  import SluiceSystem

  /// WebKitGTK for GTK 4 (`webkitgtk-6.0`) or GTK 3 (`webkit2gtk-4.1`), loaded at run time.
  ///
  /// The program must run GLib's main loop on its main thread; see ``MainQueue``.
  @MainActor public final class WebKitGTKEngine: RuleListEngine {
    let views: WebKitViews
    private let library: WebKitLibrary
    private var folder = ""
    private var store: Pointer?

    /// Loads the installed WebKitGTK.
    public init() throws(EngineProblem) {
      do throws(LibraryProblem) {
        library = try WebKitLibrary()
        views = try WebKitViews(library)
      } catch {
        throw .unavailable(error.words)
      }
    }

    isolated deinit { if let store { library.unref(store) } }

    /// Whether the library is for GTK 4.
    public var isForGTK4: Bool { library.edition == .gtk4 }

    /// The name and version, such as `WebKitGTK 2.50.6`.
    public var version: String { library.version }

    /// The content manager applies styles.
    public var appliesStyles: Bool { true }

    /// Opens the store in an existing folder, for all later calls.
    public func open(_ folder: String) throws(EngineProblem) {
      if let store { library.unref(store) }
      self.folder = folder
      store = library.newStore(folder)
      guard store != nil else { throw .unavailable("no store is available in \(folder)") }
    }

    /// Returns a list that is already compiled.
    public func list(_ identifier: String) async -> (any CompiledRuleList)? {
      let library = library
      guard let store else { return nil }
      let answer = await call { ready, data in
        library.find(store, identifier, nil, ready, data)
      } finish: { store, result in
        var error: Pointer?
        let filter = library.finishFinding(store, result, &error)
        if filter == nil { _ = library.take(error) }
        return filter
      }
      return answer.pointer.map { GTKRuleList(identifier, filter: $0, library: library) }
    }

    /// Compiles a list and stores it under an identifier.
    public func compile(
      _ identifier: String, json: [UInt8]
    ) async throws(EngineProblem) -> any CompiledRuleList {
      let library = library
      guard let store else { throw .unavailable("no store is available") }
      let bytes = json.withUnsafeBytes { library.newBytes($0.baseAddress, $0.count) }
      var problem: EngineProblem?
      let answer = await call { ready, data in
        library.save(store, identifier, bytes, nil, ready, data)
        library.unrefBytes(bytes)
      } finish: { store, result in
        var error: Pointer?
        let filter = library.finishSaving(store, result, &error)
        if filter == nil { problem = Self.problem(library.take(error), library: library) }
        return filter
      }
      guard let filter = answer.pointer else { throw problem ?? .unavailable("WebKit did not say why") }
      return GTKRuleList(identifier, filter: filter, library: library)
    }

    private static func problem(
      _ error: GLibError, library: WebKitLibrary
    ) -> EngineProblem {
      // WEBKIT_USER_CONTENT_FILTER_ERROR_INVALID_SOURCE
      EngineProblem(words: error.words, isOfList: error.domain == library.filterError() && error.code == 0)
    }

    /// Removes a compiled list. Views that use it are not affected.
    public func remove(_ identifier: String) async {
      let library = library
      guard let store else { return }
      _ = await call { ready, data in
        library.remove(store, identifier, nil, ready, data)
      } finish: { store, result in
        var error: Pointer?
        if library.finishRemoving(store, result, &error) == 0 { _ = library.take(error) }
        return nil
      }
    }

    /// Returns the identifiers of all lists in the folder.
    public func identifiers() async -> [String] {
      let library = library
      guard let store else { return [] }
      var names: [String] = []
      _ = await call { ready, data in
        library.identifiers(store, nil, ready, data)
      } finish: { store, result in
        guard let texts = library.finishIdentifiers(store, result) else { return nil }
        // The array ends with NULL.
        var index = 0
        while let text = texts[index] {
          names.append(String(cString: text))
          index += 1
        }
        library.freeTexts(texts)
        return nil
      }
      return names
    }

    /// Returns the path of a compiled list's file.
    public func file(of identifier: String) -> String? { CompiledFolder(path: folder).file(of: identifier) }

    // MARK: Calls

    private struct Answer: @unchecked Sendable {
      // The pointer is created and used on the main actor.
      let pointer: Pointer?
    }

    private final class Call {
      let finish: (Pointer?, Pointer?) -> Pointer?
      let continuation: CheckedContinuation<Answer, Never>

      init(
        _ continuation: CheckedContinuation<Answer, Never>,
        finish: @escaping (Pointer?, Pointer?) -> Pointer?
      ) {
        (self.continuation, self.finish) = (continuation, finish)
      }
    }

    /// Calls an asynchronous function that calls back on the main loop, and returns its result.
    private func call(
      _ start: (CFunction.Ready?, Pointer?) -> Void,
      finish: @escaping (Pointer?, Pointer?) -> Pointer?
    ) async -> Answer {
      await withCheckedContinuation { continuation in
        let call = Call(continuation, finish: finish)
        start(
          { store, result, data in
            guard let data else { return }
            let call = Unmanaged<Call>.fromOpaque(data).takeRetainedValue()
            call.continuation.resume(returning: Answer(pointer: call.finish(store, result)))
          }, Unmanaged.passRetained(call).toOpaque())
      }
    }
  }

  final class GTKRuleList: CompiledRuleList {
    nonisolated let identifier: String
    let filter: Pointer
    private let library: WebKitLibrary

    init(_ identifier: String, filter: Pointer, library: WebKitLibrary) {
      (self.identifier, self.filter, self.library) = (identifier, filter, library)
    }

    isolated deinit { library.unrefFilter(filter) }
  }

  /// The queue of Swift's main actor, in a program whose main thread runs GLib's main loop.
  @frozen @MainActor public enum MainQueue {
    private typealias Handle = @convention(c) () -> Int32
    private typealias Drain = @convention(c) (Pointer?) -> Void
    private typealias Watch = @convention(c) (Int32, Int32, Pointer?) -> Int32
    private typealias AddWatch = @convention(c) (Int32, Int32, Watch, Pointer?) -> UInt32

    private static var drain: Drain?

    /// Makes GLib's main loop run the main actor's work, as Foundation's run loop does. Call it once on the
    /// main thread, before the loop runs.
    ///
    /// - Returns: Whether it succeeded. Dispatch and GLib must be available as libraries.
    @discardableResult public static func attachToGLib() -> Bool {
      guard drain == nil else { return true }
      guard let dispatch = try? DynamicLibrary(firstOf: ["libdispatch.so"]),
        let glib = try? DynamicLibrary(firstOf: ["libglib-2.0.so.0"]),
        let handle: Handle = dispatch.function("_dispatch_get_main_queue_handle_4CF"),
        let drain: Drain = dispatch.function("_dispatch_main_queue_callback_4CF"),
        let add: AddWatch = glib.function("g_unix_fd_add")
      else { return false }
      self.drain = drain
      // 1 is `G_IO_IN`: the descriptor is readable.
      _ = add(
        handle(), 1, { descriptor, _, _ in MainActor.assumeIsolated { MainQueue.run(descriptor) } }, nil)
      // Runs the work that was queued before.
      drain(nil)
      return true
    }

    private static func run(_ descriptor: Int32) -> Int32 {
      // Resets the wake-up counter, which has eight bytes.
      _ = try? OpenFile(number: descriptor).readSome(atMost: 8)
      drain?(nil)
      return 1
    }
  }
#endif
