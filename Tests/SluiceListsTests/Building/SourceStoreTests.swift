import Foundation
import SluiceSystem
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// When servers are asked, which responses are accepted, and which copies are used instead.
@Suite struct SourceStoreTests {
  private static let url = "https://lists.example/a.txt"
  private static let list = "! Expires: 4 days\n||ads.example^\n||b.example^\n"
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  /// Returns a store after a request for its list, answered with `body` or with `event`.
  private func load(
    _ answer: Answer, mode: FetchMode = .always, believes: Bool = false, use: DocumentUse = .list,
    keeps: Bool = true
  ) throws -> (result: Result<ListDocument, BuildProblem>, store: SourceStore, asked: [SourceRequest]) {
    let server = Server(answer)
    let settings = SourceStore.Settings(policy: FetchPolicy(), mode: mode, believesShrunkLists: believes)
    let store = try SourceStore(cache: temporary.path("cache"), settings: settings, transport: server)
    store.load([RemoteDocument(url: Self.url, use: use)])
    if keeps { store.keep([Self.url], of: []) }
    return (try #require(store.result(of: Self.url)), store, server.asked)
  }

  private static func text(_ result: Result<ListDocument, BuildProblem>) -> String? {
    (try? result.get()).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private static func problem(_ result: Result<ListDocument, BuildProblem>) -> String? {
    guard case .failure(let problem) = result else { return nil }
    return problem.message
  }

  @Test func sourceIsFetchedOnceAndCached() throws {
    let first = try load(.body(Self.list, etag: "\"1\""))
    #expect(Self.text(first.result) == Self.list && first.asked.map(\.etag) == [nil])
    // The copy is fresh for four days.
    let second = try load(.failure("no network"), mode: .whenExpired)
    #expect(Self.text(second.result) == Self.list && second.asked.isEmpty && second.store.warnings.isEmpty)
    #expect(try second.result.get().isStale == false)
    let third = try load(.unchanged)
    #expect(Self.text(third.result) == Self.list && third.asked.map(\.etag) == ["\"1\""])
  }

  /// A source with a faulty part is not kept, as if it had never been fetched.
  @Test func unkeptSourceIsNotCached() throws {
    _ = try load(.body(Self.list), keeps: false)
    let later = try load(.failure("x"), mode: .never)
    #expect(Self.problem(later.result) == "it is not in the cache")
  }

  @Test func failedFetchUsesLastGoodCopy() throws {
    _ = try load(.body(Self.list))
    for answer in [
      Answer.failure("the server says 500"), .body(""), .body("<!doctype html><p>Error"),
      .body("! nothing\n"),
      .body("||ads.example^\n"), .body("\u{1f}\u{0}"), .nothing,
    ] {
      let (result, store, _) = try load(answer)
      #expect(Self.text(result) == Self.list, "\(answer)")
      guard case .fallback = try result.get().origin else {
        Issue.record("\(answer)")
        continue
      }
      #expect(try result.get().isStale && store.warnings.isEmpty)
    }
    // The copy is still there.
    #expect(Self.text(try load(.failure("x"), mode: .never).result) == Self.list)
  }

  @Test func believedShrunkListReplacesCopy() throws {
    _ = try load(.body(Self.list))
    let smaller = "||ads.example^\n"
    #expect(Self.text(try load(.body(smaller), believes: true).result) == smaller)
    #expect(Self.text(try load(.failure("x"), mode: .never).result) == smaller)
  }

  @Test func failedFetchWithoutCopyIsError() throws {
    for (answer, message) in [
      (Answer.failure("the server says 404"), "the server says 404"), (.nothing, "it was not fetched"),
      (.unchanged, "the server answered that it is unchanged, but there is no stored copy"),
      (.body("<html>"), "the server sent an HTML page instead of a list"),
    ] {
      #expect(Self.problem(try load(answer).result) == message)
    }
  }

  @Test func damagedCopyIsErrorOffline() throws {
    _ = try load(.body(Self.list))
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: temporary.path("cache")).first)
    let text = try #require(temporary.text(of: "cache/\(name)"))
    try temporary.write(text.replacing("ads", with: "adz"), to: "cache/\(name)")
    #expect(Self.problem(try load(.failure("x"), mode: .never).result) == "its copy in the cache is damaged")
    #expect(Self.problem(try load(.failure("x")).result) == "x")
  }

  /// A fetch leaves only the copy in the cache, and no message contains a secret of the URL.
  @Test func fetchLeavesOnlyCachedCopy() throws {
    _ = try load(.body(Self.list))
    _ = try load(.body("<html>"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path("cache")).count == 1)
  }

  /// The response of a server.
  enum Answer: Sendable {
    case body(String, etag: String? = nil)
    case unchanged
    case failure(String)
    /// The fetching process ended without output.
    case nothing
  }

  private final class Server: SourceTransport {
    private let answer: Answer
    private(set) var asked: [SourceRequest] = []

    init(_ answer: Answer) { self.answer = answer }

    func fetch(_ requests: [SourceRequest]) -> [FetchEvent] {
      asked += requests
      return requests.compactMap { request in
        switch answer {
        case .body(let text, let etag):
          _ = FileManager.default.createFile(atPath: request.path, contents: Data(text.utf8))
          var event = FetchEvent(.fetched, url: request.url)
          event.etag = etag
          return event
        case .unchanged: return FetchEvent(.unchanged, url: request.url)
        case .failure(let message):
          var event = FetchEvent(.failed, url: request.url)
          event.message = message
          return event
        case .nothing: return nil
        }
      }
    }
  }
}
