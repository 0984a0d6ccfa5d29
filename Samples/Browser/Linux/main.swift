#if os(Linux)
  import Foundation
  import SluiceBrowserModel
  import SluiceGTKCalls
  import SluiceProtection

  // sluice-browser [DIR|URL] [PAGE...]: a browser with the lists that 'sluice build' has written to a directory or a
  // server. Without arguments, it converts the lists of this project for itself.

  let style = """
    .sluice-banner { padding: 6px 12px; background: alpha(@warning_color, 0.25); }
    .sluice-protected { color: @success_color; } .sluice-partly { color: @warning_color; }
    .sluice-off, .sluice-unprotected { color: @error_color; } .dim-label { opacity: 0.7; }
    button.flat label { font-weight: normal; }
    popover > contents { box-shadow: none; border: 1px solid alpha(currentColor, 0.2); }
    """

  let words = Array(CommandLine.arguments.dropFirst())
  if let flag = words.first, flag.hasPrefix("-") {
    print("usage: sluice-browser [DIR|URL] [PAGE...]")
    exit(flag == "--help" || flag == "-h" ? 0 : 64)
  }
  MainActor.assumeIsolated {
    let environment = ProcessInfo.processInfo.environment
    guard GTK.start(), MainQueue.attachToGLib(), let engine = try? WebKitGTKEngine() else {
      let display = environment["WAYLAND_DISPLAY"] ?? environment["DISPLAY"]
      print(
        !GTK.isInstalled
          ? "sluice-browser needs WebKitGTK 6 (Debian: apt install libwebkitgtk-6.0-4, Fedora: dnf install webkitgtk6.0)"
          : display.map { "sluice-browser cannot open the display '\($0)'" }
            ?? "sluice-browser needs a display: neither DISPLAY nor WAYLAND_DISPLAY is set")
      exit(69)
    }
    let server = words.first.flatMap { $0.contains("://") ? URL(string: $0) : nil }.map { ServerSource($0) }
    // The lists of a folder are there from the first page on, as if they came with the browser.
    let folder = server == nil ? words.first.map { DirectorySource(path: $0) } : nil
    // The project's folder: the current one, or the one that this file was compiled in.
    let folders = [
      FileManager.default.currentDirectoryPath,
      URL(filePath: #filePath).appending(path: "../../../..").standardized.path,
    ]
    let embedded = folders.lazy.compactMap { EmbeddedLists.Files(project: $0) }.first
    guard !words.isEmpty || embedded != nil else {
      print("sluice-browser needs lists: start it in a clone of Sluice, or name the output of 'sluice build'")
      exit(66)
    }
    // Not in a cache, which may be emptied: unprotected sites and settings are the user's. Relative paths are invalid
    // by the XDG specification.
    let data =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? NSHomeDirectory() + "/.local/share"
    var setup = BrowserModel.Setup(folder: data + "/sluice-browser")
    (setup.source, setup.builtIn, setup.embedded) = (server, folder, embedded)
    let model = BrowserModel(setup, engine: engine)
    GTK.style(style)
    let areListsEmbedded = model.convertsLists
    GTK.serve(DetectionPage.scheme) { DetectionPage.answer($0, areListsEmbedded: areListsEmbedded) }
    model.makePage = { tab, opener in
      guard let page = WebPage(tab, openedBy: opener, engine, model.protection) else {
        print("sluice-browser: WebKitGTK made no view")
        exit(70)
      }
      return page
    }
    DownloadsFace.follow(model)
    model.clearWebsiteData = GTK.clearWebsiteData
    model.showWindow = WindowFace.show
    Task { await model.run() }
    model.restoreSession()
    if model.windows.isEmpty || words.count > 1 { model.openWindow(Array(words.dropFirst())) }
    // Counts grow while a page is open.
    Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(1))
        for window in model.windows { window.changed?() }
      }
    }
    GTK.call("g_main_loop_run", GTK.loop())
  }
#endif
