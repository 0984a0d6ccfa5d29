#if os(Linux)

  /// The installed WebKitGTK, loaded at run time without headers or linking.
  ///
  /// These are the functions that compile lists, with those of GLib. They need no display, and have not changed
  /// since WebKitGTK 2.24. ``WebKitViews`` and ``WebKitWindows`` add others, because an older version or an
  /// edition without them can still compile lists. All functions are called on one thread; those of views are
  /// called on the main thread.
  package struct WebKitLibrary: Sendable {
    /// The editions. The raw value is the name of the library.
    package enum Edition: String, CaseIterable, Sendable {
      /// `webkitgtk-6.0`
      case gtk4 = "libwebkitgtk-6.0.so.4"
      /// `webkit2gtk-4.1`
      case gtk3 = "libwebkit2gtk-4.1.so.0"
    }

    package let edition: Edition
    /// The name and version, such as `WebKitGTK 2.50.6`.
    package let version: String
    let library: DynamicLibrary

    // GLib
    package let free: CFunction.Take
    package let freeTexts: CFunction.Take
    package let newBytes: @convention(c) (UnsafeRawPointer?, Int) -> Pointer?
    package let unrefBytes: CFunction.Take
    let freeError: CFunction.Take
    let iterate: @convention(c) (Pointer?, Int32) -> Int32
    let addTimer: @convention(c) (UInt32, @convention(c) (Pointer?) -> Int32, Pointer?) -> UInt32

    // GObject
    package let ref: CFunction.Get
    package let unref: CFunction.Take
    package let data: @convention(c) (Pointer?, CFunction.Text) -> Pointer?
    package let setData: @convention(c) (Pointer?, CFunction.Text, Pointer?, CFunction.Take?) -> Void
    package let connect:
      @convention(c) (Pointer?, CFunction.Text, Pointer?, Pointer?, Pointer?, Int32) -> UInt
    package let disconnect: @convention(c) (Pointer?, UInt) -> Void

    // WebKit: stores of compiled lists
    package let newStore: @convention(c) (CFunction.Text) -> Pointer?
    package let save:
      @convention(c) (Pointer?, CFunction.Text, Pointer?, Pointer?, CFunction.Ready?, Pointer?) -> Void
    package let finishSaving: CFunction.Finish
    package let find: @convention(c) (Pointer?, CFunction.Text, Pointer?, CFunction.Ready?, Pointer?) -> Void
    package let finishFinding: CFunction.Finish
    package let remove:
      @convention(c) (Pointer?, CFunction.Text, Pointer?, CFunction.Ready?, Pointer?) -> Void
    package let finishRemoving: @convention(c) (Pointer?, Pointer?, CFunction.Failure?) -> Int32
    package let identifiers: @convention(c) (Pointer?, Pointer?, CFunction.Ready?, Pointer?) -> Void
    package let finishIdentifiers:
      @convention(c) (Pointer?, Pointer?) -> UnsafeMutablePointer<CFunction.Text?>?
    package let unrefFilter: CFunction.Take
    package let filterError: @convention(c) () -> UInt32

    private typealias Part = @convention(c) () -> UInt32

    /// Uses the edition that the process has already loaded, or else the first one that is installed.
    package init(_ editions: [Edition] = Edition.allCases) throws(LibraryProblem) {
      let library = try DynamicLibrary(firstOf: editions.map(\.rawValue))
      self.library = library
      edition = editions.first { $0.rawValue == library.name } ?? .gtk4
      free = try library.required("g_free")
      freeTexts = try library.required("g_strfreev")
      newBytes = try library.required("g_bytes_new")
      unrefBytes = try library.required("g_bytes_unref")
      freeError = try library.required("g_error_free")
      iterate = try library.required("g_main_context_iteration")
      addTimer = try library.required("g_timeout_add")
      ref = try library.required("g_object_ref")
      unref = try library.required("g_object_unref")
      data = try library.required("g_object_get_data")
      setData = try library.required("g_object_set_data_full")
      connect = try library.required("g_signal_connect_data")
      disconnect = try library.required("g_signal_handler_disconnect")
      newStore = try library.required("webkit_user_content_filter_store_new")
      save = try library.required("webkit_user_content_filter_store_save")
      finishSaving = try library.required("webkit_user_content_filter_store_save_finish")
      find = try library.required("webkit_user_content_filter_store_load")
      finishFinding = try library.required("webkit_user_content_filter_store_load_finish")
      remove = try library.required("webkit_user_content_filter_store_remove")
      finishRemoving = try library.required("webkit_user_content_filter_store_remove_finish")
      identifiers = try library.required("webkit_user_content_filter_store_fetch_identifiers")
      finishIdentifiers = try library.required("webkit_user_content_filter_store_fetch_identifiers_finish")
      unrefFilter = try library.required("webkit_user_content_filter_unref")
      filterError = try library.required("webkit_user_content_filter_error_quark")
      let major: Part = try library.required("webkit_get_major_version")
      let minor: Part = try library.required("webkit_get_minor_version")
      let micro: Part = try library.required("webkit_get_micro_version")
      version = "WebKitGTK \(major()).\(minor()).\(micro())"
    }

    /// Returns an error and frees its memory.
    package func take(_ error: Pointer?) -> GLibError {
      guard let error else { return GLibError() }
      defer { freeError(error) }
      return GLibError(error)
    }
  }

  package typealias Pointer = UnsafeMutableRawPointer

  /// The types of functions that many symbols share. They follow the documentation; no compiler checks them.
  package enum CFunction {
    package typealias Text = UnsafePointer<CChar>
    package typealias Failure = UnsafeMutablePointer<Pointer?>
    /// A callback that receives the source object, the result, and the caller's data.
    package typealias Ready = @convention(c) (Pointer?, Pointer?, Pointer?) -> Void
    package typealias Make = @convention(c) () -> Pointer?
    package typealias Get = @convention(c) (Pointer?) -> Pointer?
    package typealias GetText = @convention(c) (Pointer?) -> Text?
    package typealias GetNumber = @convention(c) (Pointer?) -> Int32
    package typealias Take = @convention(c) (Pointer?) -> Void
    package typealias SetObject = @convention(c) (Pointer?, Pointer?) -> Void
    package typealias SetNumber = @convention(c) (Pointer?, Int32) -> Void
    /// Ends an asynchronous function.
    package typealias Finish = @convention(c) (Pointer?, Pointer?, Failure?) -> Pointer?
  }

  /// An error of GLib or WebKit.
  package struct GLibError: Sendable {
    package let domain: UInt32
    package let code: Int32
    /// The message; nil if the error has no text.
    package let message: String?

    /// An error without details, for a function that fails without giving one.
    init() { (domain, code, message) = (0, 0, nil) }

    /// Copies an error, which keeps its owner.
    package init(_ error: Pointer) {
      // struct GError { guint32 domain; gint code; char *message; }
      domain = error.load(as: UInt32.self)
      code = error.load(fromByteOffset: 4, as: Int32.self)
      message = error.load(fromByteOffset: 8, as: CFunction.Text?.self).map { String(cString: $0) }
    }

    package var words: String { message ?? "an error without a message" }
  }

  /// GLib's main loop, which must run while the program waits for a result.
  package struct MainLoop {
    let library: WebKitLibrary

    package init(_ library: WebKitLibrary) {
      self.library = library
      // The polling interval in milliseconds.
      _ = library.addTimer(10, { _ in 1 }, nil)
    }

    /// Runs until a condition is true. Returns `false` on timeout.
    package func run(until isDone: () -> Bool, atMost duration: Duration) -> Bool {
      let end = ContinuousClock.now + duration
      while !isDone() {
        if ContinuousClock.now >= end { return false }
        _ = library.iterate(nil, 1)
      }
      return true
    }

    /// The result of an asynchronous WebKit function, delivered on the main loop.
    package final class Answer {
      /// The closure that receives the source object and the result.
      private let take: (Pointer?, Pointer?) -> Void
      package private(set) var isThere = false

      package init(_ take: @escaping (_ source: Pointer?, _ result: Pointer?) -> Void) { self.take = take }

      /// The callback for WebKit, to be passed together with ``data``.
      package static let ready: CFunction.Ready = { source, result, data in
        guard let data else { return }
        let answer = Unmanaged<Answer>.fromOpaque(data).takeRetainedValue()
        answer.take(source, result)
        answer.isThere = true
      }

      /// The user data for WebKit, which keeps this object alive until the callback.
      package var data: Pointer { Unmanaged.passRetained(self).toOpaque() }
    }
  }

  /// Compiles rule lists with WebKitGTK and stores them in a folder. Use it from one thread.
  package final class FilterStore {
    private let loop: MainLoop
    private let store: Pointer?
    private var library: WebKitLibrary { loop.library }

    package init(_ loop: MainLoop, folder: String) {
      self.loop = loop
      store = loop.library.newStore(folder)
    }

    deinit { library.unref(store) }

    /// The result of compiling a list.
    package enum Answer {
      case compiled(CompiledFilter)
      /// The list is rejected, with WebKit's message.
      case rejected(String)
    }

    /// Compiles a list, or returns `nil` if it takes longer than `duration`.
    package func compile(_ json: [UInt8], named name: String, atMost duration: Duration) -> Answer? {
      let library = library
      var result: Answer?
      let answer = MainLoop.Answer { source, answer in
        var error: Pointer?
        let filter = library.finishSaving(source, answer, &error)
        result =
          if let filter { .compiled(CompiledFilter(filter, library: library)) } else {
            .rejected(library.take(error).words)
          }
      }
      // GLib copies the JSON.
      let bytes = json.withUnsafeBytes { library.newBytes($0.baseAddress, $0.count) }
      library.save(store, name, bytes, nil, MainLoop.Answer.ready, answer.data)
      library.unrefBytes(bytes)
      _ = loop.run(until: { answer.isThere }, atMost: duration)
      return result
    }
  }

  /// A compiled list, released when it is no longer referenced.
  package final class CompiledFilter {
    package let pointer: Pointer
    private let library: WebKitLibrary

    fileprivate init(_ pointer: Pointer, library: WebKitLibrary) {
      (self.pointer, self.library) = (pointer, library)
    }

    deinit { library.unrefFilter(pointer) }
  }
#endif
