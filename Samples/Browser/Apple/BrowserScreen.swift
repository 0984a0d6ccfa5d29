import SluiceBrowserModel
import SwiftUI

/// A window: toolbar, banner, tabs and page. Accessibility identifiers are the names that the GTK face uses.
struct BrowserScreen: View {
  let browser: Browser
  @StateObject private var face: WindowFace
  @State private var sheet: Sheet?
  @State private var isDashboardShown = false
  @FocusState private var isAddressFocused: Bool

  enum Sheet: String, Identifiable {
    case history = "History"
    case sites = "Unprotected sites"
    case settings = "Settings"
    case fire = "Fire"
    var id: String { rawValue }
  }

  init(browser: Browser, face: @autoclosure @escaping () -> WindowFace) {
    self.browser = browser
    _face = StateObject(wrappedValue: face())
  }

  private var window: BrowserWindow { face.window }

  var body: some View {
    VStack(spacing: 0) {
      if let tab = window.shown {
        toolbar(tab)
        if tab.isLoading { ProgressView(value: tab.progress).accessibilityIdentifier("Progress") }
        if let banner = face.model.banner(of: tab) { bannerRow(banner, tab) }
        tabStrip
        content(tab)
      }
    }
    .task { await browser.run() }
    .task { await face.watch() }
    .sheet(item: $sheet) { SheetContent(kind: $0, face: face) { sheet = nil } }
  }

  private func icon(
    _ name: String, _ symbol: String, _ key: KeyEquivalent? = nil, act: @escaping @MainActor () -> Void
  ) -> some View {
    Button(action: act) { Image(systemName: symbol) }
      .accessibilityLabel(name)
      .accessibilityIdentifier(name)
      .help(name)
      .keyboardShortcut(key.map { KeyboardShortcut($0, modifiers: .command) })
  }

  private func toolbar(_ tab: Tab) -> some View {
    HStack {
      icon("Back", "chevron.backward", "[") { tab.goBack() }.disabled(!tab.canGoBack && tab.failure == nil)
      icon("Forward", "chevron.forward", "]") { tab.goForward() }.disabled(!tab.canGoForward)
      icon(tab.isLoading ? "Stop" : "Reload", tab.isLoading ? "xmark" : "arrow.clockwise", "r") {
        if tab.isLoading { tab.stop() } else { tab.reload() }
      }
      Image(systemName: security(tab.security)).accessibilityLabel(tab.security.words)
      TextField("Search, or type an address", text: Binding(get: { tab.address }, set: { tab.draft = $0 }))
        .focused($isAddressFocused)
        .onSubmit { tab.go(tab.address) }
        .accessibilityIdentifier("Address")
      shield(tab)
      icon("New tab", "plus", "t") {
        window.open()
        isAddressFocused = true
      }
      menu(tab)
    }
    .padding(6)
  }

  private func security(_ security: PageSecurity) -> String {
    switch security {
    case .none: "magnifyingglass"
    case .secure: "lock"
    case .insecure: "lock.open"
    case .untrusted: "exclamationmark.triangle"
    }
  }

  private func shield(_ tab: Tab) -> some View {
    let shield = face.model.shield(of: tab)
    let symbol =
      switch shield.look {
      case .protected: "checkmark.shield"
      case .partly, .preparing: "shield.lefthalf.filled"
      case .unprotected, .off: "shield.slash"
      case .idle: "shield"
      }
    return Button {
      isDashboardShown = true
    } label: {
      HStack {
        Image(systemName: symbol)
        if shield.count > 0 { Text("\(shield.count)") }
      }
    }
    .accessibilityLabel("Shield: \(shield.title)")
    .accessibilityIdentifier("Shield")
    .popover(isPresented: $isDashboardShown) {
      DashboardScreen(face: face, tab: tab) { isDashboardShown = false }
    }
  }

  private func menu(_ tab: Tab) -> some View {
    Menu {
      Button("Open closed tab") { window.reopen() }
      Button("History") { sheet = .history }
      Button("Unprotected sites") { sheet = .sites }
      Button("Settings") { sheet = .settings }
      Button("Detection") { window.open(DetectionPage.url) }
      if let url = tab.url.flatMap({ URL(string: $0) }) { ShareLink(item: url) }
      #if !os(macOS)
        Button("Find in page") {
          (tab.page as? WebPage)?.webView.findInteraction?.presentFindNavigator(showingReplace: false)
        }
      #endif
      Button("Fire…") { sheet = .fire }
    } label: {
      Image(systemName: "ellipsis.circle")
    }
    .accessibilityLabel("Menu")
    .accessibilityIdentifier("Menu")
  }

  private func bannerRow(_ banner: BrowserModel.Banner, _ tab: Tab) -> some View {
    HStack {
      Text(banner.text)
      Button(banner.button) { face.model.pressBanner(of: tab) }
    }
    .padding(6)
    .accessibilityIdentifier("Banner")
  }

  private var tabStrip: some View {
    ScrollView(.horizontal) {
      HStack {
        ForEach(window.tabs) { tab in
          HStack {
            Button(tab.title) { window.show(tab) }
              .accessibilityIdentifier("Tab \(tab.title)")
              .accessibilityAddTraits(tab === window.shown ? .isSelected : [])
            icon("Close \(tab.title)", "xmark") { window.close(tab) }
          }
          .contextMenu {
            Button("Move left") { window.move(tab, by: -1) }
            Button("Move right") { window.move(tab, by: 1) }
          }
        }
      }
      .padding(4)
    }
  }

  @ViewBuilder private func content(_ tab: Tab) -> some View {
    if let failure = tab.failure {
      VStack(spacing: 12) {
        Text(failure.title).font(.title2)
        Text(failure.explanation)
        Button("Try again") { tab.reload() }.accessibilityIdentifier("Try again")
        if failure.unencryptedURL != nil {
          Button("Open without encryption") { tab.openWithoutEncryption() }
        }
      }
      .padding(24)
      .frame(maxWidth: .infinity, maxHeight: .infinity)
    } else if let page = tab.page as? WebPage {
      // A tab without its own identity would show the web view of another one.
      PageContent(page: page).id(tab.id)
    }
  }
}

struct BrowserScreen_Previews: PreviewProvider {
  static var previews: some View {
    let browser = Browser()
    BrowserScreen(browser: browser, face: browser.face())
  }
}
