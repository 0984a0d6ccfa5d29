#if canImport(WebKit)
  import Foundation
  import WebKit

  /// The WebKit of Apple's systems, with a store of rule lists of its own.
  @MainActor public final class WebKitEngine: RuleListEngine {
    private var folder = ""
    private var store: WKContentRuleListStore?
    private var holders: [ObjectIdentifier: WeakHolder] = [:]

    private struct WeakHolder {
      weak var holder: WebKitHolder?
    }

    /// The system's WebKit.
    public init() {}

    /// Such as `WebKit 20622.1.22`.
    public var version: String {
      let number = Bundle(for: WKContentRuleListStore.self).infoDictionary?["CFBundleVersion"] as? String
      return "WebKit \(number ?? "of unknown version")"
    }

    /// Uses this folder, which is there, from now on.
    public func open(_ folder: String) throws(EngineProblem) {
      self.folder = folder
      store = WKContentRuleListStore(url: URL(filePath: folder))
      guard store != nil else { throw .unavailable("WKContentRuleListStore cannot use \(folder)") }
    }

    /// A list that is compiled already.
    public func list(_ identifier: String) async -> (any CompiledRuleList)? {
      // That there is none of this identifier is an error too.
      (try? await store?.contentRuleList(forIdentifier: identifier)).map { WebKitRuleList(identifier, $0) }
    }

    /// Compiles a list and keeps it under an identifier.
    public func compile(
      _ identifier: String, json: [UInt8]
    ) async throws(EngineProblem) -> any CompiledRuleList {
      guard let store else { throw .unavailable("there is no store") }
      do {
        let list = try await store.compileContentRuleList(
          forIdentifier: identifier, encodedContentRuleList: String(decoding: json, as: UTF8.self))
        if let list { return WebKitRuleList(identifier, list) }
      } catch {
        let text = (error as NSError).userInfo[NSHelpAnchorErrorKey] as? String
        let isOfList = (error as? WKError)?.code == .contentRuleListStoreCompileFailed
        throw EngineProblem(words: text ?? error.localizedDescription, isOfList: isOfList)
      }
      throw .unavailable("WebKit did not say why")
    }

    /// Removes a compiled list. What acts in views goes on acting.
    public func remove(_ identifier: String) async {
      try? await store?.removeContentRuleList(forIdentifier: identifier)
    }

    /// The identifiers of all lists in the folder.
    public func identifiers() async -> [String] { await store?.availableIdentifiers() ?? [] }

    /// The file of a compiled list.
    public func file(of identifier: String) -> String? { CompiledFolder(path: folder).file(of: identifier) }

    /// The holder of a controller, of which there is one.
    func holder(of controller: WKUserContentController) -> WebKitHolder {
      let known = holders[ObjectIdentifier(controller)]?.holder
      // Another controller may have come to the place of one that is gone.
      if let known, known.controller === controller { return known }
      holders = holders.filter { $0.value.holder != nil }
      let holder = WebKitHolder(controller)
      holders[ObjectIdentifier(controller)] = WeakHolder(holder: holder)
      return holder
    }
  }

  /// A compiled list of WebKit, which lets go of it on the main thread itself.
  final class WebKitRuleList: CompiledRuleList {
    nonisolated let identifier: String
    let list: WKContentRuleList

    init(_ identifier: String, _ list: WKContentRuleList) {
      (self.identifier, self.list) = (identifier, list)
    }
  }
#endif
