#if canImport(WebKit)
  import Foundation
  import SluicePageScript
  import WebKit

  /// The holder of lists and scripts for a `WKUserContentController` and all of its views.
  @MainActor final class WebKitHolder: NSObject, RuleListHolder, WKScriptMessageHandler {
    /// Weak, because the controller retains its message handlers.
    private(set) weak var controller: WKUserContentController?
    private var scripts: [WKUserScript] = []
    private var views: [WeakView] = []
    private var listens = false

    private struct WeakView {
      weak var view: WebKitView?
    }

    init(_ controller: WKUserContentController) { self.controller = controller }

    func add(_ view: WebKitView, listens wanted: Bool) {
      views.removeAll { $0.view == nil }
      views.append(WeakView(view: view))
      guard wanted, !listens else { return }
      listens = true
      controller?.add(
        self, contentWorld: .world(name: PageScriptText.world), name: PageScript.reportHandler)
    }

    func add(_ list: any CompiledRuleList) {
      if let list = list as? WebKitRuleList { controller?.add(list.list) }
    }

    func remove(_ list: any CompiledRuleList) {
      if let list = list as? WebKitRuleList { controller?.remove(list.list) }
    }

    func setScripts(_ scripts: [PageScriptText]) {
      guard let controller else { return }
      // WebKit cannot remove single scripts.
      let others = controller.userScripts.filter { script in !self.scripts.contains { $0 === script } }
      controller.removeAllUserScripts()
      self.scripts = scripts.map { script in
        WKUserScript(
          source: script.text, injectionTime: .atDocumentStart, forMainFrameOnly: false,
          in: script.isOfPage ? .page : .world(name: PageScriptText.world))
      }
      for script in others + self.scripts { controller.addUserScript(script) }
    }

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      guard let text = message.body as? String else { return }
      views.compactMap(\.view).first { $0.webView === message.webView }?.report(Array(text.utf8))
    }
  }
#endif
