import Foundation
import SluiceConversion
import SluiceRules
import SluiceSyntax
import SluiceSystem
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// The list as text: what it contains, and that it gives the rules of the build.
@Suite struct TextListTests {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  /// Builds a list of the files that have no `.part` in their names. Returns its text and the warnings.
  private func build(
    _ files: [(name: String, text: String)], _ change: (inout ListRecipe) -> Void = { _ in }
  ) throws -> (text: String, warnings: [String]) {
    for file in files { try temporary.write(file.text, to: file.name) }
    let names = files.map(\.name).filter { !$0.contains(".part") }
    var recipe = ListRecipe(name: "ads", sources: names.map { SourceRecipe(.file($0)) })
    recipe.makesTextList = true
    recipe.split = ListRecipe.Split.none
    change(&recipe)
    let settings = Build.Settings(root: temporary.path, output: temporary.path("public"), threads: 1)
    let summary = try Build(BuildFile(lists: [recipe]), settings: settings, remote: NoRemoteDocuments()).run()
    let text = try #require(temporary.text(of: "public/ads.txt"))
    return (text, summary.warnings.map { "\($0.source) \($0.message)" })
  }

  /// Returns the rules of the text, as JSON.
  private func rules(of text: String) throws -> String {
    let list = try Converter().convert([Source(name: "ads.txt", bytes: Array(text.utf8))]).lists[0]
    return String(decoding: list.rules.encodedJSON(), as: UTF8.self)
  }

  /// Expects that the text has its own checksum, and returns its lines without the checksum and the title.
  private func lines(_ text: String) throws -> [String] {
    let metadata = ListMetadata(parsing: Array(text.utf8))
    #expect(metadata.checksum != nil && metadata.hasRightChecksum(Array(text.utf8)))
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    var lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines.removeAll { $0.hasPrefix("! Checksum: ") || $0 == "! Title: ads" }
    return lines
  }

  /// The text has the filters of the build, and gives its rules.
  @Test(
    arguments: [
      (["a.txt": "||a^\n##.x\n@@||b^$script\n"], ["[Adblock Plus 2.0]", "||a^", "##.x", "@@||b^$script"]),
      // Lines that continue are joined; spaces around a line, and invalid lines of the same dialect, stay.
      (
        ["a.txt": "  ||a^$domain=b.com| \\\n    c.com  \r\n\r\n\r\n##\n||d^"],
        ["[Adblock Plus 2.0]", "||a^$domain=b.com|c.com", "", "##", "||d^"]
      ),
      // Each list is followed by its includes.
      (
        [
          "a.txt": "||a^\n!#include b.part\n||c^\n!#if env_safari\n!#include d.part\n!#endif\n",
          "b.part": "! part\n||b^\n", "d.part": "||d^\n",
        ],
        [
          "[Adblock Plus 2.0]", "! Source: a.txt", "||a^", "||c^", "! Source: b.part", "! part", "||b^",
          "! Source: d.part", "||d^",
        ]
      ),
      // Conditions and hints are decided.
      (
        [
          "a.txt":
            "!#if env_firefox\n||no^\n!#else\n||a^\n!#endif\n!#if env_safari && !env_firefox\n||b^\n!#endif\n"
            + "!+ NOT_PLATFORM(ext_safari)\n||no^\n!+ PLATFORM(ios) NOT_OPTIMIZED\n||c^\n!#safari_cb_affinity(all)\n||d^\n"
            + "!#safari_cb_affinity\n"
        ], ["[Adblock Plus 2.0]", "||a^", "||b^", "||c^", "||d^"]
      ),
      // The header of a single source is that of the text. Other fields and comments stay as comments.
      (
        [
          "a.txt":
            "[AdGuard]\n! Title: ads\n! Description: d\n! Homepage: https://h.example/\n"
            + "! Licence: MIT\n! Version: 7\n! Expires: 12 hours (about)\n! Redirect: a.txt\n! Diff-Path: x\n"
            + "! Contact: me\n!\n! Note: x\n||a^\n! License: later\n"
        ],
        [
          "[AdGuard]", "! Description: d", "! Homepage: https://h.example/", "! License: MIT", "! Version: 7",
          "! Expires: 12 hours", "! Contact: me", "!", "! Note: x", "||a^",
        ]
      ),
      // Several sources have no common header, but the shortest expiry.
      (
        [
          "a.txt": "! Title: A\n! Expires: 4 days\n||a^\n", "b.txt": "! Version: 2\n! Expires: 1 day\n||b^\n",
        ],
        ["[Adblock Plus 2.0]", "! Expires: 1 day", "! Source: a.txt", "||a^", "! Source: b.txt", "||b^"]
      ),
      (
        ["a.txt": "! Title: uBlock filters\nads.example\n##+js(aeld, x)\n"],
        ["[uBlock Origin]", "! Title: uBlock filters", "ads.example", "##+js(aeld, x)"]
      ),
      (["a.txt": "[Adblock Plus]\nads.example\n-ad.\n"], ["[Adblock Plus 2.0]", "ads.example", "-ad."]),
      // Lists of hosts become filters. Other lines there are not filters here.
      (
        [
          "a.txt":
            "# Title: hosts\n127.0.0.1 localhost\n0.0.0.0 a.example B.example # x\n0.0.0.0 bad..name c.example\n"
            + "10.0.0.1 real.example\n#\n## Block\n0.0.0.0 b\u{FC}cher.example\n"
        ],
        [
          "[Adblock Plus 2.0]", "||a.example^", "||b.example^", "||c.example^", "!", "! Block",
          "||xn--bcher-kva.example^",
        ]
      ),
      (
        ["a.txt": "a.example\n*.b.example\n.c.example\ncom\n; comment\ne.example # x\n"],
        [
          "[Adblock Plus 2.0]", "||a.example^", "||b.example^", "||c.example^", "||com^", "! comment",
          "||e.example^",
        ]
      ),
      (
        ["a.txt": "address=/a.example/\nserver=/b.example/1.1.1.1\nlocal=/c.example/d.example/\n# x\n"],
        ["[Adblock Plus 2.0]", "||a.example^", "||c.example^", "||d.example^"]
      ),
      (
        ["a.txt": "a.example CNAME .\nb.example CNAME rpz-passthru.\n"],
        [
          "[Adblock Plus 2.0]", #"/^[^:]+:\/\/([^\/]*@)?a\.example[:\/]/$match-case"#,
          #"@@/^[^:]+:\/\/([^\/]*@)?b\.example[:\/]/$match-case"#,
        ]
      ),
      (
        ["a.txt": "*.a.example CNAME .\n*.b.example CNAME .\n"],
        [
          "[Adblock Plus 2.0]", #"/^[^:]+:\/\/[^\/]+\.a\.example[:\/]/$match-case"#,
          #"/^[^:]+:\/\/[^\/]+\.b\.example[:\/]/$match-case"#,
        ]
      ),
      (
        ["a.txt": #"{"domains": ["a.example", "b.example"]}"#],
        ["[Adblock Plus 2.0]", "||a.example^", "||b.example^"]
      ),
      // Hosts next to filters have no dialect of their own.
      (
        ["a.txt": "[uBlock Origin]\nzip.example\n", "b.txt": "b.example\nc.example\n"],
        [
          "[uBlock Origin]", "! Source: a.txt", "zip.example", "! Source: b.txt", "||b.example^",
          "||c.example^",
        ]
      ),
    ] as [(KeyValuePairs<String, String>, [String])])
  func textHasTheFiltersOfTheBuild(files: KeyValuePairs<String, String>, expected: [String]) throws {
    let (text, warnings) = try build(files.map { ($0.key, $0.value) })
    #expect(try lines(text) == expected)
    #expect(warnings.isEmpty)
    let isExact = !text.contains("$match-case")
    let rules = try rules(of: text)
    if isExact { #expect(try rules == #require(temporary.text(of: "public/ads.json"))) }
    #expect(rules.count { $0 == "\n" } == temporary.text(of: "public/ads.json")?.count { $0 == "\n" })
  }

  private static let changes: [(change: @Sendable (inout ListRecipe) -> Void, expected: [String])] = [
    (
      { list in
        (list.title, list.description, list.homepage) = ("My\nlist", "d: e", "https://h.example/")
        (list.license, list.version, list.expires) = ("MIT", "1.2", "2 days")
      },
      [
        "[Adblock Plus 2.0]", #"! Title: My\u{A}list"#, "! Description: d: e",
        "! Homepage: https://h.example/",
        "! License: MIT", "! Version: 1.2", "! Expires: 2 days", "! Source: a.txt", "! first", "",
        "||a.example^",
        "||b.example^$third-party", "||a.example^", "! Source: b.txt", "||a.example^",
      ]
    ),
    (
      { $0.transformations = [.removeComments, .removeEmptyLines, .deduplicate] },
      ["[Adblock Plus 2.0]", "||a.example^", "||b.example^$third-party"]
    ),
    (
      { $0.sources[0].transformations = [.deduplicate, .removeComments] },
      ["[Adblock Plus 2.0]", "||a.example^", "||b.example^$third-party", "! Source: b.txt", "||a.example^"]
    ),
    (
      { $0.excludes = [try? FilterPattern("||a.example^")].compactMap(\.self) },
      ["[Adblock Plus 2.0]", "! Source: a.txt", "! first", "", "||b.example^$third-party"]
    ),
    (
      { $0.transformations = [.removeModifiers, .invertAllow, .removeComments, .removeEmptyLines] },
      ["[Adblock Plus 2.0]", "@@||a.example^", "@@||b.example^", "@@||a.example^", "@@||a.example^"]
    ),
  ]

  /// The fields of the recipe, its filters and its transformations apply to the text.
  @Test(arguments: changes.indices) func textIsChangedByItsRecipe(number: Int) throws {
    let (change, expected) = Self.changes[number]
    let files = [
      ("a.txt", "! first\n\n||a.example^\n||b.example^$third-party\n||a.example^\n"),
      ("b.txt", "||a.example^\n"),
    ]
    let (text, _) = try build(files, change)
    #expect(try lines(text) == expected)
    #expect(try rules(of: text) == #require(temporary.text(of: "public/ads.json")))
  }

  /// A text has one dialect. Names of hosts keep their meaning in it, and for the rest there is a warning.
  @Test func textOfSeveralDialectsIsReportedAsSuch() throws {
    let files = [
      ("a.txt", "[Adblock Plus 2.0]\nads.example\n##\n"),
      ("b.txt", "[uBlock Origin]\nads.example\n##+js(x)\n##\n"),
    ]
    let (text, warnings) = try build(files)
    #expect(
      try lines(text) == [
        "[Adblock Plus 2.0]", "! Source: a.txt", "ads.example", "##", "! Source: b.txt", "||ads.example^",
        "##+js(x)",
      ])
    #expect(
      warnings == [
        "ads.txt has filters in several dialects (Adblock Plus, uBlock Origin), and is read as one of Adblock Plus;"
          + " 'dialect' of the sources can give them one"
      ])
    #expect(try rules(of: text) == #require(temporary.text(of: "public/ads.json")))
    let (other, none) = try build(files) { $0.sources[0].dialect = .uBlockOrigin }
    #expect(try lines(other).first == "[uBlock Origin]" && none.isEmpty)
    let (third, _) = try build(files + [("c.txt", "[AdGuard]\n||c.example^\n")])
    #expect(try lines(third).first == "[AdGuard]")
  }

  /// A program that trusts the text must not run scripts of sources that are not trusted.
  @Test(arguments: [([], 3), ([0], 2), ([1], 2), ([0, 1], 3)] as [(Set<Int>, Int)])
  func scriptsOfUntrustedSourcesAreNotNextToTrustedOnes(trusted: Set<Int>, count: Int) throws {
    let files = [
      ("a.txt", "a.example##+js(trusted-set-cookie, a, b)\n||a.example^\n"),
      ("b.txt", "a.example##+js(trusted-set-cookie, c, d)\n"),
    ]
    let (text, _) = try build(files) { list in
      for number in list.sources.indices {
        list.sources[number].dialect = .uBlockOrigin
        list.sources[number].isTrusted = trusted.contains(number)
      }
    }
    #expect(try lines(text).count { !$0.hasPrefix("!") && !$0.hasPrefix("[") } == count)
  }

  /// A build that changes nothing keeps the text, and one without it removes it. Metadata is part of it.
  @Test func textIsAnOutputOfTheBuild() throws {
    func run(_ change: (inout ListRecipe) -> Void) throws -> Build.Summary {
      var recipe = ListRecipe(name: "ads", sources: [SourceRecipe(.file("a.txt"))])
      recipe.makesTextList = true
      change(&recipe)
      let settings = Build.Settings(root: temporary.path, output: temporary.path("public"), threads: 1)
      return try Build(BuildFile(lists: [recipe]), settings: settings, remote: NoRemoteDocuments()).run()
    }
    func text() -> Manifest.File? {
      (try? Directory(temporary.path("public"))).flatMap { Manifest(in: $0, of: .build) }?.lists?.first?.text
    }
    try temporary.write("||a.example^\n", to: "a.txt")
    #expect(try run { _ in }.isChanged)
    let first = try #require(text())
    #expect(
      first
        == Manifest.File(name: "ads.txt", content: Array((temporary.text(of: "public/ads.txt") ?? "").utf8)))
    #expect(try !run { _ in }.isChanged && text() == first)
    #expect(try run { $0.version = "2" }.isChanged && text() != first)
    #expect(temporary.text(of: "public/ads.txt")?.contains("! Version: 2\n") == true)
    try temporary.write("changed", to: "public/ads.txt")
    #expect(try run { _ in }.isChanged && text() == first)
    #expect(try run { $0.makesTextList = false }.isChanged && text() == nil)
    #expect(temporary.text(of: "public/ads.txt") == nil)
    // A file of the user is not replaced.
    try temporary.write("mine", to: "public/ads.txt")
    #expect(throws: BuildFailure.self) { try run { _ in } }
    #expect(temporary.text(of: "public/ads.txt") == "mine")
  }

  /// The text of real lists gives their rules.
  @Test(
    Repository.needs("lists"),
    arguments: some(
      [
        "ublock/unbreak.txt", "easylist.txt", "adguard/base-safari.txt", "hosts/peter-lowe-serverlist.txt",
        "regional/easylistgermany.txt",
      ], oneIn: 5))
  func textOfRealListGivesItsRules(name: String) throws {
    let bytes = try Repository.sharedBytes(of: "lists/\(name)")
    let (text, _) = try build([("a.txt", String(decoding: bytes, as: UTF8.self))])
    #expect(try rules(of: text) == #require(temporary.text(of: "public/ads.json")))
    _ = try lines(text)
  }
}
