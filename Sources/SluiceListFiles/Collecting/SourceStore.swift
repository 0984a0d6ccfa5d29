#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceSystem

/// When to ask servers for newer sources.
package enum FetchMode: Hashable, Sendable {
  /// Only if the cached copy has expired.
  case whenExpired
  /// Always, even if the cached copy is fresh.
  case always
  /// Never: only cached copies are used.
  case never
}

/// A transport that fetches bodies.
package protocol SourceTransport: AnyObject {
  /// Fetches several URLs at once. Returns one event per request, without progress events.
  func fetch(_ requests: [SourceRequest]) -> [FetchEvent]
}

/// A store of lists at URLs. Fresh lists come from the cache, others from the network. If fetching fails, the
/// last good copy is used.
package final class SourceStore: RemoteDocuments {
  package struct Settings {
    /// The limits and retries from the build file.
    package var policy: FetchPolicy
    /// When to ask servers.
    package var mode: FetchMode
    /// Whether to accept a list that is much smaller than its cached copy.
    package var believesShrunkLists: Bool
    /// The hosts that the build file names. Only these may be in the local network.
    package var namedHosts: Set<String>

    package init(
      policy: FetchPolicy, mode: FetchMode, believesShrunkLists: Bool = false, namedHosts: Set<String> = []
    ) {
      (self.policy, self.mode) = (policy, mode)
      (self.believesShrunkLists, self.namedHosts) = (believesShrunkLists, namedHosts)
    }
  }

  private let cache: SourceCache
  private let settings: Settings
  private let transport: any SourceTransport
  private var results: [String: Result<ListDocument, BuildProblem>] = [:]
  /// Fetched documents that are not yet stored in the cache.
  private var fetched: [String: (header: SourceCache.Header, bytes: [UInt8])] = [:]

  /// Warnings about documents that could not be stored.
  package private(set) var warnings: [BuildProblem] = []

  /// How long a list stays fresh if its header does not specify that.
  private static let defaultLifetime = Duration.seconds(24 * 3600)

  /// Creates a store with a cache in a folder.
  package init(
    cache folder: String, settings: Settings, transport: any SourceTransport
  ) throws(BuildProblem) {
    do throws(SystemError) {
      cache = try SourceCache(folder)
    } catch {
      throw BuildProblem(
        folder, message: "cannot create the cache: \(error)", advice: "name another with --cache")
    }
    (self.settings, self.transport) = (settings, transport)
  }

  package func result(of url: String) -> Result<ListDocument, BuildProblem>? { results[url] }

  package func load(_ documents: [RemoteDocument]) {
    var requests: [SourceRequest] = []
    var copies: [String: SourceCache.Entry] = [:]
    var uses: [String: DocumentUse] = [:]
    for document in documents where results[document.url] == nil {
      let url = document.url
      do throws(SourceCache.Absence) {
        let copy = try cache.entry(of: url)
        let isFresh = Self.isFresh(copy)
        if settings.mode == .never || settings.mode == .whenExpired && isFresh {
          results[url] = .success(Self.document(copy, origin: .stored(isExpired: !isFresh)))
          continue
        }
        copies[url] = copy
      } catch {
        guard settings.mode != .never else {
          let reason = error == .missing ? "it is not in the cache" : "its copy in the cache is damaged"
          results[url] = .failure(BuildProblem(url, message: reason, advice: "build once without --offline"))
          continue
        }
      }
      uses[url] = document.use
      requests.append(request(document, copy: copies[url]))
    }
    guard !requests.isEmpty else { return }
    let events = Dictionary(transport.fetch(requests).map { ($0.url, $0) }) { first, _ in first }
    for request in requests {
      let (event, copy) = (events[request.url], copies[request.url])
      results[request.url] = result(of: request, for: uses[request.url] ?? .list, event, copy: copy)
      Pathname.remove(request.path)
    }
  }

  private func request(_ document: RemoteDocument, copy: SourceCache.Entry?) -> SourceRequest {
    let policy = settings.policy
    return SourceRequest(
      url: document.url, etag: copy?.header.etag, lastModified: copy?.header.lastModified,
      path: cache.temporaryPath(),
      idleTimeout: policy.idleTimeout, totalTimeout: policy.totalTimeout, retries: policy.retries,
      maximumBytes: policy.maximumBytes, concurrency: policy.concurrency,
      namedHosts: settings.namedHosts.sorted(), needsEncryption: document.use == .script)
  }

  private func result(
    of request: SourceRequest, for use: DocumentUse, _ event: FetchEvent?, copy: SourceCache.Entry?
  ) -> Result<ListDocument, BuildProblem> {
    let url = request.url
    switch (event?.kind, copy) {
    case (.unchanged, let copy?):
      cache.touch(url)
      return .success(Self.document(copy, origin: .current))
    case (.unchanged, nil):
      return .failure(
        BuildProblem(url, message: "the server answered that it is unchanged, but there is no stored copy"))
    case (.fetched, _):
      do throws(SystemError) {
        let bytes = ListText(of: try OpenFile.contents(of: request.path, followingLinks: false)).bytes
        let digest = SHA256Hasher.digest(of: bytes).description
        let header = SourceCache.Header(
          url: url, etag: event?.etag, lastModified: event?.lastModified, location: event?.location,
          sha256: digest, bytes: bytes.count)
        var document = Self.document(SourceCache.Entry(header: header, bytes: bytes), origin: .current)
        let problem = BodyCheck.problem(
          of: &document, for: use, previous: settings.believesShrunkLists ? nil : copy?.bytes.count,
          minimumShare: settings.policy.minimumShare)
        if let problem { return standIn(copy, url: url, problem: problem) }
        fetched[url] = (header, bytes)
        return .success(document)
      } catch {
        return standIn(copy, url: url, problem: "cannot read the fetched file: \(error.reasonNotRead)")
      }
    case (.failed, _), (.progress, _), (.retry, _), (nil, _):
      return standIn(copy, url: url, problem: event?.message ?? "it was not fetched")
    }
  }

  package func keep(_ urls: Set<String>, of sources: [RemoteSource]) {
    // A killed build leaves either the former copy of a source or the new one, and never a mix of them.
    for source in sources where source.documents.count > 1 {
      store(source.url) { () throws(SystemError) in try cache.store(entries(of: source), of: source) }
    }
    for (url, (header, bytes)) in fetched.sorted(by: { $0.key < $1.key }) where urls.contains(url) {
      store(url) { () throws(SystemError) in
        try cache.store(SourceCache.Entry(header: header, bytes: bytes))
      }
      fetched[url] = nil
    }
    for source in sources where source.documents.count == 1 { cache.removeCopy(of: source) }
  }

  private func store(_ url: String, action: () throws(SystemError) -> Void) {
    do throws(SystemError) {
      try action()
    } catch {
      // The list is usable anyway.
      warnings.append(BuildProblem(url, message: "was fetched, but the cache cannot keep it: \(error)"))
    }
  }

  /// Returns the documents of a source, the list itself first.
  private func entries(of source: RemoteSource) -> [SourceCache.Entry] {
    let urls = [source.url] + source.documents.subtracting([source.url]).sorted()
    return urls.compactMap { url in
      guard case .success(let document)? = results[url] else { return nil }
      let header = SourceCache.Header(
        url: url, etag: document.etag, location: document.location, sha256: document.sha256,
        bytes: document.bytes.count)
      return SourceCache.Entry(header: header, bytes: document.bytes)
    }
  }

  package func lastGoodCopy(of source: RemoteSource) -> [String: ListDocument]? {
    var entries = try? cache.entries(of: source)
    // A list that includes nothing has only its own copy.
    if entries == nil { entries = (try? cache.entry(of: source.url)).map { [$0] } }
    guard let entries else { return nil }
    let documents = entries.map { ($0.header.url, Self.document($0, origin: .stored(isExpired: true))) }
    return Dictionary(documents) { first, _ in first }
  }

  /// Returns the last good copy of a list that could not be fetched.
  private func standIn(
    _ copy: SourceCache.Entry?, url: String, problem: String
  ) -> Result<ListDocument, BuildProblem> {
    guard let copy else {
      return .failure(BuildProblem(url, message: problem, advice: "there is no stored copy to use instead"))
    }
    return .success(Self.document(copy, origin: .fallback(reason: problem)))
  }

  private static func document(_ entry: SourceCache.Entry, origin: ListDocument.Origin) -> ListDocument {
    let header = entry.header
    var document = ListDocument(name: header.url, bytes: entry.bytes, sha256: header.sha256)
    document.etag = header.etag
    document.location = header.location
    document.origin = origin
    return document
  }

  private static func isFresh(_ copy: SourceCache.Entry) -> Bool {
    let lifetime = ListMetadata(parsing: copy.bytes).expires ?? defaultLifetime
    // The time of the copy is untrusted and can be any number.
    let (age, overflow) = Int64(Date().timeIntervalSince1970).subtractingReportingOverflow(copy.time)
    return !overflow && age >= 0 && age < lifetime.components.seconds
  }
}
