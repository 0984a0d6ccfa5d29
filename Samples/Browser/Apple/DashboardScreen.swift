import SluiceBrowserModel
import SwiftUI

/// The dashboard of the shield: protection of the site, counts, requests with their filters, and lists.
struct DashboardScreen: View {
  @ObservedObject var face: WindowFace
  let tab: BrowserTab
  let close: @MainActor () -> Void
  @State private var details: PageDetails?
  @State private var isBroken = false

  var body: some View {
    let board = face.model.dashboard(of: tab)
    List {
      Section {
        Text(board.shield.title).font(.headline)
        Text(board.shield.explanation)
        if board.site != nil {
          Toggle(
            board.switchLabel,
            isOn: Binding(
              get: { board.isProtected },
              set: { isOn in
                face.model.setProtected(isOn, tab)
                close()
              })
          )
          .accessibilityIdentifier("Protect site")
          Text(board.switchExplanation).font(.caption)
        }
      }
      if board.site != nil {
        Section { Text(board.blocked).font(.headline).accessibilityIdentifier("Blocked") }
        rows("By owner", board.owners)
        rows("By category", board.categories)
        rows("By list", board.byList)
        if board.isProtected {
          requests
          broken(board)
        }
      }
      Section("Lists") {
        ForEach(board.lists, id: \.self) { Text($0) }
        ForEach(board.problems, id: \.self) { Text("⚠ \($0)") }
        Text(board.checked).font(.caption)
      }
    }
    .frame(minWidth: 320, minHeight: 420)
    .task(id: "\(board.shield.count) \(isBroken)") {
      details = await face.model.details(of: tab, isBroken: isBroken)
    }
  }

  @ViewBuilder private func rows(_ title: String, _ rows: [Dashboard.Row]) -> some View {
    if !rows.isEmpty {
      DisclosureGroup(title) {
        ForEach(rows) { row in
          HStack {
            Text(row.name)
            Spacer()
            Text("\(row.count)")
          }
        }
      }
      .accessibilityIdentifier(title)
    }
  }

  @ViewBuilder private var requests: some View {
    if let details, !details.requests.isEmpty {
      DisclosureGroup("Blocked requests") {
        ForEach(details.requests) { request in
          VStack(alignment: .leading) {
            Text("\(request.kind) \(request.url)").lineLimit(1)
            ForEach(request.causes, id: \.self) { Text($0).font(.caption) }
          }
        }
      }
      .accessibilityIdentifier("Blocked requests")
    }
    if let hidden = details?.hiddenElements, hidden > 0 {
      Text("At least \(hidden) element\(hidden == 1 ? "" : "s") hidden")
    }
  }

  @ViewBuilder private func broken(_ board: Dashboard) -> some View {
    if !isBroken {
      Button("This page is broken") { isBroken = true }.accessibilityIdentifier("This page is broken")
    } else if let details {
      let none = "No exception in a list of this browser helps here."
      Section(details.exceptions.isEmpty ? none : "These exceptions undo what the lists do here:") {
        ForEach(details.exceptions, id: \.self) { exception in Text(exception).textSelection(.enabled) }
        if details.beyond > 0 {
          Text("\(details.beyond) more: only the switch undoes them.").font(.caption)
        }
        if face.model.convertsLists, !details.exceptions.isEmpty {
          Button("Add these exceptions") {
            close()
            Task { await face.model.addExceptions(details.exceptions, for: tab) }
          }
          .accessibilityIdentifier("Add these exceptions")
        }
        Button("Turn protection off for \(board.site?.description ?? "this site")") {
          face.model.setProtected(false, tab)
          close()
        }
        .accessibilityIdentifier("Turn protection off")
      }
    }
  }
}

struct DashboardScreen_Previews: PreviewProvider {
  static var previews: some View {
    let face = Browser().face()
    DashboardScreen(face: face, tab: face.window.tabs[0]) {}
  }
}
