#if os(Linux)
  import SluiceBrowserModel
  import SluiceGTKCalls

  /// The list of downloads.
  @MainActor final class DownloadsFace {
    let content: Pointer?
    private let model: BrowserModel
    private let rows = Widgets.box(isVertical: true, 2)
    private let note = Widgets.label("", style: "dim-label")
    private let clear: Pointer?
    private var drawn: [DownloadList.Entry]?

    /// The downloads in progress, by their numbers.
    private static var running: [Int: Pointer] = [:]

    init(_ model: BrowserModel) {
      self.model = model
      clear = Widgets.button("Clear list") { model.downloads.removeEnded() }
      GTK.call("gtk_widget_set_halign", clear, 1)
      content = Widgets.box(isVertical: true, 12, [clear, note, Widgets.scrolled(Widgets.narrow(rows))])
      GTK.call("gtk_widget_set_vexpand", content, true)
      draw()
    }

    func draw() {
      let entries = model.downloads.entries
      guard entries != drawn else { return }
      drawn = entries
      Widgets.removeChildren(of: rows)
      for entry in entries {
        let label = Widgets.label(Widgets.short(entry.description), wraps: false)
        GTK.call("gtk_widget_set_hexpand", label, true)
        let cancel = Widgets.button(icon: "process-stop-symbolic", "Cancel \(entry.name)") {
          GTK.call("webkit_download_cancel", Self.running[entry.id])
        }
        Widgets.show(cancel, entry.state.isRunning)
        GTK.call("gtk_box_append", rows, Widgets.box(isVertical: false, 4, [label, cancel]))
      }
      GTK.call(
        "gtk_label_set_text", note, entries.isEmpty ? "Nothing has been downloaded since the start." : "")
      GTK.call("gtk_widget_set_sensitive", clear, entries.contains { !$0.state.isRunning })
    }

    /// Enters the downloads of all pages into the model. WebKit stores them in the system's folder for downloads.
    static func follow(_ model: BrowserModel) {
      let session = GTK.make("webkit_network_session_get_default")
      GTK.on(session, "download-started", arguments: 1) { arguments in
        if let download = arguments.0 { follow(download, model.downloads) }
        return nil
      }
    }

    private static func follow(_ download: Pointer, _ list: DownloadList) {
      let request = GTK.get("webkit_download_get_request", download)
      let id = list.begin(GTK.text("webkit_uri_request_get_uri", request) ?? "")
      running[id] = GTK.get("g_object_ref", download)
      GTK.on(download, "created-destination", arguments: 1) { arguments in
        let path = arguments.0.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
        list.name(id, path.split(separator: "/").last.map(String.init) ?? path)
        return nil
      }
      GTK.on(download, "notify::estimated-progress", arguments: 1) {
        list.progress(id, GTK.part("webkit_download_get_estimated_progress", download))
      }
      GTK.on(download, "failed", arguments: 1) { arguments in
        list.end(id, failure: GTK.details(ofError: arguments.0).message)
        return nil
      }
      // Also after a failure.
      GTK.on(download, "finished") {
        list.end(id)
        GTK.call("g_object_unref", running.removeValue(forKey: id))
      }
    }
  }
#endif
