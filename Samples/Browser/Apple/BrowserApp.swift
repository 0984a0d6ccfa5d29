import SluiceBrowserModel
import SluiceProtection
import SwiftUI
import WebKit

/// A browser with tabs, a shield with its dashboard, unprotected sites, history, settings, Fire and Detection.
///
/// `BrowserModel` decides everything. These files draw it, and report what web views do.
@main
struct BrowserApp: App {
  @StateObject private var browser = Browser()

  var body: some Scene {
    WindowGroup { BrowserScreen(browser: browser, face: browser.face()) }
  }
}

/// The model, with the WebKit of this system.
@MainActor final class Browser: ObservableObject {
  let model: BrowserModel
  let downloads: Downloads
  private let engine = WebKitEngine()
  private var faces: [WindowFace] = []
  private var isRunning = false

  init() {
    // The resources of Samples/make-lists: the output of 'sluice build', or filter lists to convert here.
    let lists = Bundle.main.resourceURL?.appending(path: "Lists")
    let isBuilt = lists.map { FileManager.default.fileExists(atPath: $0.path + "/manifest.json") } ?? false
    let server = URL(string: "https://OWNER.github.io/lists/").map { ServerSource($0) }
    var setup = BrowserModel.Setup(folder: URL.applicationSupportDirectory.appending(path: "Browser").path)
    if isBuilt { (setup.source, setup.builtIn) = (server, lists.map { DirectorySource($0) }) }
    setup.embedded = lists.flatMap { EmbeddedLists.Files(project: $0.path + "/project") }
    let model = BrowserModel(setup, engine: engine)
    let downloads = Downloads(model.downloads)
    (self.model, self.downloads) = (model, downloads)
    let engine = engine
    model.makePage = { tab, opener in WebPage(tab, openedBy: opener, engine, model.protection, downloads) }
    model.clearWebsiteData = {
      let types = WKWebsiteDataStore.allWebsiteDataTypes()
      await WKWebsiteDataStore.default().removeData(ofTypes: types, modifiedSince: .distantPast)
      return true
    }
    model.restoreSession()
  }

  /// Returns the face of a window: the first one without a face, or a new one.
  func face() -> WindowFace {
    let drawn = faces.map { ObjectIdentifier($0.window) }
    let window = model.windows.first { !drawn.contains(ObjectIdentifier($0)) } ?? model.openWindow()
    let face = WindowFace(window)
    faces.append(face)
    return face
  }

  /// Closes the tabs of a window that is gone. Those of the last window are there after the next start.
  func close(_ face: WindowFace) {
    faces.removeAll { $0 === face }
    if model.windows.count > 1 { model.close(face.window) }
  }

  /// Starts protection once, whichever window appears first.
  func run() async {
    guard !isRunning else { return }
    isRunning = true
    await model.run()
  }
}

/// A window, which SwiftUI draws again after each change.
@MainActor final class WindowFace: ObservableObject {
  let window: BrowserWindow
  /// The number of changes. Views depend on it.
  @Published private(set) var changes = 0

  init(_ window: BrowserWindow) {
    self.window = window
    window.changed = { [weak self] in self?.changes += 1 }
  }

  var model: BrowserModel { window.model }

  /// Draws the window again when the shield has changed, because counts grow while a page is open.
  func watch() async {
    var drawn: Shield?
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      let shield = window.shown.map { model.shield(of: $0) }
      if shield != drawn { changes += 1 }
      drawn = shield
    }
  }
}
