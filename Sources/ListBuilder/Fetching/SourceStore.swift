import Foundation

/// Whether sources are asked for.
public enum FetchMode: Hashable, Sendable {
  /// When the copy has expired.
  case whenExpired
  /// Always, and whatever comes is believed however small it is.
  case always
  /// Never.
  case never
}

/// Fetches bodies.
package protocol SourceTransport: AnyObject {
  /// Fetches, several at once; one event for each request, none of them of progress.
  func fetch(_ requests: [FetchRequest]) -> [FetchEvent]
}

/// Lists at URLs: from the cache while they are fresh, else from the network, else the last good copy.
package final class SourceStore: RemoteDocuments {
  private let cache: SourceCache
  private let policy: FetchPolicy
  private let mode: FetchMode
  private let transport: any SourceTransport
  private var results: [String: Result<ListDocument, BuildProblem>] = [:]

  /// Why copies had to stand in for lists, in the order of the URLs as they were asked for.
  package private(set) var warnings: [BuildProblem] = []

  /// How long a list is fresh that does not say it.
  private static let defaultLifetime = Duration.seconds(24 * 3600)

  /// A store with a cache in a folder.
  package init(
    cache folder: String, policy: FetchPolicy, mode: FetchMode, transport: any SourceTransport
  ) throws(BuildProblem) {
    do throws(SystemError) {
      cache = try SourceCache(folder)
    } catch {
      throw BuildProblem(folder, "the cache cannot be made: \(error)", advice: "name another with --cache")
    }
    (self.policy, self.mode, self.transport) = (policy, mode, transport)
  }

  package func result(of url: String) -> Result<ListDocument, BuildProblem>? { results[url] }

  package func load(_ urls: [String]) {
    var requests: [FetchRequest] = []
    var copies: [String: SourceCache.Entry] = [:]
    for url in urls where results[url] == nil {
      let copy = cache.entry(of: url)
      if let copy, mode == .never || mode == .whenExpired && Self.isFresh(copy) {
        results[url] = .success(Self.document(copy, isStale: !Self.isFresh(copy)))
        continue
      }
      guard mode != .never else {
        results[url] = .failure(
          BuildProblem(url, "is not in the cache", advice: "build once without --offline"))
        continue
      }
      copies[url] = copy
      requests.append(request(url, copy))
    }
    guard !requests.isEmpty else { return }
    let events = Dictionary(transport.fetch(requests).map { ($0.url, $0) }) { first, _ in first }
    for request in requests {
      let event = events[request.url]
      results[request.url] = result(of: request, event, copies[request.url])
      unlink(request.path)
    }
  }

  private func request(_ url: String, _ copy: SourceCache.Entry?) -> FetchRequest {
    FetchRequest(
      url: url, etag: copy?.header.etag, lastModified: copy?.header.lastModified, path: cache.temporaryPath(),
      idleTimeout: policy.idleTimeout, totalTimeout: policy.totalTimeout, retries: policy.retries,
      maximumBytes: policy.maximumBytes, concurrency: policy.concurrency)
  }

  private func result(
    of request: FetchRequest, _ event: FetchEvent?, _ copy: SourceCache.Entry?
  ) -> Result<ListDocument, BuildProblem> {
    let url = request.url
    switch (event?.kind, copy) {
    case (.unchanged, let copy?):
      cache.touch(url)
      return .success(Self.document(copy, isStale: false))
    case (.unchanged, nil):
      return .failure(BuildProblem(url, "the server says that it is unchanged, but there is no copy of it"))
    case (.fetched, _):
      do throws(SystemError) {
        let bytes = try FileDescriptor.contents(of: request.path)
        let problem = BodyCheck.problem(
          of: bytes, previous: mode == .always ? nil : copy?.bytes.count, minimumShare: policy.minimumShare)
        if let problem { return standIn(copy, url, problem) }
        let digest = SHA256.digest(of: bytes).description
        try cache.store(
          bytes,
          SourceCache.Header(
            url: url, etag: event?.etag, lastModified: event?.lastModified, sha256: digest, bytes: bytes.count
          ))
        var document = ListDocument(name: url, bytes: bytes, sha256: digest)
        document.etag = event?.etag
        return .success(document)
      } catch {
        return standIn(copy, url, "the cache cannot be written: \(error)")
      }
    default:
      return standIn(copy, url, event?.message ?? "it was not fetched")
    }
  }

  /// The last good copy in place of a list that could not be had.
  private func standIn(
    _ copy: SourceCache.Entry?, _ url: String, _ problem: String
  ) -> Result<ListDocument, BuildProblem> {
    guard let copy else {
      return .failure(BuildProblem(url, problem, advice: "there is no earlier copy of it to use instead"))
    }
    warnings.append(BuildProblem(url, "\(problem); its last good copy is used"))
    return .success(Self.document(copy, isStale: true))
  }

  private static func document(_ copy: SourceCache.Entry, isStale: Bool) -> ListDocument {
    var document = ListDocument(name: copy.header.url, bytes: copy.bytes, sha256: copy.header.sha256)
    document.etag = copy.header.etag
    document.isStale = isStale
    return document
  }

  private static func isFresh(_ copy: SourceCache.Entry) -> Bool {
    let lifetime = ListMetadata(of: copy.bytes).expires ?? defaultLifetime
    let age = Int64(Date().timeIntervalSince1970) - copy.time
    return age >= 0 && age < lifetime.components.seconds
  }
}
