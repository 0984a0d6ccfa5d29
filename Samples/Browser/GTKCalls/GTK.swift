#if os(Linux)
  import Foundation
  import SluiceSystem

  package typealias Pointer = UnsafeMutableRawPointer
  package typealias Text = UnsafePointer<CChar>

  /// GTK 4 and WebKitGTK 6, opened at run time. Functions are called by their names, all on the main thread.
  ///
  /// The types of the arguments choose the C type of the function. Nothing checks it but the tests.
  @MainActor package enum GTK {
    private static let library = try? DynamicLibrary(firstOf: [WebKitLibrary.Edition.gtk4.rawValue])
    /// libadwaita, which brings its own look where it is installed; nil to do without.
    private static let adwaita = try? DynamicLibrary(firstOf: ["libadwaita-1.so.0"])
    private static var known: [String: Pointer] = [:]

    /// Whether there is WebKitGTK 6.
    package static var isInstalled: Bool { library != nil }

    /// Starts GTK. Returns false without WebKitGTK 6 or a display.
    package static func start() -> Bool {
      guard library != nil, number("gtk_init_check") != 0 else { return false }
      let initialize: (@convention(c) () -> Void)? = adwaita?.function("adw_init")
      initialize?()
      return true
    }

    /// Whether there is libadwaita.
    package static var hasAdwaita: Bool { adwaita != nil }

    private static func function<Function>(_ name: String) -> Function {
      if let pointer = known[name] { return unsafeBitCast(pointer, to: Function.self) }
      guard let pointer: Pointer = library?.function(name) ?? adwaita?.function(name) else {
        print("sluice-browser: this GTK or WebKitGTK has no \(name): install WebKitGTK 6 (2.40 or later)")
        exit(69)
      }
      known[name] = pointer
      return unsafeBitCast(pointer, to: Function.self)
    }

    // MARK: Calls

    package static func call(_ name: String, _ a: Pointer?) {
      (function(name) as @convention(c) (Pointer?) -> Void)(a)
    }
    package static func call(_ name: String, _ a: Pointer?, _ b: Pointer?) {
      (function(name) as @convention(c) (Pointer?, Pointer?) -> Void)(a, b)
    }
    package static func call(_ name: String, _ a: Pointer?, _ b: Pointer?, _ c: Pointer?) {
      (function(name) as @convention(c) (Pointer?, Pointer?, Pointer?) -> Void)(a, b, c)
    }
    package static func call(_ name: String, _ a: Pointer?, _ text: String) {
      (function(name) as @convention(c) (Pointer?, Text) -> Void)(a, text)
    }
    package static func call(_ name: String, _ a: Pointer?, _ b: Int) {
      (function(name) as @convention(c) (Pointer?, Int32) -> Void)(a, Int32(truncatingIfNeeded: b))
    }
    package static func call(_ name: String, _ a: Pointer?, _ b: Bool) { call(name, a, b ? 1 : 0) }
    package static func call(_ name: String, _ a: Pointer?, _ b: Double) {
      (function(name) as @convention(c) (Pointer?, Double) -> Void)(a, b)
    }
    package static func call(_ name: String, _ a: Pointer?, _ b: Float) {
      (function(name) as @convention(c) (Pointer?, Float) -> Void)(a, b)
    }
    package static func call(_ name: String, _ a: Pointer?, _ b: Int, _ c: Int) {
      (function(name) as @convention(c) (Pointer?, Int32, Int32) -> Void)(a, Int32(b), Int32(c))
    }
    package static func call(_ name: String, _ a: Pointer?, _ b: Pointer?, _ c: Int) {
      (function(name) as @convention(c) (Pointer?, Pointer?, Int32) -> Void)(a, b, Int32(c))
    }
    package static func call(_ name: String, _ a: Pointer?, _ b: Int, _ text: String) {
      (function(name) as @convention(c) (Pointer?, Int32, Text) -> Void)(a, Int32(b), text)
    }
    /// Calls a function with two objects and a name.
    package static func call(_ function: String, _ a: Pointer?, _ b: Pointer?, name: String) {
      (self.function(function) as @convention(c) (Pointer?, Pointer?, Text) -> Void)(a, b, name)
    }
    /// Sets the icon at the start of an entry.
    package static func setIcon(of entry: Pointer?, _ icon: String) {
      (function("gtk_entry_set_icon_from_icon_name") as @convention(c) (Pointer?, Int32, Text) -> Void)(
        entry, 0, icon)
    }
    /// Begins to find a text with a find controller.
    package static func search(_ finder: Pointer?, _ text: String, _ options: UInt32, _ most: UInt32) {
      let search: @convention(c) (Pointer?, Text, UInt32, UInt32) -> Void = function(
        "webkit_find_controller_search")
      search(finder, text, options, most)
    }
    package static func insert(_ notebook: Pointer?, _ page: Pointer?, _ label: Pointer?, _ place: Int) {
      let insert: @convention(c) (Pointer?, Pointer?, Pointer?, Int32) -> Int32 = function(
        "gtk_notebook_insert_page")
      _ = insert(notebook, page, label, Int32(place))
    }
    package static func make(_ name: String) -> Pointer? {
      (function(name) as @convention(c) () -> Pointer?)()
    }
    package static func make(_ name: String, _ text: String) -> Pointer? {
      (function(name) as @convention(c) (Text) -> Pointer?)(text)
    }
    package static func make(_ name: String, _ a: Int, _ b: Int) -> Pointer? {
      (function(name) as @convention(c) (Int32, Int32) -> Pointer?)(Int32(a), Int32(b))
    }
    package static func loop() -> Pointer? {
      (function("g_main_loop_new") as @convention(c) (Pointer?, Int32) -> Pointer?)(nil, 0)
    }
    package static func get(_ name: String, _ a: Pointer?) -> Pointer? {
      (function(name) as @convention(c) (Pointer?) -> Pointer?)(a)
    }
    package static func get(_ name: String, _ a: Pointer?, _ b: Int) -> Pointer? {
      (function(name) as @convention(c) (Pointer?, Int32) -> Pointer?)(a, Int32(b))
    }
    package static func text(_ name: String, _ a: Pointer?) -> String? {
      (function(name) as @convention(c) (Pointer?) -> Text?)(a).map { String(cString: $0) }
    }
    package static func number(_ name: String) -> Int {
      Int((function(name) as @convention(c) () -> Int32)())
    }
    package static func number(_ name: String, _ a: Pointer?) -> Int {
      Int((function(name) as @convention(c) (Pointer?) -> Int32)(a))
    }
    package static func number(_ name: String, _ a: Pointer?, _ b: Pointer?) -> Int {
      Int((function(name) as @convention(c) (Pointer?, Pointer?) -> Int32)(a, b))
    }
    package static func part(_ name: String, _ a: Pointer?) -> Double {
      (function(name) as @convention(c) (Pointer?) -> Double)(a)
    }
    package static func flag(_ name: String, _ a: Pointer?) -> Bool { number(name, a) != 0 }

    // MARK: Signals

    /// The arguments of a signal after its object. Numbers are in the low bits.
    package typealias Arguments = (Pointer?, Pointer?, Pointer?)

    private final class Handler: @unchecked Sendable {
      let act: (Arguments) -> Int?
      init(_ act: @escaping (Arguments) -> Int?) { self.act = act }

      /// Calls a handler. The result is a pointer or a number, as the signal wants it.
      static func run(_ data: Pointer?, _ arguments: Arguments) -> Int {
        guard let data else { return 0 }
        let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
        nonisolated(unsafe) let arguments = arguments
        return MainActor.assumeIsolated { handler.act(arguments) } ?? 0
      }
    }

    /// Connects a closure to a signal with the given number of arguments after its object. The object keeps it.
    package static func on(
      _ object: Pointer?, _ signal: String, arguments: Int = 0, _ act: @escaping (Arguments) -> Int?
    ) {
      typealias Connect =
        @convention(c) (
          Pointer?, Text, Pointer?, Pointer?, @convention(c) (Pointer?, Pointer?) -> Void, Int32
        ) -> UInt
      let none: @convention(c) (Pointer?, Pointer?) -> Int = { Handler.run($1, (nil, nil, nil)) }
      let one: @convention(c) (Pointer?, Pointer?, Pointer?) -> Int = { Handler.run($2, ($1, nil, nil)) }
      let two: @convention(c) (Pointer?, Pointer?, Pointer?, Pointer?) -> Int = {
        Handler.run($3, ($1, $2, nil))
      }
      let three: @convention(c) (Pointer?, Pointer?, Pointer?, Pointer?, Pointer?) -> Int = {
        Handler.run($4, ($1, $2, $3))
      }
      let code =
        switch arguments {
        case 0: unsafeBitCast(none, to: Pointer.self)
        case 1: unsafeBitCast(one, to: Pointer.self)
        case 2: unsafeBitCast(two, to: Pointer.self)
        default: unsafeBitCast(three, to: Pointer.self)
        }
      let connect: Connect = function("g_signal_connect_data")
      _ = connect(
        object, signal, code, Unmanaged.passRetained(Handler(act)).toOpaque(),
        { data, _ in if let data { Unmanaged<Handler>.fromOpaque(data).release() } }, 0)
    }

    /// Connects a closure to a signal that needs no answer.
    package static func on(
      _ object: Pointer?, _ signal: String, arguments: Int = 0, do act: @escaping () -> Void
    ) {
      on(object, signal, arguments: arguments) { _ in
        act()
        return nil
      }
    }

    /// Calls a function of the form `f(object, cancellable, callback, data)`, and waits for its result.
    package static func result<Value: Sendable>(
      _ start: @escaping (_ ready: Pointer, _ data: Pointer) -> Void, _ finish: @escaping (Pointer?) -> Value
    ) async -> Value {
      await withCheckedContinuation { continuation in
        let handler = Handler { arguments in
          continuation.resume(returning: finish(arguments.1))
          return nil
        }
        let ready: @convention(c) (Pointer?, Pointer?, Pointer?) -> Void = { object, result, data in
          _ = Handler.run(data, (object, result, nil))
          if let data { Unmanaged<Handler>.fromOpaque(data).release() }
        }
        start(unsafeBitCast(ready, to: Pointer.self), Unmanaged.passRetained(handler).toOpaque())
      }
    }

    // MARK: Values

    /// Calls a closure with a GValue, which has a type and two words.
    private static func withValue(_ type: UInt, _ body: (Pointer) -> Void) {
      let value = Pointer.allocate(byteCount: 24, alignment: 8)
      defer { value.deallocate() }
      value.initializeMemory(as: UInt8.self, repeating: 0, count: 24)
      _ = (function("g_value_init") as @convention(c) (Pointer, UInt) -> Pointer?)(value, type)
      body(value)
      call("g_value_unset", value)
    }

    /// Gives a widget a name for screen readers.
    package static func name(_ widget: Pointer?, _ label: String) {
      // G_TYPE_STRING, GTK_ACCESSIBLE_PROPERTY_LABEL
      withValue(64) { value in
        call("g_value_set_string", value, label)
        var property: Int32 = 4
        (function("gtk_accessible_update_property_value")
          as @convention(c) (Pointer?, Int32, UnsafePointer<Int32>, Pointer) -> Void)(
            widget, 1, &property, value)
      }
    }

    /// Returns a view for a popup that the page in another view opens.
    package static func view(relatedTo opener: Pointer) -> Pointer? {
      let type = (function("webkit_web_view_get_type") as @convention(c) () -> UInt)()
      var view: Pointer?
      withValue(type) { value in
        call("g_value_set_object", value, opener)
        "related-view".withCString { name in
          var names: [Text?] = [name]
          view =
            (function("g_object_new_with_properties")
            as @convention(c) (UInt, UInt32, UnsafeMutablePointer<Text?>, Pointer) -> Pointer?)(
              type, 1, &names, value)
        }
      }
      return view
    }

    /// Adds a style sheet to the display.
    package static func style(_ css: String) {
      let provider = make("gtk_css_provider_new")
      (function("gtk_css_provider_load_from_data") as @convention(c) (Pointer?, Text, Int) -> Void)(
        provider, css, -1)
      (function("gtk_style_context_add_provider_for_display")
        as @convention(c) (Pointer?, Pointer?, UInt32) -> Void)(
          make("gdk_display_get_default"), provider, 600)
    }

    // MARK: WebKit

    /// Returns the domain, the code and the message of a GError.
    package static func details(ofError error: Pointer?) -> (domain: String, code: Int, message: String) {
      guard let error else { return ("", 0, "") }
      let quark = error.load(as: UInt32.self)
      let domain = (function("g_quark_to_string") as @convention(c) (UInt32) -> Text?)(quark).map {
        String(cString: $0)
      }
      let message = error.load(fromByteOffset: 8, as: Text?.self).map { String(cString: $0) }
      return (domain ?? "", Int(error.load(fromByteOffset: 4, as: Int32.self)), message ?? "")
    }

    /// Returns whether the certificate of a page is trusted; nil without https.
    package static func isTrusted(_ view: Pointer?) -> Bool? {
      var certificate: Pointer?
      var errors: UInt32 = 0
      let has =
        (function("webkit_web_view_get_tls_info")
        as @convention(c) (Pointer?, UnsafeMutablePointer<Pointer?>, UnsafeMutablePointer<UInt32>) -> Int32)(
          view, &certificate, &errors)
      return has == 0 ? nil : errors == 0
    }

    /// Runs a script in Sluice's world of a view, and returns its result as text.
    package static func evaluate(_ script: String, in view: Pointer, world: String) async -> String? {
      typealias Evaluate =
        @convention(c) (Pointer?, Text, Int, Text, Text?, Pointer?, Pointer, Pointer) -> Void
      typealias Finish = @convention(c) (Pointer?, Pointer?, UnsafeMutablePointer<Pointer?>?) -> Pointer?
      nonisolated(unsafe) let view = view
      return await result { ready, data in
        (function("webkit_web_view_evaluate_javascript") as Evaluate)(
          view, script, -1, world, nil, nil, ready, data)
      } _: { result -> String? in
        let value = (function("webkit_web_view_evaluate_javascript_finish") as Finish)(view, result, nil)
        guard let value else { return nil }
        defer { call("g_object_unref", value) }
        let text =
          (function("jsc_value_to_string") as @convention(c) (Pointer?) -> UnsafeMutablePointer<CChar>?)(
            value)
        defer { call("g_free", text.map { Pointer($0) }) }
        return text.map { String(cString: $0) }
      }
    }

    /// Clears all data of websites. Returns whether that succeeded.
    package static func clearWebsiteData() async -> Bool {
      typealias Clear = @convention(c) (Pointer?, UInt32, Int64, Pointer?, Pointer, Pointer) -> Void
      typealias Finish = @convention(c) (Pointer?, Pointer?, UnsafeMutablePointer<Pointer?>?) -> Int32
      let session = make("webkit_network_session_get_default")
      nonisolated(unsafe) let manager = get("webkit_network_session_get_website_data_manager", session)
      return await result { ready, data in
        // WEBKIT_WEBSITE_DATA_ALL, of all times
        (function("webkit_website_data_manager_clear") as Clear)(manager, 0x7fff, 0, nil, ready, data)
      } _: { result in
        (function("webkit_website_data_manager_clear_finish") as Finish)(manager, result, nil) != 0
      }
    }

    /// Answers requests of a custom scheme.
    package static func serve(_ scheme: String, _ answer: @escaping (String) -> (type: String, body: [UInt8]))
    {
      typealias Register = @convention(c) (Pointer?, Text, Pointer, Pointer, Pointer?) -> Void
      let context = make("webkit_web_context_get_default")
      let handler = Handler { arguments in
        let request = arguments.0
        let (type, body) = answer(text("webkit_uri_scheme_request_get_uri", request) ?? "")
        let bytes = body.withUnsafeBytes {
          (function("g_bytes_new") as @convention(c) (UnsafeRawPointer?, Int) -> Pointer?)(
            $0.baseAddress, $0.count)
        }
        let stream = get("g_memory_input_stream_new_from_bytes", bytes)
        call("g_bytes_unref", bytes)
        (function("webkit_uri_scheme_request_finish")
          as @convention(c) (Pointer?, Pointer?, Int64, Text) -> Void)(
            request, stream, Int64(body.count), type)
        call("g_object_unref", stream)
        return nil
      }
      let code: @convention(c) (Pointer?, Pointer?) -> Void = { _ = Handler.run($1, ($0, nil, nil)) }
      (function("webkit_web_context_register_uri_scheme") as Register)(
        context, scheme, unsafeBitCast(code, to: Pointer.self), Unmanaged.passRetained(handler).toOpaque(),
        nil)
    }
  }
#endif
