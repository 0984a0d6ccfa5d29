import SluiceSystem
import Foundation
@testable import SluiceBrowserModel
import SluiceLists
import SluiceProtection
import TestSupport

/// A WebKit without files: everything compiles.
@MainActor final class MemoryEngine: RuleListEngine {
  final class List: CompiledRuleList {
    nonisolated let identifier: String
    init(_ identifier: String) { self.identifier = identifier }
  }

  let version = "memory 1"
  /// Whether nothing compiles.
  var refuses = false
  private(set) var lists: [String: List] = [:]

  func open(_ folder: String) throws(EngineProblem) {}
  func list(_ identifier: String) async -> (any CompiledRuleList)? { lists[identifier] }
  func compile(_ identifier: String, json: [UInt8]) async throws(EngineProblem) -> any CompiledRuleList {
    if refuses { throw .rejected("no list") }
    let list = List(identifier)
    lists[identifier] = list
    return list
  }
  func remove(_ identifier: String) async { lists[identifier] = nil }
  func identifiers() async -> [String] { lists.keys.sorted() }
  func file(of identifier: String) -> String? { nil }
}

@MainActor final class MemoryHolder: RuleListHolder {
  func add(_ list: any CompiledRuleList) {}
  func remove(_ list: any CompiledRuleList) {}
  func setScripts(_ scripts: [PageScriptText]) {}
}

/// A web view that opens every page at once, unless it fails.
@MainActor final class MemoryPage: PageView, ProtectedView {
  let holder: any RuleListHolder = MemoryHolder()
  var page: String?
  var failure: PageFailure.Kind?
  var answer: (String) -> String? = { _ in nil }
  private(set) var calls: [String] = []
  private weak var tab: BrowserTab?
  private let protection: Protection
  private var navigations = 0

  init(_ tab: BrowserTab, _ protection: Protection) {
    (self.tab, self.protection) = (tab, protection)
    protection.protect(self)
  }

  var protected: (any ProtectedView)? { self }

  func load(_ url: String) {
    calls.append("load \(url)")
    navigations += 1
    tab?.handle(.started(url))
    if let failure {
      tab?.handle(.failed(PageFailure(failure, url: url)))
      return
    }
    page = url
    // Without an answer, it would be a page of the page cache.
    protection.navigation(.answered(url), in: self)
    protection.navigation(.committed(url, NavigationID(navigations)), in: self)
    tab?.handle(.committed(url, PageSecurity(page: url)))
    tab?.handle(.finished)
  }

  func reload() { calls.append("reload") }
  func stop() { calls.append("stop") }
  func goBack() { calls.append("back") }
  func goForward() { calls.append("forward") }
  func evaluate(_ script: String) async -> String? { answer(script) }
  func close() {
    calls.append("close")
    protection.release(self)
  }
}

/// A browser without WebKit.
@MainActor final class Bench {
  let folder: TemporaryFolder
  let engine = MemoryEngine()
  let model: BrowserModel
  var pages: [MemoryPage] = []

  init(_ folder: TemporaryFolder? = nil, source: (any ListSource)? = nil, refuses: Bool = false) throws {
    let folder = try folder ?? TemporaryFolder(inMemory: true)
    self.folder = folder
    engine.refuses = refuses
    var setup = BrowserModel.Setup(folder: folder.path("browser"))
    setup.source = source
    setup.embedded = EmbeddedLists.Files(project: Repository.root.path)
    model = BrowserModel(setup, engine: engine)
    model.makePage = { [weak self, unowned model] tab, _ in
      let page = MemoryPage(tab, model.protection)
      self?.pages.append(page)
      return page
    }
  }

  func start() async throws {
    await model.protection.start()
    _ = try? await model.protection.update()
  }
}

/// A server that cannot be reached.
struct UnreachableSource: ListSource {
  func offer(unless etag: String?) async throws(ListSourceProblem) -> ListOffer? {
    throw .unreachable("no network")
  }
  func bytes(of name: FileName, atMost limit: Int) async throws(ListSourceProblem) -> [UInt8] {
    throw .unreachable("no network")
  }
}
