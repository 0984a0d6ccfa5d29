#if canImport(WebKit)
  import Foundation
  import SluicePageScript
  import WebKit

  /// The WebKit of Apple platforms, with its own rule list store.
  @MainActor public final class WebKitEngine: RuleListEngine {
    private var folder = ""
    private var store: WKContentRuleListStore?
    private var holders: [ObjectIdentifier: WeakHolder] = [:]

    private struct WeakHolder {
      weak var holder: WebKitHolder?
    }

    /// Creates an engine for the system's WebKit.
    public init() {}

    /// The name and version, such as `WebKit 20622.1.22`.
    public var version: String {
      let number = Bundle(for: WKContentRuleListStore.self).infoDictionary?["CFBundleVersion"] as? String
      return "WebKit \(number ?? "of unknown version")"
    }

    /// Opens the store in an existing folder, for all later calls.
    public func open(_ folder: String) throws(EngineProblem) {
      self.folder = folder
      store = WKContentRuleListStore(url: URL(filePath: folder))
      guard store != nil else { throw .unavailable("WKContentRuleListStore cannot use \(folder)") }
    }

    /// Returns a list that is already compiled.
    public func list(_ identifier: String) async -> (any CompiledRuleList)? {
      // A missing identifier is also an error here.
      (try? await store?.contentRuleList(forIdentifier: identifier)).map {
        WebKitRuleList(identifier, list: $0)
      }
    }

    /// Compiles a list and stores it under an identifier.
    public func compile(
      _ identifier: String, json: [UInt8]
    ) async throws(EngineProblem) -> any CompiledRuleList {
      guard let store else { throw .unavailable("no store is available") }
      do {
        let list = try await store.compileContentRuleList(
          forIdentifier: identifier, encodedContentRuleList: String(decoding: json, as: UTF8.self))
        if let list { return WebKitRuleList(identifier, list: list) }
      } catch {
        let text = (error as NSError).userInfo[NSHelpAnchorErrorKey] as? String
        let isOfList = (error as? WKError)?.code == .contentRuleListStoreCompileFailed
        throw EngineProblem(words: text ?? error.localizedDescription, isOfList: isOfList)
      }
      throw .unavailable("WebKit did not say why")
    }

    /// Removes a compiled list. Views that use it are not affected.
    public func remove(_ identifier: String) async {
      try? await store?.removeContentRuleList(forIdentifier: identifier)
    }

    /// Returns the identifiers of all lists in the folder.
    public func identifiers() async -> [String] { await store?.availableIdentifiers() ?? [] }

    /// Returns the path of a compiled list's file.
    public func file(of identifier: String) -> String? { CompiledFolder(path: folder).file(of: identifier) }

    /// Returns the holder of a controller, and creates it if necessary. Each controller has one holder.
    func holder(of controller: WKUserContentController) -> WebKitHolder {
      let known = holders[ObjectIdentifier(controller)]?.holder
      // Another controller can have reused the address of a released one.
      if let known, known.controller === controller { return known }
      holders = holders.filter { $0.value.holder != nil }
      let holder = WebKitHolder(controller)
      holders[ObjectIdentifier(controller)] = WeakHolder(holder: holder)
      return holder
    }
  }

  /// A compiled list. It releases its WebKit object on the main thread.
  final class WebKitRuleList: CompiledRuleList {
    nonisolated let identifier: String
    let list: WKContentRuleList

    init(_ identifier: String, list: WKContentRuleList) {
      (self.identifier, self.list) = (identifier, list)
    }
  }

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
