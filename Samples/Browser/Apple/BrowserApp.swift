import BrowserModel
import Protection
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
  private let engine = WebKitEngine()
  private var faces: [WindowFace] = []
  private var isRunning = false

  init() {
    // A server with the output of 'sluice build', and the lists in the app's resources for the first start.
    let server = URL(string: "https://OWNER.github.io/lists/").map { ServerSource($0) }
    let builtIn = (Bundle.main.resourceURL?.appending(path: "Lists")).map { DirectorySource($0) }
    let folder = URL.applicationSupportDirectory.appending(path: "Browser").path
    let model = BrowserModel(
      BrowserModel.Setup(source: server, builtIn: builtIn, folder: folder), engine: engine)
    self.model = model
    let engine = engine
    model.makePage = { tab, opener in WebPage(tab, openedBy: opener, engine, model.protection) }
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

  /// Draws the window again each second, because counts grow while a page is open.
  func watch() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      changes += 1
    }
  }
}
