#if os(Linux)
  import Platform

  typealias Pointer = UnsafeMutableRawPointer
  typealias Text = UnsafePointer<CChar>

  /// The functions of GTK 4 and WebKitGTK 6 that the browser calls, looked up at run time.
  struct GTK {
    typealias Make = @convention(c) () -> Pointer?
    typealias MakeWithText = @convention(c) (Text) -> Pointer?
    typealias Do = @convention(c) (Pointer?) -> Void
    typealias Join = @convention(c) (Pointer?, Pointer?) -> Void
    typealias SetText = @convention(c) (Pointer?, Text) -> Void
    typealias SetFlag = @convention(c) (Pointer?, Int32) -> Void
    typealias GetText = @convention(c) (Pointer?) -> Text?
    typealias GetFlag = @convention(c) (Pointer?) -> Int32

    let newWindow, newNotebook, newEntry, newSwitch, newView: Make
    let newButton, newLabel: MakeWithText
    let newBox: @convention(c) (Int32, Int32) -> Pointer?
    let append, setChild: Join
    let setTitle, setLabel, setEntry, load: SetText
    let entryText, uri, title: GetText
    let setExpand, setHorizontalExpand, setActive: SetFlag
    let isActive, currentTab: GetFlag
    let present, goBack, goForward, reload, run: Do
    let setSize: @convention(c) (Pointer?, Int32, Int32) -> Void
    let addTab: @convention(c) (Pointer?, Pointer?, Pointer?) -> Int32
    let tab: @convention(c) (Pointer?, Int32) -> Pointer?
    let showTab: SetFlag
    let newLoop: @convention(c) (Pointer?, Int32) -> Pointer?
    let newRelated: @convention(c) (UInt, UInt32, UnsafeMutablePointer<Text?>, Pointer) -> Pointer?
    let typeOfView: @convention(c) () -> UInt
    let initializeValue: @convention(c) (Pointer, UInt) -> Pointer?
    let setObject: Join
    private let connectSignal: @convention(c) (Pointer?, Text, Pointer?, Pointer?, Pointer?, Int32) -> UInt

    /// Opens the libraries. Returns nil without WebKitGTK 6 or a display.
    init?() {
      guard let library = DynamicLibrary(firstOf: ["libwebkitgtk-6.0.so.4"]) else { return nil }
      func function<Function>(_ name: String) throws(Missing) -> Function {
        guard let function: Function = library.function(name) else { throw Missing() }
        return function
      }
      do throws(Missing) {
        let initialize: @convention(c) () -> Int32 = try function("gtk_init_check")
        guard initialize() != 0 else { return nil }
        newWindow = try function("gtk_window_new")
        newNotebook = try function("gtk_notebook_new")
        newEntry = try function("gtk_entry_new")
        newSwitch = try function("gtk_switch_new")
        newView = try function("webkit_web_view_new")
        newButton = try function("gtk_button_new_with_label")
        newLabel = try function("gtk_label_new")
        newBox = try function("gtk_box_new")
        append = try function("gtk_box_append")
        setChild = try function("gtk_window_set_child")
        setTitle = try function("gtk_window_set_title")
        setLabel = try function("gtk_label_set_text")
        setEntry = try function("gtk_editable_set_text")
        load = try function("webkit_web_view_load_uri")
        entryText = try function("gtk_editable_get_text")
        uri = try function("webkit_web_view_get_uri")
        title = try function("webkit_web_view_get_title")
        setExpand = try function("gtk_widget_set_vexpand")
        setHorizontalExpand = try function("gtk_widget_set_hexpand")
        setActive = try function("gtk_switch_set_active")
        isActive = try function("gtk_switch_get_active")
        currentTab = try function("gtk_notebook_get_current_page")
        present = try function("gtk_window_present")
        goBack = try function("webkit_web_view_go_back")
        goForward = try function("webkit_web_view_go_forward")
        reload = try function("webkit_web_view_reload")
        run = try function("g_main_loop_run")
        setSize = try function("gtk_window_set_default_size")
        addTab = try function("gtk_notebook_append_page")
        tab = try function("gtk_notebook_get_nth_page")
        showTab = try function("gtk_notebook_set_current_page")
        newLoop = try function("g_main_loop_new")
        newRelated = try function("g_object_new_with_properties")
        typeOfView = try function("webkit_web_view_get_type")
        initializeValue = try function("g_value_init")
        setObject = try function("g_value_set_object")
        connectSignal = try function("g_signal_connect_data")
      } catch {
        return nil
      }
    }

    private struct Missing: Error {}

    /// Connects a C function to a signal of an object.
    func connect<Handler>(_ object: Pointer?, _ signal: String, _ handler: Handler, _ data: Pointer) {
      _ = connectSignal(object, signal, unsafeBitCast(handler, to: Pointer.self), data, nil, 0)
    }

    /// Returns a view for a popup that the page in another view opens.
    func view(relatedTo opener: Pointer) -> Pointer? {
      // A GValue has a type and two words.
      let value = Pointer.allocate(byteCount: 24, alignment: 8)
      defer { value.deallocate() }
      value.initializeMemory(as: UInt8.self, repeating: 0, count: 24)
      _ = initializeValue(value, typeOfView())
      setObject(value, opener)
      return "related-view".withCString { name in
        var names: [Text?] = [name]
        return newRelated(typeOfView(), 1, &names, value)
      }
    }
  }
#endif
