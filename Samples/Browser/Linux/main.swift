#if os(Linux)
  import Foundation
  import Protection
  import ProtectionGTK

  // sluice-browser DIR|URL [PAGE]: a browser with the lists that 'sluice build' has written to a directory or
  // a server.

  let words = Array(CommandLine.arguments.dropFirst())
  guard let place = words.first else {
    print("usage: sluice-browser DIR|URL [PAGE]")
    exit(64)
  }
  MainActor.assumeIsolated {
    guard let gtk = GTK(), MainQueue.attachToGLib(), let engine = try? WebKitGTKEngine() else {
      print("sluice-browser needs WebKitGTK 6 (libwebkitgtk-6.0) and a display")
      exit(69)
    }
    let caches = ProcessInfo.processInfo.environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache"
    try? FileManager.default.createDirectory(atPath: caches, withIntermediateDirectories: true)
    let source: any ListSource =
      place.contains("://")
      ? URL(string: place).map { ServerSource($0) } ?? DirectorySource(path: place)
      : DirectorySource(path: place)
    var options = ProtectionOptions()
    options.countsBlocked = true
    let protection = Protection(
      source: source, engine: engine, folder: caches + "/sluice-browser", options: options)
    let browser = Browser(gtk, engine, protection)
    Task { @MainActor in
      await protection.start()
      _ = try? await protection.update(ifOlderThan: .seconds(86_400))
    }
    Task { @MainActor in await browser.run(words.count > 1 ? words[1] : "https://example.com/") }
    Task { @MainActor in await browser.watch() }
    gtk.run(gtk.newLoop(nil, 0))
  }
#endif
