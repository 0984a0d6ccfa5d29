import SluiceBrowserModel
import SluiceProtection
import SwiftUI

/// The contents of a sheet: history, downloads, unprotected sites, settings, or Fire.
struct SheetContent: View {
  let kind: BrowserScreen.Sheet
  @ObservedObject var face: WindowFace
  /// The downloads in progress; nil in previews.
  var downloads: Downloads?
  let close: @MainActor () -> Void
  @State private var search = ""
  @State private var keepsSites = true
  @State private var isNotCleared = false

  private var model: BrowserModel { face.model }

  var body: some View {
    NavigationStack {
      List {
        switch kind {
        case .history: history
        case .downloads: DownloadsContent(face: face, downloads: downloads)
        case .sites: sites
        case .settings: settings
        case .fire: fire
        }
      }
      .navigationTitle(kind.rawValue)
      .toolbar { Button("Done", action: close).accessibilityIdentifier("Done") }
    }
    .frame(minWidth: 340, minHeight: 420)
  }

  @ViewBuilder private func head(
    canUndo: Bool, removeAll: String, undo: @escaping @MainActor () -> Void,
    remove: @escaping @MainActor () -> Void
  ) -> some View {
    TextField("Search", text: $search).accessibilityIdentifier("Search")
    HStack {
      Button("Undo", action: undo).disabled(!canUndo).accessibilityIdentifier("Undo")
      Spacer()
      Button(removeAll, role: .destructive, action: remove).accessibilityIdentifier(removeAll)
    }
  }

  @ViewBuilder private var history: some View {
    head(canUndo: model.history.canUndo, removeAll: "Clear history") {
      model.history.undo()
    } remove: {
      model.history.removeAll()
    }
    let found = model.history.search(search, limit: 200)
    if found.isEmpty { Text(model.history.count == 0 ? "No page has been visited." : "Nothing found.") }
    ForEach(found) { entry in
      HStack {
        Button(entry.title.isEmpty ? entry.url : entry.title) {
          face.window.shown?.open(entry.url)
          close()
        }
        Spacer()
        Text(model.age(of: entry))
        Button("Remove") { model.history.remove(entry) }
      }
      .contextMenu {
        if let site = Site(page: entry.url) {
          Button("Remove all pages of \(site.description)") { model.history.remove(site) }
        }
      }
    }
  }

  @ViewBuilder private var sites: some View {
    head(canUndo: model.sites.canUndo, removeAll: "Protect all") {
      model.sites.undo()
    } remove: {
      model.sites.removeAll()
    }
    let found = model.sites.search(search, limit: 200)
    if found.isEmpty { Text(model.sites.count == 0 ? "Every site is protected." : "Nothing found.") }
    ForEach(found, id: \.self) { site in
      HStack {
        Text(site.description)
        Spacer()
        Button("Protect") { model.sites.set([site], isUnprotected: false) }
          .accessibilityIdentifier("Protect \(site.description)")
      }
    }
  }

  private func setting(_ path: WritableKeyPath<BrowserSettings, Bool>) -> Binding<Bool> {
    Binding(
      get: { model.settings[keyPath: path] }, set: { value in model.change { $0[keyPath: path] = value } })
  }

  @ViewBuilder private var settings: some View {
    Section("Search") {
      TextField(
        "Search URL",
        text: Binding(get: { search.isEmpty ? model.settings.search : search }, set: { search = $0 })
      )
      .onSubmit { model.change { $0.search = search } }
      .accessibilityIdentifier("Search URL")
      Text("The URL to search with. %s stands for the words.").font(.caption)
    }
    Section("Privacy") {
      Toggle("Keep history and tabs", isOn: setting(\.keepsHistory)).accessibilityIdentifier(
        "Keep history and tabs")
      Toggle("Count blocked requests", isOn: setting(\.countsBlocked)).accessibilityIdentifier(
        "Count blocked requests")
      Text("Scripts in pages report them. A change takes full effect at the next start.").font(.caption)
    }
    Section("Lists") {
      ForEach(model.lists, id: \.name) { list in
        Toggle(list.name, isOn: Binding(get: { list.isOn }, set: { _ = model.setList(list.name, isOn: $0) }))
          .accessibilityIdentifier("List \(list.name)")
      }
      Text("One list stays on. To turn everything off on a site, use the shield.").font(.caption)
    }
    if model.convertsLists { conversion }
  }

  /// Settings of lists that the browser converts itself.
  @ViewBuilder private var conversion: some View {
    Section("Generic hiding") {
      Picker(
        "Generic hiding",
        selection: Binding(
          get: { model.settings.genericHiding }, set: { hiding in model.change { $0.genericHiding = hiding } }
        )
      ) {
        ForEach(BrowserSettings.genericHidings, id: \.name) { Text($0.words).tag($0.name) }
      }
      .accessibilityIdentifier("Generic hiding")
    }
    Section("Exceptions") {
      ForEach(model.settings.exceptions, id: \.self) { text in
        HStack {
          Text(text).lineLimit(1)
          Spacer()
          Button("Remove") { model.change { $0.exceptions.removeAll { $0 == text } } }
            .accessibilityIdentifier("Remove \(text)")
        }
      }
      Text("\"This page is broken\" in the shield adds exceptions.").font(.caption)
    }
  }

  @ViewBuilder private var fire: some View {
    Text(
      "Closes all tabs, and clears cookies and other website data, history and counts. This cannot be undone."
    )
    Toggle("Keep unprotected sites", isOn: $keepsSites).accessibilityIdentifier("Keep unprotected sites")
    Button("Clear everything", role: .destructive) {
      Task {
        isNotCleared = await !model.fire(keepingSites: keepsSites)
        if !isNotCleared { close() }
      }
    }
    .accessibilityIdentifier("Clear everything")
    if isNotCleared { Text("Website data could not be cleared. Everything else is.") }
  }
}

struct SheetContent_Previews: PreviewProvider {
  static var previews: some View {
    let face = Browser().face()
    ForEach([BrowserScreen.Sheet.history, .downloads, .sites, .settings, .fire]) {
      SheetContent(kind: $0, face: face) {}
    }
  }
}
