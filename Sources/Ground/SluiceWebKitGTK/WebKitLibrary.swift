#if os(Linux)
  import SluiceSystem

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
#endif
