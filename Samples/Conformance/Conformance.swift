import SwiftUI
import WebKit

/// Opens the page of `sluice conformance` in a WKWebView with all lists that WebKit accepts.
///
/// Runs on iOS 16 and macOS 13.
@main
struct ConformanceApp: App {
  var body: some Scene {
    WindowGroup { ConformanceView(Probes()) }
  }
}

/// Fetches the lists from the server and compiles them, one after the other.
@MainActor
final class Probes: ObservableObject {
  /// The address of `sluice serve` for the folder, as this device reaches it.
  var server = URL(string: "http://127.0.0.1:8080/")

  let webView: WKWebView
  /// The current step, and the lists that WebKit has rejected.
  @Published private(set) var state = ""
  @Published private(set) var rejected: [String] = []

  private struct Manifest: Decodable {
    struct Output: Decodable { let name: String }
    let outputs: [Output]
  }

  init() {
    let configuration = WKWebViewConfiguration()
    webView = WKWebView(frame: .zero, configuration: configuration)
    contentController = configuration.userContentController
  }

  private let contentController: WKUserContentController

  func run() async {
    do {
      guard let server, let store = WKContentRuleListStore.default() else { return state = "no server" }
      let manifest = try JSONDecoder().decode(
        Manifest.self, from: try await fetch(server.appending(path: "manifest.json")))
      for output in manifest.outputs {
        state = output.name
        let text = String(decoding: try await fetch(server.appending(path: output.name)), as: UTF8.self)
        do {
          let list = try await store.compileContentRuleList(
            forIdentifier: output.name, encodedContentRuleList: text)
          if let list { contentController.add(list) }
        } catch {
          // A rejected list is a result too.
          rejected.append(output.name)
        }
      }
      state = ""
      _ = webView.load(URLRequest(url: server.appending(path: "sluice-conformance.html")))
    } catch {
      state = error.localizedDescription
    }
  }

  private func fetch(_ url: URL) async throws -> Data { try await URLSession.shared.data(from: url).0 }
}

struct ConformanceView: View {
  @ObservedObject private var probes: Probes

  init(_ probes: Probes) { self.probes = probes }

  var body: some View {
    VStack {
      Text(probes.state)
      Text("Not taken: \(probes.rejected.joined(separator: ", "))")
      WebView(view: probes.webView)
    }
    .task { await probes.run() }
  }
}

#if os(macOS)
  struct WebView: NSViewRepresentable {
    let view: WKWebView
    func makeNSView(context: Context) -> WKWebView { view }
    func updateNSView(_ view: WKWebView, context: Context) {}
  }
#else
  struct WebView: UIViewRepresentable {
    let view: WKWebView
    func makeUIView(context: Context) -> WKWebView { view }
    func updateUIView(_ view: WKWebView, context: Context) {}
  }
#endif
