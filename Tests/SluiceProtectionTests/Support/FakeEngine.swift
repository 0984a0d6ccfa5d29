import Foundation
import SluiceProtection

/// A compiled list of the fake WebKit.
final class FakeList: CompiledRuleList {
  nonisolated let identifier: String
  let json: String

  init(_ identifier: String, _ json: String) { (self.identifier, self.json) = (identifier, json) }
}

/// A WebKit whose compiled files are the JSON, which it loads as WebKit does: without checking it again.
@MainActor final class FakeEngine: RuleListEngine {
  var version = "fake 1"
  /// Whether files of another version can be used.
  var readsOldFiles = true
  /// The versions that compiled files, by path.
  private static var writers: [String: String] = [:]
  /// Texts that make the engine reject a list.
  var rejects: [String] = []
  /// The reason why nothing can be compiled.
  var obstacle: String?
  /// The compiled lists, in order.
  private(set) var compiled: [String] = []
  private(set) var removed: [String] = []
  /// Called before each compilation.
  var gate: (@MainActor (String) async -> Void)?
  private(set) var folder = ""
  var appliesStyles = false

  func open(_ folder: String) throws(EngineProblem) { self.folder = folder }

  private func path(_ identifier: String) -> String { "\(folder)/\(identifier).list" }

  func list(_ identifier: String) async -> (any CompiledRuleList)? {
    guard readsOldFiles || Self.writers[path(identifier)] == version,
      let data = FileManager.default.contents(atPath: path(identifier))
    else { return nil }
    return FakeList(identifier, String(decoding: data, as: UTF8.self))
  }

  func compile(_ identifier: String, json: [UInt8]) async throws(EngineProblem) -> any CompiledRuleList {
    let text = String(decoding: json, as: UTF8.self)
    compiled.append(identifier)
    await gate?(text)
    if let obstacle { throw .unavailable(obstacle) }
    guard !rejects.contains(where: { text.contains($0) }),
      (try? JSONSerialization.jsonObject(with: Data(json))) is [Any]
    else { throw .rejected("no list") }
    do {
      try Data(json).write(to: URL(filePath: path(identifier)), options: .atomic)
      Self.writers[path(identifier)] = version
    } catch {
      throw .unavailable(error.localizedDescription)
    }
    return FakeList(identifier, text)
  }

  func remove(_ identifier: String) async {
    removed.append(identifier)
    try? FileManager.default.removeItem(atPath: path(identifier))
  }

  func identifiers() async -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".list") }
      .map { String($0.dropLast(5)) }.sorted()
  }

  func file(of identifier: String) -> String? { path(identifier) }
}

/// Holds the lists of fake views.
@MainActor final class FakeHolder: RuleListHolder {
  private(set) var lists: [String: FakeList] = [:]
  private(set) var scripts: [PageScriptText] = []
  /// The minimum number of lists since it was last set.
  var leastLists = Int.max
  var changes = 0

  func add(_ list: any CompiledRuleList) {
    changes += 1
    lists[list.identifier] = list as? FakeList
  }

  func remove(_ list: any CompiledRuleList) {
    changes += 1
    lists[list.identifier] = nil
    leastLists = min(leastLists, lists.count)
  }

  func setScripts(_ scripts: [PageScriptText]) { self.scripts = scripts }

  private(set) var styles: [PageStyleSheet] = []

  func setStyles(_ styles: [PageStyleSheet]) {
    changes += 1
    self.styles = styles
  }

  /// The texts of all lists, sorted.
  var texts: [String] { lists.values.map(\.json).sorted() }

  /// Returns whether a list that contains this text acts.
  func has(_ text: String) -> Bool { lists.values.contains { $0.json.contains(text) } }
}

@MainActor final class FakeView: ProtectedView {
  let holder: any RuleListHolder
  var page: String?

  init(_ holder: FakeHolder = FakeHolder()) { self.holder = holder }

  var lists: FakeHolder { holder as? FakeHolder ?? FakeHolder() }

  private var navigations = 0

  /// Opens a page as a view does.
  func open(_ page: String, in protection: Protection) {
    navigations += 1
    let id = NavigationID(navigations)
    protection.navigation(.asked(page), in: self)
    protection.navigation(.started(page, id), in: self)
    protection.navigation(.answered(page), in: self)
    self.page = page
    protection.navigation(.committed(page, id), in: self)
    protection.navigation(.ended(id), in: self)
  }
}
