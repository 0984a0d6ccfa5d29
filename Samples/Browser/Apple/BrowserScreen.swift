import SluiceBrowserModel
import SwiftUI

/// A window: toolbar, banner, tabs and page. Accessibility identifiers are the names that the GTK face uses.
struct BrowserScreen: View {
  let browser: Browser
  @StateObject private var face: WindowFace
  @State private var sheet: Sheet?
  @State private var isDashboardShown = false
  @FocusState private var isAddressFocused: Bool
  /// The text to find in the page; nil without a search.
  @State private var findText: String?

  enum Sheet: String, Identifiable {
    case history = "History"
    case downloads = "Downloads"
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
        if let findText { findRow(findText, tab) }
      }
    }
    .task { await browser.run() }
    .task { await face.watch() }
    .onDisappear { browser.close(face) }
    .sheet(item: $sheet) { SheetContent(kind: $0, face: face, downloads: browser.downloads) { sheet = nil } }
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

  private func toolbar(_ tab: BrowserTab) -> some View {
    HStack {
      icon("Back", "chevron.backward", "[") { tab.goBack() }.disabled(!tab.canGoBack && tab.failure == nil)
      icon("Forward", "chevron.forward", "]") { tab.goForward() }.disabled(!tab.canGoForward)
      icon(tab.isLoading ? "Stop" : "Reload", tab.isLoading ? "xmark" : "arrow.clockwise", "r") {
        if tab.isLoading { tab.stop() } else { tab.reload() }
      }
      Image(systemName: security(tab.security)).accessibilityLabel(tab.security.words)
      TextField("Search, or type an address", text: Binding(get: { tab.address }, set: { tab.draft = $0 }))
        .focused($isAddressFocused)
        .addressKeyboard()
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

  private func shield(_ tab: BrowserTab) -> some View {
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

  private func menu(_ tab: BrowserTab) -> some View {
    Menu {
      Button("Open closed tab") { window.reopen() }
      Button("History") { sheet = .history }
      Button("Downloads") { sheet = .downloads }
      Button("Unprotected sites") { sheet = .sites }
      Button("Settings") { sheet = .settings }
      Button("Detection") { window.open(DetectionPage.url) }
      if let url = tab.url.flatMap({ URL(string: $0) }) { ShareLink(item: url) }
      Button("Find in page") {
        #if os(macOS)
          findText = ""
        #else
          (tab.page as? WebPage)?.webView.findInteraction?.presentFindNavigator(showingReplace: false)
        #endif
      }
      .keyboardShortcut(KeyboardShortcut("f", modifiers: .command))
      Button("Larger") { (tab.page as? WebPage)?.zoom(1) }
        .keyboardShortcut(KeyboardShortcut("+", modifiers: .command))
      Button("Smaller") { (tab.page as? WebPage)?.zoom(-1) }
        .keyboardShortcut(KeyboardShortcut("-", modifiers: .command))
      Button("Actual size") { (tab.page as? WebPage)?.zoom(0) }
        .keyboardShortcut(KeyboardShortcut("0", modifiers: .command))
      Button("Fire…") { sheet = .fire }
    } label: {
      Image(systemName: "ellipsis.circle")
    }
    .accessibilityLabel("Menu")
    .accessibilityIdentifier("Menu")
  }

  private func findRow(_ text: String, _ tab: BrowserTab) -> some View {
    HStack {
      TextField("Find in page", text: Binding(get: { text }, set: { findText = $0 }))
        .onSubmit { Task { await (tab.page as? WebPage)?.find(text) } }
        .accessibilityIdentifier("Find in page")
      icon("End finding", "xmark") { findText = nil }
    }
    .padding(6)
  }

  private func bannerRow(_ banner: BrowserModel.Banner, _ tab: BrowserTab) -> some View {
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

  @ViewBuilder private func content(_ tab: BrowserTab) -> some View {
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
    } else if let dialog = (tab.page as? WebPage)?.dialog {
      PageDialogView(dialog)
    } else if let page = tab.page as? WebPage {
      // A tab without its own identity would show the web view of another one.
      PageContent(page: page).id(tab.id)
    }
  }
}

extension View {
  /// A keyboard for addresses, which changes nothing of what is typed.
  fileprivate func addressKeyboard() -> some View {
    #if os(macOS)
      autocorrectionDisabled()
    #else
      keyboardType(.URL).textInputAutocapitalization(.never).autocorrectionDisabled()
    #endif
  }
}

struct BrowserScreen_Previews: PreviewProvider {
  static var previews: some View {
    let browser = Browser()
    BrowserScreen(browser: browser, face: browser.face())
  }
}
