import Foundation
import SluiceSystem
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// The last good copy of a list with everything that it includes, which stands in for a broken list.
@Suite struct LastGoodCopyTests {
  private static let folder = "https://l.example/x/"
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  /// The lists of a server by name, each with its version in each filter.
  private static func pages(_ version: Int) -> [String: String] {
    [
      "a": "||a\(version).example^\n!#include b\n!#include sub/c\n",
      "b": "||b\(version).example^\n! text\n!#include d\n", "sub/c": "||c\(version).example^\n",
      "d": "||d\(version).example^\n",
    ]
  }

  /// The result of reading lists from a server.
  private struct Reading {
    /// The first line of each document of each list.
    var lists: [[String]] = []
    var warnings: [String] = []
    var problems: [String] = []
  }

  private func read(
    _ pages: [String: String], _ lists: [ListRecipe] = [recipe()], mode: FetchMode = .always,
    maximumIncludes: Int = 100, cache: String = "cache"
  ) throws -> Reading {
    var policy = FetchPolicy()
    policy.maximumIncludes = maximumIncludes
    let store = try SourceStore(
      cache: temporary.path(cache), settings: .init(policy: policy, mode: mode, believesShrunkLists: true),
      transport: Server(pages))
    let collector = SourceCollector(root: "/nowhere", policy: policy, remote: store)
    var reading = Reading()
    func short(_ problem: BuildProblem) -> String {
      "\(problem.source): \(problem.message)".replacing(Self.folder, with: "")
    }
    do throws(BuildFailure) {
      reading.lists = try collector.collect(lists).map { list in
        list.trees.flatMap { $0.tree.documents }.map { document in
          String(decoding: document.bytes.prefix { $0 != 0x0a }, as: UTF8.self)
        }
      }
    } catch {
      reading.problems = error.problems.map(short)
    }
    reading.warnings = collector.warnings.map(short)
    return reading
  }

  private static func recipe(_ name: String = "ads", _ source: String = "a") -> ListRecipe {
    ListRecipe(name: name, sources: [SourceRecipe(.url(folder + source))])
  }

  private static func lines(_ version: Int) -> [String] {
    ["a", "b", "d", "c"].map { "||\($0)\(version).example^" }
  }

  /// The faults of the second version: its changed documents, where nil is missing, and the problem.
  private static let faults: [(pages: [String: String?], problem: String)] = [
    (["b": nil], "a: line 2 includes 'b', which cannot be read: the server answered 404"),
    (["d": nil], "b: line 3 includes 'd', which cannot be read: the server answered 404"),
    (["d": "<html>"], "b: line 3 includes 'd', which cannot be read: the server sent an HTML page"),
    (["d": ""], "b: line 3 includes 'd', which cannot be read: the server sent an empty list"),
    (["a": "||a2^\n!#include new\n"], "a: line 2 includes 'new', which cannot be read: the server answered"),
    (
      ["a": "||a2^\n%include x:new%\n"], "a: line 2 includes 'new', which cannot be read: the server answered"
    ),
    (
      ["a": "||a2^\n||a^\n!#include a\n"],
      "a: line 3 includes 'a', which includes it: the includes form a circle"
    ),
    (["d": "||d2^\n!#include b\n"], "d: line 2 includes 'b', which includes it: the includes form a circle"),
    (
      ["b": "!#include https://other.example/x\n||b2^"],
      "b: line 1 includes 'https://other.example/x', which is from another origin"
    ),
    (["sub/c": "||c2^\n!#include ../d"], "sub/c: line 2 includes '../d', which is outside its folder"),
    (["d": "||d2^\n!#include"], "d: line 2 includes '', which is empty"),
    (
      ["b": "||b2^\n" + (0..<9).map { "!#include n\($0)\n" }.joined()],
      "b: line 9 includes 'n7', but 'a' includes more than 8 lists"
    ),
    (
      Dictionary(
        uniqueKeysWithValues: (0..<20).map { ($0 == 0 ? "d" : "n\($0)", "||n^\n!#include n\($0 + 1)\n") }),
      "is too deep: at most 16 lists can include one another"
    ),
    (
      ["a": "||a2^\n!#include moved\n", "moved": "to /elsewhere"],
      "a: line 2 includes 'moved', which the server redirects to"
    ),
    (["a": "! nothing\n!#include b\n", "b": "! nothing\n"], "a: has no filter"),
    (["a": "<html>"], "a: the server sent an HTML page instead of a list; 'ads' is"),
    (["a": nil], "a: the server answered 404; 'ads' is"),
  ]

  @Test(arguments: faults.indices, [false, true])
  func brokenListIsReadFromItsLastGoodCopy(fault: Int, isOptional: Bool) throws {
    let (changes, problem) = Self.faults[fault]
    var recipe = Self.recipe()
    recipe.sources[0].isOptional = isOptional
    #expect(try read(Self.pages(1), [recipe]).lists == [Self.lines(1)])
    var pages = Self.pages(2)
    for (name, page) in changes { pages[name] = page }
    for _ in 0..<2 {
      let broken = try read(pages, [recipe], maximumIncludes: fault == 12 ? 100 : 8)
      #expect(broken.lists == [Self.lines(1)] && broken.problems.isEmpty, "\(broken)")
      let warning = broken.warnings.only ?? "\(broken.warnings)"
      #expect(warning.contains(problem))
      #expect(warning.hasSuffix("; 'ads' is built with the last good copy of 'a'"), "\(warning)")
    }
    // Without a copy, it stays an error.
    let cause = problem.prefix { $0 != ";" }
    let first = try read(pages, [recipe], maximumIncludes: fault == 12 ? 100 : 8, cache: "other")
    #expect(first.lists.isEmpty && first.problems.count == 1)
    #expect((isOptional ? first.warnings : first.problems).only?.contains(cause) == true, "\(first)")
    #expect(isOptional == (first.problems.first?.hasPrefix("ads: has no source") == true))
    // A list that is right again becomes the last good copy.
    #expect(try read(Self.pages(3), [recipe]).lists == [Self.lines(3)])
    #expect(try read([:], [recipe]).lists == [Self.lines(3)])
  }

  /// The lists of a killed build are of one version, whichever of its files it has replaced.
  @Test func killedBuildLeavesNoMixOfVersions() throws {
    func files() throws -> [String: [UInt8]] {
      let names = Pathname.names(in: temporary.path("cache"))
      return try Dictionary(
        uniqueKeysWithValues: names.map {
          ($0, try OpenFile.contents(of: temporary.path("cache/\($0)")))
        })
    }
    _ = try read(Self.pages(1))
    let first = try files()
    _ = try read(Self.pages(2))
    let second = try files()
    #expect(first.count == 5 && first.keys == second.keys)
    for subset in 0..<(1 << first.count) {
      for (index, name) in first.keys.sorted().enumerated() {
        let content = subset >> index & 1 == 0 ? first[name] : second[name]
        try Data(content ?? []).write(to: URL(filePath: temporary.path("cache/\(name)")))
      }
      for (pages, mode) in [
        ([:], FetchMode.never), ([:], .always), (Self.pages(3).filter { $0.key != "d" }, .always),
      ] {
        let lists = try read(pages, mode: mode).lists
        #expect([[Self.lines(1)], [Self.lines(2)]].contains(lists), "\(subset): \(lists)")
      }
    }
  }

  /// A document that another source has in a newer version does not become part of the older copy.
  @Test func sharedIncludeKeepsItsVersionInEachCopy() throws {
    let lists = [Self.recipe(), Self.recipe("other", "b")]
    #expect(try read(Self.pages(1), lists).lists == [Self.lines(1), ["||b1.example^", "||d1.example^"]])
    var pages = Self.pages(2)
    pages["sub/c"] = nil
    for mode in [FetchMode.always, .never] {
      let broken = try read(pages, lists, mode: mode)
      #expect(broken.lists == [Self.lines(1), ["||b2.example^", "||d2.example^"]])
    }
  }

  /// Which lists are included depends on the names that are true, and so does the copy.
  @Test func copyIsOneOfTheSameConstants() throws {
    var other = Self.recipe("other")
    other.constants.insert("env_x")
    func pages(_ version: Int) -> [String: String] {
      [
        "a": "||a\(version)^\n!#if env_x\n!#include b\n!#else\n!#include d\n!#endif\n",
        "b": "||b\(version)^\n",
        "d": "||d\(version)^\n",
      ]
    }
    let lists = [Self.recipe(), other]
    #expect(try read(pages(1), lists).lists == [["||a1^", "||d1^"], ["||a1^", "||b1^"]])
    var broken = pages(2)
    broken["d"] = nil
    let reading = try read(broken, lists)
    #expect(reading.lists == [["||a1^", "||d1^"], ["||a2^", "||b2^"]])
    #expect(
      reading.warnings == [
        "a: line 5 includes 'd', which cannot be read: the server answered 404;"
          + " 'ads' is built with the last good copy of 'a'"
      ])
  }

  /// A list that stops including others is not read with its former includes.
  @Test func listWithoutIncludesReplacesCopyWithIncludes() throws {
    _ = try read(Self.pages(1))
    #expect(try read(["a": "||alone^\n"]).lists == [["||alone^"]])
    #expect(Pathname.names(in: temporary.path("cache")).allSatisfy { $0.hasSuffix(".list") })
    #expect(try read(["a": "||new^\n!#include gone\n"]).lists == [["||alone^"]])
  }

  /// The copy of a list at another place than its source names is that of the place that it leads to.
  @Test func redirectedListHasALastGoodCopy() throws {
    let lead = "! Redirect: a\n||old.example^\n"
    let lists = [Self.recipe("ads", "r")]
    #expect(try read(Self.pages(1).merging(["r": lead]) { $1 }, lists).lists == [Self.lines(1)])
    let broken = Self.pages(2).filter { $0.key != "d" }.merging(["r": lead]) { $1 }
    #expect(try read(broken, lists).lists == [Self.lines(1)])
  }

  /// A server with pages by name. `to …` is a redirect to a page without filters of its own.
  private final class Server: SourceTransport {
    private let pages: [String: String]

    init(_ pages: [String: String]) { self.pages = pages }

    func fetch(_ requests: [SourceRequest]) -> [FetchEvent] {
      requests.map { request in
        guard let page = pages[request.url.replacing(folder, with: "")] else {
          return FetchEvent(.failed, url: request.url, message: "the server answered 404")
        }
        var event = FetchEvent(.fetched, url: request.url)
        let isMoved = page.hasPrefix("to ")
        if isMoved { event.location = "https://l.example\(page.dropFirst(3))" }
        _ = FileManager.default.createFile(
          atPath: request.path, contents: Data((isMoved ? "||moved^\n" : page).utf8))
        return event
      }
    }
  }
}

extension Array {
  /// The only element; nil if it is empty or has several.
  fileprivate var only: Element? { count == 1 ? first : nil }
}
