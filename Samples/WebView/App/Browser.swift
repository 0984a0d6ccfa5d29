import CryptoKit
import SwiftUI
import WebKit

/// A minimal browser with one page, for iOS 16 and macOS 13.
@main
struct BrowserApp: App {
  @StateObject private var protection = Protection()

  var body: some Scene {
    WindowGroup { BrowserView(protection) }
  }
}

// MARK: - Protection

/// The active rule lists of the app's web views.
@MainActor
final class Protection: ObservableObject {
  /// The controller that all web views share, so that every list is added once.
  let contentController = WKUserContentController()

  /// The sites without blocking.
  @Published private(set) var allowlist = Allowlist(
    sites: UserDefaults.standard.stringArray(forKey: "allowlist"))
  /// Whether the first page may be opened, because the lookup of lists has finished.
  @Published private(set) var isReady = false
  /// Whether any list is active.
  @Published private(set) var isProtected = false
  /// The reason why the last change failed.
  @Published private(set) var problem: String?

  private let subscription: Subscription
  private var isRunning = false
  private var lists: Lists?
  private var active: [WKContentRuleList] = []
  private var lastChange: Task<Void, Never>?

  init(_ subscription: Subscription = Subscription()) { self.subscription = subscription }

  /// Activates the lists on this device, then fetches new ones once a day. Every window calls it.
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

  /// Activates the last fetched lists, or the built-in ones if those cannot be read or compiled.
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

  /// Fetches new lists. If that fails, the active lists stay active.
  func update() async {
    await change { [self] in
      guard let new = try await subscription.fetch() else { return }
      do {
        try await activate(new, except: allowlist)
      } catch {
        // Otherwise, the rejected list would be fetched and compiled again every day.
        subscription.reject(new)
        throw error
      }
      try subscription.keep(new)
    }
  }

  /// Turns blocking on or off for a site. Hidden elements stay hidden until their page is reloaded.
  func setBlocking(_ isBlocking: Bool, on site: String) async {
    await change { [self] in
      var changed = allowlist
      if isBlocking { changed.sites.remove(site) } else { changed.sites.insert(site) }
      if let lists { try await activate(lists, except: changed) }
      allowlist = changed
      UserDefaults.standard.set(changed.sites.sorted(), forKey: "allowlist")
    }
  }

  /// Runs one change after the other. Each compiles lists, and WebKit compiles only one at a time.
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

  /// The prefix of this app's lists in WebKit's store. The app must not remove other lists.
  private static let prefix = "example.browser."

  /// Compiles the lists that WebKit does not have, then replaces the active lists.
  private func activate(_ lists: Lists, except allowlist: Allowlist) async throws {
    guard let store = WKContentRuleListStore.default() else { throw ListProblem.noStore }
    var compiled: [WKContentRuleList] = []
    for output in lists.manifest.outputs {
      let identifier = Self.prefix + output.identifier + allowlist.suffix
      // For an unknown identifier, this throws an error.
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
    // Add new lists first, to leave no gap.
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

  /// Returns the text for WebKit to compile. Runs off the main actor, because lists can have megabytes.
  @concurrent private nonisolated static func text(
    of output: Manifest.Output, in lists: Lists, except allowlist: Allowlist
  ) async throws -> String {
    String(decoding: allowlist.appended(to: try lists.json(of: output)), as: UTF8.self)
  }
}

// MARK: - Lists

/// The reason why there is no list, or no new one.
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
    case .damaged(let name): "\(name) does not match the manifest"
    case .badManifest: "the manifest has invalid file names"
    }
  }
}

/// The part of `manifest.json` that an app needs.
nonisolated struct Manifest: Decodable {
  struct Output: Decodable {
    let name: String
    /// An identifier that changes only when the content changes.
    let identifier: String
    let sha256: String
  }

  /// The outputs in the order in which to add them.
  let outputs: [Output]

  /// Parses a manifest. Its names come from a server and become file names, so they must be valid.
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

/// A folder with a manifest and the lists that it names.
nonisolated struct Lists {
  let folder: URL
  let manifestData: Data
  let manifest: Manifest

  init(in folder: URL, manifest data: Data? = nil) throws {
    self.folder = folder
    manifestData = try data ?? Data(contentsOf: folder.appending(path: "manifest.json"))
    manifest = try Manifest.read(manifestData)
  }

  /// Returns the bytes of a list, verified with the manifest.
  func json(of output: Manifest.Output) throws -> Data {
    for name in [Self.fileName(of: output), output.name] {
      let data = try? Data(contentsOf: folder.appending(path: name))
      if let data, data.sha256 == output.sha256 { return data }
    }
    throw ListProblem.damaged(output.name)
  }

  /// Returns a file name derived from the content, so that new lists do not overwrite the active ones.
  static func fileName(of output: Manifest.Output) -> String { "\(output.sha256).json" }
}

/// The source of lists: a directory written by `sluice build`, on a server and in the app.
nonisolated struct Subscription {
  /// The server. It must publish only lists for this app, because the app adds everything in the manifest.
  var server = URL(string: "https://OWNER.github.io/lists/")
  /// The folder `Lists` of the app's resources, for the first start and for devices without a network.
  var builtInFolder = Bundle.main.resourceURL?.appending(path: "Lists")
  /// The folder of the fetched lists.
  var folder = URL.applicationSupportDirectory.appending(path: "example.browser/Lists")

  func builtIn() throws -> Lists {
    guard let builtInFolder else { throw ListProblem.badManifest }
    return try Lists(in: builtInFolder)
  }

  func lastGood() throws -> Lists { try Lists(in: folder) }

  /// Fetches the lists of the server, verifies them and writes them to disk.
  ///
  /// Returns nil if they are unchanged, or if WebKit has rejected them.
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

  /// Stores compiled lists as the last good ones, and removes the files that only their predecessors needed.
  func keep(_ lists: Lists) throws {
    try lists.manifestData.write(to: folder.appending(path: "manifest.json"), options: .atomic)
    let needed = Set(lists.manifest.outputs.map(Lists.fileName(of:)) + ["manifest.json"])
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".json") && !needed.contains(name) {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }

  /// Records rejected lists, so that they are not fetched again until the server has other lists.
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

/// The sites without blocking and hiding. Each site includes its subdomains.
nonisolated struct Allowlist {
  var sites: Set<String>

  init(sites: [String]?) { self.sites = Set(sites ?? []) }

  /// Returns the site of a page, or nil if no pattern can name it.
  static func site(of url: URL?) -> String? {
    guard let host = url?.host(percentEncoded: true)?.lowercased(), !host.isEmpty,
      host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) })
    else { return nil }
    return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
  }

  /// The suffix of the identifiers of lists with this allowlist. If the sites change, so does the suffix, and
  /// the lists are compiled again.
  var suffix: String {
    sites.isEmpty ? "" : "-" + Data(sites.sorted().joined(separator: " ").utf8).sha256.prefix(16)
  }

  /// Returns a list with an exception at its end.
  ///
  /// The exception overrides the rules before it in its own list, so every list needs one. It counts toward
  /// the limit of 150,000 rules: build lists with `maximumRules: 149999`.
  ///
  /// The pattern is anchored. WebKit looks for an `if-domain` anywhere in the address of the page, so a page
  /// could pose as an allowed site with its query. The pattern also excludes user names before the host.
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

/// A web view and its state for the user interface.
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
      // The first page waits for the lists. That takes milliseconds if they are compiled.
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
