import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// How sources are read: which documents a list gets, in which order, and which are requested when.
@Suite struct SourceCollectorTests {
  private static let folder = "https://l.example/"

  /// A server with documents by name, in one folder.
  private final class Server: RemoteDocuments {
    private let pages: [String: String]
    private var results: [String: Result<ListDocument, BuildProblem>] = [:]
    /// The documents that were requested together.
    private(set) var requests: [[String]] = []
    private(set) var uses: [String: DocumentUse] = [:]
    private(set) var kept: Set<String> = []
    let warnings: [BuildProblem] = []

    init(_ pages: [String: String]) { self.pages = pages }

    func result(of url: String) -> Result<ListDocument, BuildProblem>? { results[url] }

    func load(_ documents: [RemoteDocument]) {
      requests.append(documents.map { name($0.url) })
      for document in documents {
        #expect(results[document.url] == nil, "\(document.url) is requested twice")
        uses[name(document.url)] = document.use
        let page = pages[name(document.url)].map { Array($0.utf8) }
        results[document.url] =
          page.map { .success(ListDocument(name: document.url, bytes: $0, sha256: document.url)) }
          ?? .failure(BuildProblem(document.url, message: "missing"))
      }
    }

    func keep(_ urls: Set<String>, of sources: [RemoteSource]) { kept = Set(urls.map(name)) }

    func lastGoodCopy(of source: RemoteSource) -> [String: ListDocument]? { nil }

    private func name(_ url: String) -> String {
      url.hasPrefix(folder) ? String(url.dropFirst(folder.count)) : url
    }
  }

  /// The result of a collector.
  private struct Reading {
    /// The documents of each source, by list.
    var lists: [[[String]]] = []
    var warnings: [String] = []
    var problems: [String] = []
    let server: Server
  }

  private static func source(_ name: String) -> SourceRecipe {
    SourceRecipe(.url(name.contains("://") ? name : folder + name))
  }

  /// Reads lists with sources at URLs; a list for each element of `sources`.
  private func read(
    _ sources: [[String]], _ pages: [String: String], maximumIncludes: Int = 100,
    _ change: (inout [ListRecipe]) -> Void = { _ in }
  ) -> Reading {
    var lists = sources.enumerated().map { number, names in
      ListRecipe(name: "list\(number)", sources: names.map(Self.source))
    }
    change(&lists)
    let server = Server(pages)
    var policy = FetchPolicy()
    policy.maximumIncludes = maximumIncludes
    let collector = SourceCollector(root: "/nowhere", policy: policy, remote: server)
    var reading = Reading(server: server)
    func short(_ text: String) -> String { text.replacing(Self.folder, with: "") }
    do throws(BuildFailure) {
      reading.lists = try collector.collect(lists).map { list in
        list.trees.map { $0.tree.documents.map { short($0.name) } }
      }
    } catch {
      reading.problems = error.problems.map { short("\($0.source) \($0.message)") }
    }
    reading.warnings = collector.warnings.map { short("\($0.source) \($0.message)") }
    return reading
  }

  @Test func documentOfTwoSourcesIsRequestedOnceAndReadByBoth() {
    let read = read(
      [["a", "b"]],
      ["a": "||a^\n!#include c\n", "b": "!#include c\n||b^\n", "c": "||c^\n!#include d\n", "d": "||d^\n"])
    #expect(read.lists == [[["a", "c", "d"], ["b", "c", "d"]]])
    #expect(read.server.requests == [["a", "b"], ["c"], ["d"]])
    #expect(read.server.kept == ["a", "b", "c", "d"] && read.problems.isEmpty && read.warnings.isEmpty)
  }

  @Test(arguments: [["a", "b"], ["b", "a"]]) func sourceCanBeAnIncludeOfAnother(order: [String]) {
    let pages = ["a": "!#include b\n||a^\n", "b": "||b^\n!#include c\n", "c": "||c^\n"]
    let trees = ["a": ["a", "b", "c"], "b": ["b", "c"]]
    let read = read([order, ["c"]], pages)
    #expect(read.lists == [order.compactMap { trees[$0] }, [["c"]]])
    #expect(read.server.requests == [order + ["c"]])
    #expect(read.server.uses == ["a": .list, "b": .list, "c": .list])
  }

  /// A document that is first requested as a part and then as a list is checked as a list.
  @Test func documentThatOneSourceUsesAsListIsCheckedAsList() {
    let read = read(
      [["a", "b"]],
      ["a": "||a^\n!#include c\n", "b": "! Redirect: \(Self.folder)c\n||b^\n", "c": "||c^\n"])
    #expect(read.lists == [[["a", "c"], ["c"]]])
    #expect(read.server.requests == [["a", "b"], ["c"]] && read.server.uses["c"] == .list)
  }

  @Test func includesInACircleFailOnlyTheirSource() {
    let pages = [
      "a": "||a^\n!#include b\n", "b": "||b^\n!#include a\n!#include never\n", "c": "||c^\n!#include b2\n",
      "b2": "||b2^\n",
    ]
    let failed = read([["a", "c"]], pages)
    #expect(failed.problems == ["b line 2 includes 'a', which includes it: the includes form a circle"])
    #expect(failed.server.requests == [["a", "c"], ["b", "b2"]] && failed.server.kept == ["c", "b2"])
    let without = read([["a", "c"]], pages) { $0[0].sources[0].isOptional = true }
    #expect(without.lists == [[["c", "b2"]]] && without.server.kept == ["c", "b2"])
    #expect(
      without.warnings == [
        "b line 2 includes 'a', which includes it: the includes form a circle; 'list0' is built without this optional source"
      ])
    // Each of the two is a source of its own, too.
    let both = read([["b"], ["a"]], pages)
    #expect(
      both.problems == [
        "a line 2 includes 'b', which includes it: the includes form a circle",
        "b line 2 includes 'a', which includes it: the includes form a circle",
      ])
    #expect(both.server.requests == [["b", "a"]] && both.server.kept.isEmpty)
  }

  @Test func includesAreReadDepthFirstAndOnce() {
    let read = read(
      [["a"]],
      [
        "a": "||a^\n!#include b\n!#include c\n!#include b\n", "b": "||b^\n!#include d\n",
        "c": "||c^\n!#include x\n", "d": "||d^\n!#include x\n", "x": "||x^\n",
      ])
    #expect(read.lists == [[["a", "b", "d", "x", "c"]]])
    #expect(read.server.requests == [["a"], ["b", "c"], ["d", "x"]])
  }

  /// URLs that differ as written are different documents, but an include is compared in normal form.
  @Test func sourcesAtOneURLInTwoSpellings() {
    let page = "||a^\n!#include ./b\n!#include b\n!#include https://L.example/b\n"
    let read = read(
      [["a", "HTTPS://L.example/a"], ["HTTPS://L.example/a"]],
      ["a": page, "HTTPS://L.example/a": page, "b": "||b^\n"])
    #expect(read.problems == [])
    #expect(read.lists == [[["a", "b"], ["HTTPS://L.example/a", "b"]], [["HTTPS://L.example/a", "b"]]])
    #expect(read.server.requests == [["a", "HTTPS://L.example/a"], ["b"]])
  }

  @Test func repeatedSourceIsReadOnce() {
    let read = read([["a", "a"], ["a"]], ["a": "||a^\n"])
    #expect(read.lists == [[["a"]], [["a"]]] && read.server.requests == [["a"]])
    #expect(read.warnings == ["a is a source of 'list0' more than once, and is read once"])
  }

  /// A list can be a source and a file of exceptions, patterns or surrogates in one build.
  @Test func documentCanHaveSeveralUses() throws {
    let read = read([["a"], ["b"]], ["a": "||a^\n", "b": "||b^\n!#include a\n", "tds": "{}"]) { lists in
      lists[0].excludeFiles = [Self.folder + "b"]
      lists[1].sources[0].includeFiles = [Self.folder + "a"]
      lists[0].trackers = ListRecipe.Trackers(
        blocklist: .url(Self.folder + "tds"), exceptions: [.url(Self.folder + "a")])
    }
    #expect(read.lists == [[["a"]], [["b", "a"]]] && read.problems.isEmpty)
    #expect(read.server.requests == [["a", "tds", "b"]])
    #expect(read.server.uses == ["a": .list, "b": .list, "tds": .trackerRadar])
  }

  /// Conditions of one list can include what those of another list leave out.
  @Test func includesDependOnConstantsOfList() {
    let read = read(
      [["a"], ["a"]],
      ["a": "!#if env_x\n!#include b\n!#else\n!#include c\n!#endif\n||a^\n", "b": "||b^\n", "c": "||c^\n"]
    ) { $0[1].constants.insert("env_x") }
    #expect(read.lists == [[["a", "c"]], [["a", "b"]]])
    #expect(read.server.requests == [["a"], ["c", "b"]])
  }

  /// For a source with a problem, nothing more is requested, but what others request is read too.
  @Test func faultySourceRequestsNothingMore() {
    let pages = ["a": "||a^\n!#include b\n!#include ../x\n", "b": "!#include ../y\n||b^\n", "c": "<html>"]
    let alone = read([["a"]], pages)
    #expect(alone.server.requests == [["a"]] && alone.server.kept.isEmpty)
    #expect(alone.problems == ["a line 3 includes '../x', which is outside its folder"])
    let others = read([["a"], ["b"], ["missing", "c"]], pages)
    #expect(others.server.requests == [["a", "b", "missing", "c"]])
    #expect(
      others.problems == [
        "b line 1 includes '../y', which is outside its folder",
        "a line 3 includes '../x', which is outside its folder", "missing missing",
        "c is an HTML page, not a filter list",
      ])
  }

  @Test func includesAreLimited() {
    let pages = ["a": "||a^\n!#include b\n!#include c\n!#include d\n", "b": "||b^\n", "c": "||c^\n"]
    let read = read([["a"], ["b"]], pages, maximumIncludes: 2)
    #expect(read.problems == ["a line 4 includes 'd', but 'a' includes more than 2 lists"])
    #expect(read.server.requests == [["a", "b"]] && read.server.kept == ["b"])
  }

  @Test func redirectsAreFollowed() {
    let pages = [
      "a": "! Redirect: b\n||a^\n", "b": "! Redirect: \(Self.folder)c\n||b^\n", "c": "||c^\n!#include d\n",
      "d": "||d^\n", "e": "! Redirect: a\n||e^\n", "f": "! Redirect: missing\n||f^\n",
    ]
    let read = read([["a", "e"], ["c", "f"]], pages)
    #expect(read.lists == [[["c", "d"], ["c", "d"]], [["c", "d"], ["f"]]])
    #expect(read.server.requests == [["a", "e", "c", "f"], ["b", "d", "missing"]])
    #expect(read.warnings == ["f is redirected to 'missing', which failed: missing"])
  }

  /// Each source of a list that has no filter is one problem.
  @Test func emptySourcesAreReported() {
    let pages = ["a": "! Title: x\n", "b": "! x\n!#include c\n", "c": "! y\n"]
    let read = read([["a", "b"]], pages)
    #expect(read.problems == ["a has no filter", "b has no filter"])
    #expect(read.server.kept.isEmpty)
    let optional = self.read([["a"]], pages) { $0[0].sources[0].isOptional = true }
    #expect(optional.problems == ["list0 has no source: none of its optional sources can be read"])
  }

  /// The names of surrogates are known when the blocklist is.
  @Test func surrogatesAreRequestedAfterTheBlocklist() throws {
    let tds = #"""
      {"trackers": {"x.example": {"domain": "x.example", "default": "block",
        "owner": {"name": "X"}, "rules": [{"rule": "x\\.example/s", "surrogate": "s.js"}]}},
        "entities": {}, "domains": {}, "cnames": {}}
      """#
    let read = read([["a"]], ["a": "||a^\n!#include b\n", "b": "||b^\n", "tds": tds]) { lists in
      lists[0].trackers = ListRecipe.Trackers(
        blocklist: .url(Self.folder + "tds"), exceptions: [], surrogates: .url(Self.folder))
    }
    #expect(read.server.requests == [["a", "tds"], ["b", "s.js"]])
    #expect(read.problems.isEmpty && read.server.kept == ["a", "b", "tds", "s.js"])
  }
}
