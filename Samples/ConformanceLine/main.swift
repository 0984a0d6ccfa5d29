#if os(macOS)
  import AppKit
  import Foundation
  import WebKit

  // line URL FOLDER: opens the page of `sluice conformance` at URL in a WKWebView, with all lists of FOLDER
  // that WebKit accepts, and prints the page's line of JSON. A workflow builds and runs it:
  // swiftc main.swift -o line

  /// Opens the page, and waits for its result.
  @MainActor func line(_ page: URL, _ folder: URL) async throws -> String? {
    guard let store = WKContentRuleListStore.default() else { return nil }
    let configuration = WKWebViewConfiguration()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    for name in names where name.hasPrefix("sluice-") && name.hasSuffix(".json") {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      // A rejected list has no effect, which the result shows.
      let list = try? await store.compileContentRuleList(forIdentifier: name, encodedContentRuleList: text)
      if let list { configuration.userContentController.add(list) }
    }
    let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: configuration)
    let window = NSWindow(
      contentRect: view.frame, styleMask: .borderless, backing: .buffered, defer: false)
    window.contentView = view
    _ = view.load(URLRequest(url: page))
    let script =
      "document.documentElement.dataset.state == 'done' ? document.getElementById('line').value : ''"
    for _ in 0..<600 {
      try await Task.sleep(for: .milliseconds(500))
      if let text = try? await view.evaluateJavaScript(script) as? String, !text.isEmpty { return text }
    }
    return nil
  }

  let words = CommandLine.arguments
  guard words.count == 3, let page = URL(string: words[1]) else { exit(64) }
  Task { @MainActor in
    let text = try? await line(page, URL(filePath: words[2]))
    print(text ?? "the page did not come to an end")
    exit(text == nil ? 1 : 0)
  }
  NSApplication.shared.run()
#endif
