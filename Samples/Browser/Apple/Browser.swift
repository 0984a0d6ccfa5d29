import Protection
import SwiftUI
import WebKit

/// A browser with tabs, an address bar, a shield and a switch for the site of the page.
@main
struct BrowserApp: App {
  @StateObject private var browser = Browser()

  var body: some Scene {
    WindowGroup { BrowserView(browser: browser) }
  }
}

/// The open tabs and their protection.
@MainActor
final class Browser: ObservableObject {
  @Published private(set) var tabs: [Tab] = []
  @Published var shown = 0
  @Published private(set) var state: ProtectionState
  /// The number of changes of unprotected sites. Views depend on it, so that they are updated.
  @Published private var changes = 0

  let protection: Protection
  private let engine = WebKitEngine()

  init() {
    // A server with the output of 'sluice build', and the lists in the app's resources for the first start.
    let server = URL(string: "https://OWNER.github.io/lists/").map { ServerSource($0) }
    let builtIn = (Bundle.main.resourceURL?.appending(path: "Lists")).map { DirectorySource($0) }
    let folder = URL.applicationSupportDirectory.appending(path: "Protection")
    protection = Protection(source: server, builtIn: builtIn, engine: engine, folder: folder.path)
    state = protection.state
    open()
  }

  func run() async {
    let protection = protection
    Task {
      await protection.start()
      while !Task.isCancelled {
        _ = try? await protection.update(ifOlderThan: .seconds(86_400))
        try? await Task.sleep(for: .seconds(3_600))
      }
    }
    for await state in protection.states { self.state = state }
  }

  func open() {
    tabs.append(Tab(protection, engine))
    shown = tabs.count - 1
  }

  /// Closes a tab, unless it is the last one.
  func close(_ tab: Tab) {
    guard tabs.count > 1, let index = tabs.firstIndex(where: { $0 === tab }) else { return }
    tab.view?.release()
    tabs.remove(at: index)
    shown = min(shown, tabs.count - 1)
  }

  /// The text of the shield. It never claims protection when nothing is active.
  var shield: String {
    switch state.kind {
    case .starting: "Preparing…"
    case .protected: "Protected"
    case .partly: "Partly protected"
    case .fallback: "Protected by older lists"
    case .scriptOnly, .failed: "Not protected"
    }
  }

  /// Turns protection off or on for the site of a tab's page.
  func setUnprotected(_ isUnprotected: Bool, _ tab: Tab) {
    guard let site = tab.site else { return }
    protection.setUnprotected(site, isUnprotected)
    _ = tab.webView.reload()
    changes += 1
  }
}

/// A tab with a web view.
@MainActor
final class Tab: ObservableObject, Identifiable {
  let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
  @Published var address = "https://example.com/"
  private(set) var view: WebKitView?

  init(_ protection: Protection, _ engine: WebKitEngine) {
    #if DEBUG
      if #available(iOS 16.4, macOS 13.3, *) { webView.isInspectable = true }
    #endif
    view = protection.protect(webView, with: engine)
    go()
  }

  var site: Site? { view?.page.flatMap { Site(page: $0) } }

  func go() {
    if let url = URL(string: address) { _ = webView.load(URLRequest(url: url)) }
  }
}

struct BrowserView: View {
  @ObservedObject var browser: Browser

  var body: some View {
    VStack {
      HStack {
        ForEach(browser.tabs.indices, id: \.self) { number in
          Button(browser.tabs[number].site?.description ?? "New page") { browser.shown = number }
        }
        Button("+") { browser.open() }
        Button("×") { browser.close(browser.tabs[browser.shown]) }
      }
      OpenTab(browser: browser, tab: browser.tabs[browser.shown])
    }
    .task { await browser.run() }
  }
}

struct OpenTab: View {
  @ObservedObject var browser: Browser
  @ObservedObject var tab: Tab

  var body: some View {
    VStack {
      HStack {
        TextField("Address", text: $tab.address).onSubmit { tab.go() }
        Text(browser.shield)
        if browser.state.kind != .failed, let site = tab.site, let view = tab.view {
          let isUnprotected = browser.protection.unprotectedSites.contains(site)
          Text("at least \(browser.protection.statistics(for: view).requests) blocked")
          Button(isUnprotected ? "Protect \(site.description)" : "Unprotect \(site.description)") {
            browser.setUnprotected(!isUnprotected, tab)
          }
        }
      }
      ForEach(browser.state.problems, id: \.self) { Text($0.message) }
      // SwiftUI makes one view for each identity, so each tab has its own.
      PageView(webView: tab.webView).id(ObjectIdentifier(tab))
    }
  }
}

#if os(macOS)
  struct PageView: NSViewRepresentable {
    let webView: WKWebView
    func makeNSView(context: Context) -> WKWebView { webView }
    func updateNSView(_ view: WKWebView, context: Context) {}
  }
#else
  struct PageView: UIViewRepresentable {
    let webView: WKWebView
    func makeUIView(context: Context) -> WKWebView { webView }
    func updateUIView(_ view: WKWebView, context: Context) {}
  }
#endif
