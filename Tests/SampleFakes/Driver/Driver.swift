import Foundation
import SafariServices
import WebKit

@testable import Browser
@testable import SafariApp

/// Runs the list handling of the samples: `driver FOLDER SERVER`.
///
/// The server serves `public` in the folder. The other directories come from `sluice build`:
///
/// - `one` and `two` are unchanged.
/// - `cut` has a truncated list.
/// - `rejected` has a list that the fakes reject.
/// - `escaping` has a manifest that names a file elsewhere.
@main @MainActor
struct Driver {
  static let root = URL(filePath: CommandLine.arguments[1])
  static let server = URL(string: CommandLine.arguments[2])
  static let offline = URL(string: "http://127.0.0.1:9/")
  static let support = root.appending(path: "support")
  static let store = WKContentRuleListStore.shared
  static var failures = 0

  static func main() async throws {
    try await runBrowser()
    try await runUpdater()
    exit(failures == 0 ? 0 : 1)
  }

  static func check(_ isTrue: Bool, _ what: String) {
    if !isTrue {
      print("not so: \(what)")
      failures += 1
    }
  }

  static func serve(_ name: String) throws {
    let folder = root.appending(path: "public")
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(at: folder.appending(path: file))
    }
    for file in try FileManager.default.contentsOfDirectory(atPath: root.appending(path: name).path) {
      try FileManager.default.copyItem(
        at: root.appending(path: name).appending(path: file), to: folder.appending(path: file))
    }
  }

  // MARK: The browser

  static func protection(_ server: URL?) -> Protection {
    Protection(Subscription(server: server, builtInFolder: root.appending(path: "one"), folder: support))
  }

  /// Returns the active rule lists as text.
  static func acting(_ protection: Protection) -> String {
    protection.contentController.lists.values.map(\.json).joined()
  }

  static func runBrowser() async throws {
    store.lists["another.app"] = try await store.compileContentRuleList(
      forIdentifier: "another.app", encodedContentRuleList: "[]")
    store.compiled = []

    let first = protection(offline)
    check(!first.isReady, "a page waits for lists")
    await first.start()
    check(first.isReady && acting(first).contains(".ad-one"), "without a network the built-in list acts")
    await first.update()
    check(
      first.problem != nil && acting(first).contains(".ad-one"),
      "it goes on acting when the server does not answer")
    check(store.compiled.count == 1, "it was compiled once")

    try serve("two")
    let second = protection(server)
    await second.start()
    check(store.compiled.count == 1, "a compiled list is looked up")
    await second.update()
    check(second.problem == nil && acting(second).contains(".ad-two"), "the server's list acts")
    check(!acting(second).contains(".ad-one"), "the one before does not")
    check(
      store.lists.keys.sorted().first == "another.app" && store.lists.count == 2,
      "only its own old list is gone")
    check(files().count == 2, "the manifest and the list are on disk: \(files())")
    await second.update()
    check(store.compiled.count == 2, "what has not changed is not compiled again")

    for name in ["cut", "escaping"] {
      try serve(name)
      await second.update()
      check(
        second.problem != nil && acting(second).contains(".ad-two"),
        "a directory that is \(name) changes nothing: \(second.problem ?? "")")
    }
    check(second.problem == ListProblem.badManifest.errorDescription, "a name that leads elsewhere is none")
    try serve("rejected")
    await second.update()
    check(second.problem != nil && acting(second).contains(".ad-two"), "a rejected list changes nothing")
    let count = store.compiled.count
    await second.update()
    check(store.compiled.count == count && second.problem == nil, "it is not tried again")

    let third = protection(offline)
    await third.start()
    check(
      acting(third).contains(".ad-two") && store.compiled.count == count,
      "the last good list needs no network")

    await third.setBlocking(false, on: "good.example")
    check(third.allowlist.sites == ["good.example"], "a site can be allowed")
    check(acting(third).contains("if-top-url") && store.compiled.count == count + 1, "its list is compiled")
    try acting(third).write(to: root.appending(path: "allowed.json"), atomically: true, encoding: .utf8)
    let fourth = protection(offline)
    await fourth.start()
    check(
      fourth.allowlist.sites == ["good.example"] && store.compiled.count == count + 1, "that is remembered")
    await fourth.setBlocking(true, on: "good.example")
    check(!acting(fourth).contains("if-top-url") && store.lists.count == 2, "and it can be taken back")

    for name in files() where name != "manifest.json" {
      try Data("[]".utf8).write(to: support.appending(path: name))
    }
    store.lists = [:]
    let fifth = protection(offline)
    await fifth.start()
    check(acting(fifth).contains(".ad-one"), "for a damaged list the built-in one acts")

    let urls = ["https://www.News.example/x": "news.example", "https://a.b:8443/": "a.b", "about:blank": nil]
    for (url, site) in urls { check(Allowlist.site(of: URL(string: url)) == site, "the site of \(url)") }
  }

  static func files() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: support.path)) ?? []).sorted()
  }

  // MARK: Safari's app

  static func runUpdater() async throws {
    let group = root.appending(path: "group")
    try FileManager.default.createDirectory(at: group, withIntermediateDirectories: true)
    FileManager.groups = ["group.example": group]
    let file = group.appending(path: "lists/1/ads.json")
    SFContentBlockerManager.files = ["app.ads": file]
    var updater = ListUpdater(
      server: server, extensions: ["ads": "ads.json"], group: "group.example", app: "app", build: "1")

    try serve("one")
    try await updater.update()
    check(SFContentBlockerManager.reloads.isEmpty, "an extension that is off is not reloaded")
    SFContentBlockerManager.enabled = ["app.ads"]
    try await updater.update()
    check(SFContentBlockerManager.reloads == ["app.ads"], "when it is on, it is")
    try await updater.update()
    check(SFContentBlockerManager.reloads.count == 1, "not when there is nothing new")
    try serve("cut")
    await fails(updater, "a list that is cut")
    check(text(file).contains(".ad-one") && SFContentBlockerManager.reloads.count == 1, "it is not written")
    try serve("two")
    try await updater.update()
    check(
      text(file).contains(".ad-two") && SFContentBlockerManager.reloads.count == 2, "a new list is loaded")
    try serve("rejected")
    await fails(updater, "a rejected list")
    check(
      text(file).contains(".ad-two") && SFContentBlockerManager.reloads.count == 4,
      "the last good one is back")
    try await updater.update()
    check(SFContentBlockerManager.reloads.count == 4, "it is not tried again")
    // A failure of Safari itself is retried, and no list counts as the cause: a broken connection, an extension that
    // Safari does not know, and no answer.
    for (number, failure) in [("NSCocoaErrorDomain", 4_097), (SFErrorDomain, 1), nil].enumerated() {
      try serve(number == 1 ? "two" : "one")
      SFContentBlockerManager.failure = failure
      SFContentBlockerManager.isSilent = failure == nil
      updater.patience = .milliseconds(200)
      await fails(updater, "an interrupted reload")
      check(text(file).contains(number == 1 ? ".ad-two" : ".ad-one"), "the new list stays")
      SFContentBlockerManager.failure = nil
      SFContentBlockerManager.isSilent = false
      try await Task.sleep(for: .milliseconds(50))
      updater.patience = .seconds(20)
      let before = SFContentBlockerManager.reloads.count
      try await updater.update()
      check(SFContentBlockerManager.reloads.count == before + 1, "it is loaded the next time")
    }
    // Safari can lose a list: the same one is loaded again after a while, and when the extension was off.
    try serve("one")
    var before = SFContentBlockerManager.reloads.count
    try await updater.update()
    check(SFContentBlockerManager.reloads.count == before, "what is loaded is not loaded again")
    updater.reloadInterval = -1
    try await updater.update()
    check(SFContentBlockerManager.reloads.count == before + 1, "but after a while it is")
    updater.reloadInterval = 1_000
    SFContentBlockerManager.enabled = []
    try await updater.update()
    SFContentBlockerManager.enabled = ["app.ads"]
    before = SFContentBlockerManager.reloads.count
    try await updater.update()
    check(SFContentBlockerManager.reloads.count == before + 1, "and when the extension is on again")
    // A new build of the app has newer lists than those that were fetched before.
    updater.build = "2"
    updater.server = offline
    await fails(updater, "a server that does not answer")
    check(!text(file).isEmpty, "a build without a list keeps nothing else")
    updater.server = server
    let newer = group.appending(path: "lists/2/ads.json")
    SFContentBlockerManager.files = ["app.ads": newer]
    try await updater.update()
    check(text(newer).contains(".ad-one") && text(file).isEmpty, "the lists of the build before are gone")
    // A list that is too large for Safari's memory gives way to the one before.
    try serve("two")
    SFContentBlockerManager.memory = 1
    await fails(updater, "a list that is too large")
    check(text(newer).contains(".ad-one"), "the one before is back")
    SFContentBlockerManager.memory = .max
    updater.build = "1"
    SFContentBlockerManager.files = ["app.ads": file]
    try await updater.update()
    // A failing list does not stop the others.
    try serve("two")
    updater.extensions = ["ads": "ads.json", "a-missing": "none.json"]
    await fails(updater, "a list that is missing")
    check(text(file).contains(".ad-two"), "the other list is new all the same")
    let blockers = await updater.blockers()
    check(blockers.map(\.id) == ["a-missing", "ads"] && blockers[1].isEnabled == true, "the extensions")
    check(blockers[1].rules != nil && blockers[1].date != nil && blockers[0].date == nil, "and their lists")
    updater.extensions = ["ads": "ads.json"]
    updater.group = nil
    try serve("one")
    await fails(updater, "no group")
    updater.extensions = ["ads": "other.json"]
    await fails(updater, "a list that is not in the manifest")
  }

  static func fails(_ updater: ListUpdater, _ what: String) async {
    do {
      try await updater.update()
      check(false, "\(what) is an error")
    } catch {}
  }

  static func text(_ file: URL) -> String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }
}
