import CryptoKit
import SwiftUI
import WebKit

/// A browser with one page: an app for iOS 16 and macOS 13 to start from.
@main
struct BrowserApp: App {
  @StateObject private var protection = Protection()

  var body: some Scene {
    WindowGroup { BrowserView(protection) }
  }
}

// MARK: - Protection

/// The rule lists that act in the app's web views.
@MainActor
final class Protection: ObservableObject {
  /// That of all web views, so that every list is added once.
  let contentController = WKUserContentController()

  /// The sites on which nothing is blocked.
  @Published private(set) var allowlist = Allowlist(
    sites: UserDefaults.standard.stringArray(forKey: "allowlist"))
  /// Whether the first page may be opened: lists have been looked for.
  @Published private(set) var isReady = false
  /// Whether lists act.
  @Published private(set) var isProtected = false
  /// Why the last change did not succeed.
  @Published private(set) var problem: String?

  private let subscription: Subscription
  private var isRunning = false
  private var lists: Lists?
  private var active: [WKContentRuleList] = []
  private var lastChange: Task<Void, Never>?

  init(_ subscription: Subscription = Subscription()) { self.subscription = subscription }

  /// Lets the lists of this device act, and then asks for new ones once a day. Every window calls it.
  func run() async {
    guard !isRunning else { return }
    isRunning = true
    defer { isRunning = false }
    await start()
    while !Task.isCancelled {
      await update()
      try? await Task.sleep(for: .seconds(24 * 3600))
    }
  }

  /// The lists that were fetched last, or where they cannot be read or compiled, those that are built in.
  func start() async {
    await change { [self] in
      do {
        try await activate(subscription.lastGood(), except: allowlist)
      } catch {
        try await activate(subscription.builtIn(), except: allowlist)
      }
    }
    isReady = true
  }

  /// Fetches what is new. Whatever goes wrong, the lists that act go on acting.
  func update() async {
    await change { [self] in
      guard let new = try await subscription.fetch() else { return }
      do {
        try await activate(new, except: allowlist)
      } catch {
        // Without that it would be fetched and compiled in vain every day.
        subscription.reject(new)
        throw error
      }
      try subscription.keep(new)
    }
  }

  /// Lets a site's pages load everything, or no longer. What has been hidden stays so until they are loaded again.
  func setBlocking(_ isBlocking: Bool, on site: String) async {
    await change { [self] in
      var changed = allowlist
      if isBlocking { changed.sites.remove(site) } else { changed.sites.insert(site) }
      if let lists { try await activate(lists, except: changed) }
      allowlist = changed
      UserDefaults.standard.set(changed.sites.sorted(), forKey: "allowlist")
    }
  }

  /// One change after the other: each compiles, and WebKit compiles one list at a time anyway.
  private func change(_ work: @escaping @MainActor () async throws -> Void) async {
    let earlier = lastChange
    let change = Task {
      await earlier?.value
      do {
        try await work()
        problem = nil
      } catch {
        problem = error.localizedDescription
      }
    }
    lastChange = change
    await change.value
  }

  /// All lists that the app has in WebKit's store begin with this. Others are not the app's to remove.
  private static let prefix = "example.browser."

  /// Compiles what WebKit does not have, and then puts all lists in the place of those that act.
  private func activate(_ lists: Lists, except allowlist: Allowlist) async throws {
    guard let store = WKContentRuleListStore.default() else { throw ListProblem.noStore }
    var compiled: [WKContentRuleList] = []
    for output in lists.manifest.outputs {
      let identifier = Self.prefix + output.identifier + allowlist.suffix
      // That there is none of this identifier is an error too.
      if let known = try? await store.contentRuleList(forIdentifier: identifier) {
        compiled.append(known)
        continue
      }
      let list = try await store.compileContentRuleList(
        forIdentifier: identifier, encodedContentRuleList: Self.text(of: output, in: lists, except: allowlist)
      )
      guard let list else { throw ListProblem.notCompiled(output.name) }
      compiled.append(list)
    }
    // First the new ones: there is no moment without.
    for list in compiled { contentController.add(list) }
    let current = Set(compiled.compactMap(\.identifier))
    for list in active where !current.contains(list.identifier) { contentController.remove(list) }
    (active, self.lists) = (compiled, lists)
    isProtected = !compiled.isEmpty
    for identifier in await store.availableIdentifiers() ?? []
    where identifier.hasPrefix(Self.prefix) && !current.contains(identifier) {
      try? await store.removeContentRuleList(forIdentifier: identifier)
    }
  }

  /// What WebKit is to compile. Not on the main actor: these can be megabytes.
  @concurrent private nonisolated static func text(
    of output: Manifest.Output, in lists: Lists, except allowlist: Allowlist
  ) async throws -> String {
    String(decoding: allowlist.appended(to: try lists.json(of: output)), as: UTF8.self)
  }
}

// MARK: - Lists

/// Why there is no list, or no new one.
nonisolated enum ListProblem: LocalizedError {
  case noStore
  case notCompiled(String)
  case notFetched(String)
  case damaged(String)
  case badManifest

  var errorDescription: String? {
    switch self {
    case .noStore: "WebKit has no store for rule lists"
    case .notCompiled(let name): "\(name) was not compiled"
    case .notFetched(let name): "\(name) was not fetched"
    case .damaged(let name): "\(name) is not what the manifest says"
    case .badManifest: "the manifest names files that cannot be"
    }
  }
}

/// The part of `manifest.json` that an app needs.
nonisolated struct Manifest: Decodable {
  struct Output: Decodable {
    let name: String
    /// Changes with the content, and only then.
    let identifier: String
    let sha256: String
  }

  /// In the order in which they are to be added.
  let outputs: [Output]

  /// Names that come from a server become those of files, and so they have to be ones.
  static func read(_ data: Data) throws -> Manifest {
    let manifest = try JSONDecoder().decode(Manifest.self, from: data)
    let isSound = manifest.outputs.allSatisfy { output in
      !output.name.isEmpty && !output.name.hasPrefix(".") && !output.name.contains("/")
        && output.sha256.utf8.count == 64 && output.sha256.allSatisfy(\.isHexDigit)
    }
    guard isSound, !manifest.outputs.isEmpty else { throw ListProblem.badManifest }
    return manifest
  }
}

/// A manifest and the lists that it names, in a folder.
nonisolated struct Lists {
  let folder: URL
  let manifestData: Data
  let manifest: Manifest

  init(in folder: URL, manifest data: Data? = nil) throws {
    self.folder = folder
    manifestData = try data ?? Data(contentsOf: folder.appending(path: "manifest.json"))
    manifest = try Manifest.read(manifestData)
  }

  /// The bytes of a list, which are as the manifest says.
  func json(of output: Manifest.Output) throws -> Data {
    for name in [Self.fileName(of: output), output.name] {
      let data = try? Data(contentsOf: folder.appending(path: name))
      if let data, data.sha256 == output.sha256 { return data }
    }
    throw ListProblem.damaged(output.name)
  }

  /// Fetched lists are called after their content: new ones do not overwrite those that act.
  static func fileName(of output: Manifest.Output) -> String { "\(output.sha256).json" }
}

/// Where lists come from: a directory that `sluice build` has written, on a server and in the app.
nonisolated struct Subscription {
  /// It serves the lists of this app and no others: all that its manifest names are added.
  var server = URL(string: "https://OWNER.github.io/lists/")
  /// The folder `Lists` of the app's resources: for the first start, and for devices without a network.
  var builtInFolder = Bundle.main.resourceURL?.appending(path: "Lists")
  /// What was fetched.
  var folder = URL.applicationSupportDirectory.appending(path: "example.browser/Lists")

  func builtIn() throws -> Lists {
    guard let builtInFolder else { throw ListProblem.badManifest }
    return try Lists(in: builtInFolder)
  }

  func lastGood() throws -> Lists { try Lists(in: folder) }

  /// The lists of the server, checked and on disk; nil when they are those of last time, or were rejected.
  func fetch() async throws -> Lists? {
    let data = try await fetch("manifest.json")
    guard data != (try? lastGood().manifestData),
      data.sha256 != UserDefaults.standard.string(forKey: "rejected")
    else { return nil }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let new = try Lists(in: folder, manifest: data)
    for output in new.manifest.outputs where (try? new.json(of: output)) == nil {
      let json = try await fetch(output.name)
      guard json.sha256 == output.sha256 else { throw ListProblem.damaged(output.name) }
      try json.write(to: folder.appending(path: Lists.fileName(of: output)), options: .atomic)
    }
    return new
  }

  /// Makes lists that WebKit has compiled the last good ones, and removes what only those before needed.
  func keep(_ lists: Lists) throws {
    try lists.manifestData.write(to: folder.appending(path: "manifest.json"), options: .atomic)
    let needed = Set(lists.manifest.outputs.map(Lists.fileName(of:)) + ["manifest.json"])
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".json") && !needed.contains(name) {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }

  /// Lists that WebKit does not take are not asked for again until the server has others.
  func reject(_ lists: Lists) { UserDefaults.standard.set(lists.manifestData.sha256, forKey: "rejected") }

  private func fetch(_ name: String) async throws -> Data {
    guard let url = server?.appending(path: name) else { throw ListProblem.notFetched(name) }
    let (data, response) = try await URLSession.shared.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw ListProblem.notFetched(name) }
    return data
  }
}

nonisolated extension Data {
  var sha256: String { SHA256.hash(data: self).map { String(format: "%02x", $0) }.joined() }
}

// MARK: - Allowlist

/// Sites, each with all hosts below it, on which nothing is to be blocked or hidden.
nonisolated struct Allowlist {
  var sites: Set<String>

  init(sites: [String]?) { self.sites = Set(sites ?? []) }

  /// The site of a page; nil where it has none that a pattern could name.
  static func site(of url: URL?) -> String? {
    guard let host = url?.host(percentEncoded: true)?.lowercased(), !host.isEmpty,
      host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) })
    else { return nil }
    return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
  }

  /// What the identifier of a list with this allowlist ends with: other sites, another list.
  var suffix: String {
    sites.isEmpty ? "" : "-" + Data(sites.sorted().joined(separator: " ").utf8).sha256.prefix(16)
  }

  /// The list with an exception at its end. It lifts what stands before it in its own list, so every list needs it.
  /// A list can have 150,000 rules, this one too: build them with `maximumRules: 149999`.
  ///
  /// The pattern is anchored: WebKit looks for an `if-domain` anywhere in the address of the page, which could
  /// then claim to be an allowed one by its query. Nor may a user name before the host look like one.
  func appended(to json: Data) -> Data {
    guard !sites.isEmpty, let end = json.lastIndex(of: UInt8(ascii: "]")) else { return json }
    let patterns = sites.sorted().map { site in
      #""^[^:]+://([^/@]+\\.)?\#(site.replacingOccurrences(of: ".", with: #"\\."#))(:[0-9]+)?/""#
    }
    let exception = """
      ,
      {"trigger":{"url-filter":".*","if-top-url":[\(patterns.joined(separator: ","))]},\
      "action":{"type":"ignore-previous-rules"}}]

      """
    return json[..<end] + Data(exception.utf8)
  }
}

// MARK: - Views

/// A web view and what is shown of it.
@MainActor
final class Page: NSObject, ObservableObject, WKNavigationDelegate {
  let webView: WKWebView
  @Published var address = "https://example.com/"
  @Published private(set) var site: String?

  init(_ contentController: WKUserContentController) {
    let configuration = WKWebViewConfiguration()
    configuration.userContentController = contentController
    webView = WKWebView(frame: .zero, configuration: configuration)
    super.init()
    webView.navigationDelegate = self
    #if DEBUG
      if #available(iOS 16.4, macOS 13.3, *) { webView.isInspectable = true }
    #endif
  }

  func open() {
    if let url = URL(string: address) { _ = webView.load(URLRequest(url: url)) }
  }

  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
    address = webView.url?.absoluteString ?? address
    site = Allowlist.site(of: webView.url)
  }
}

struct BrowserView: View {
  @ObservedObject private var protection: Protection
  @StateObject private var page: Page

  init(_ protection: Protection) {
    _protection = ObservedObject(wrappedValue: protection)
    _page = StateObject(wrappedValue: Page(protection.contentController))
  }

  var body: some View {
    VStack {
      HStack {
        TextField("Address", text: $page.address).onSubmit { page.open() }
        if !protection.isProtected {
          Text("Not protected")
        } else if let site = page.site {
          let isAllowed = protection.allowlist.sites.contains(site)
          Button(isAllowed ? "Block on \(site)" : "Allow all on \(site)") {
            Task {
              await protection.setBlocking(isAllowed, on: site)
              _ = page.webView.reload()
            }
          }
        }
      }
      if let problem = protection.problem { Text(problem) }
      // The first page waits for the lists: milliseconds, once they have been compiled.
      if protection.isReady { WebView(view: page.webView).onAppear { page.open() } } else { ProgressView() }
    }
    .task { await protection.run() }
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
