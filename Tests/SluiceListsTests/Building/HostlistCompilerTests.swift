import Foundation
import SluiceConversion
import SluiceSyntax
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// Configurations of HostlistCompiler, transformation by transformation and key by key, as in its
/// documentation.
@Suite struct HostlistCompilerTests {
  // MARK: Transformations

  /// A transformation, with lines and its result.
  ///
  /// `\n` separates lines, and removed lines are left out.
  struct Row: Sendable, CustomTestStringConvertible {
    var transformations: [String]
    var lines: String
    var result: String
    var type = "adblock"

    init(_ transformations: String..., lines: String, result: String? = nil, type: String = "adblock") {
      self.transformations = transformations
      self.lines = lines
      self.result = result ?? lines
      self.type = type
    }

    var testDescription: String { "\(transformations.joined(separator: " ")): \(lines)" }
  }

  static let rows: [Row] = [
    // Without a transformation.
    Row(lines: "! c\n||a.example^\n0.0.0.0 b.example", result: "||a.example^\n0.0.0.0 b.example"),

    // The documentation shows the punycode of another word for the third.
    Row(
      "ConvertToAscii", lines: "||*.рус^\n||*.कॉम^\n||*.セール^",
      result: "||*.xn--p1acf^\n||*.xn--11b4c3d^\n||*.xn--1ck2e1b^"),
    Row("ConvertToAscii", lines: "||бета.example^$important", result: "||xn--80abm6c.example^$important"),
    Row("ConvertToAscii", lines: "0.0.0.0 é.example b.example", result: "0.0.0.0 xn--9ca.example b.example"),
    Row("ConvertToAscii", lines: "||a.example/é\n/é/\na.example##.é"),

    Row(
      "TrimLines", lines: "||rule1^\n   ||rule2^\n||rule3^\n    ||rule4^",
      result: "||rule1^\n||rule2^\n||rule3^\n||rule4^"),
    Row("RemoveComments", lines: "! c\n# c\n||a.example^\n##.ad", result: "||a.example^\n##.ad"),

    Row("Compress", lines: "0.0.0.0 example.org", result: "||example.org^"),
    Row("Compress", lines: "0.0.0.0 example.org", result: "||example.org^", type: "hosts"),
    Row("Compress", lines: "ads.example", result: "||ads.example^"),
    Row("Compress", lines: "ads.example", result: "||ads.example^", type: "hosts"),
    Row(
      "Compress",
      lines: "||example.org^\n0.0.0.0 a.example.org\nb.a.example.org\n||c.example.org^\n||d.example^",
      result: "||example.org^\n||d.example^"),
    Row("Compress", lines: "0.0.0.0 a.b.example B.EXAMPLE", result: "0.0.0.0 B.EXAMPLE"),
    Row("Compress", lines: "||sub.org^\n||org^", result: "||org^"),
    // A filter with a narrower effect is not covered and covers nothing.
    Row("Compress", lines: "||a.example^$important\n||b.a.example^"),
    Row("Compress", lines: "||a.example^\n||b.a.example^$third-party\n@@||c.a.example^\n||d.a.example/x"),
    Row(
      "Compress", lines: "!#if nothing\n||a.example^\n!#endif\n||b.a.example^",
      result: "||a.example^\n||b.a.example^"),
    Row("Compress", lines: "||a.example^\n||a.example^$badfilter\n||b.a.example^"),
    Row(
      "Compress", lines: "127.0.0.1 localhost\n127.0.0.1 local\n0.0.0.0 printer.local",
      result: "127.0.0.1 localhost\n127.0.0.1 local\n||printer.local^"),
    Row("Compress", lines: "192.168.1.1 router.example\n1.2.3.4\n##.ad\n/regex/"),

    Row("RemoveModifiers", lines: "||a.example^$third-party", result: "||a.example^"),
    Row("RemoveModifiers", lines: "||a.example^$3p,important", result: "||a.example^$important"),
    Row("RemoveModifiers", lines: "||a.example^$important,document,doc", result: "||a.example^$important"),
    Row(
      "RemoveModifiers", lines: "||a.example^$all\n||b.example^$popup\n@@||c.example^$ network",
      result: "||a.example^\n||b.example^\n@@||c.example^"),
    Row(
      "RemoveModifiers",
      lines: "||a.example^$~third-party\n||a.example^$script\na.example##.x\n/a$/\n/a$b/$image"),
    Row(
      "RemoveModifiers", lines: "||a.example^$denyallow=b.example|c.example,all",
      result: "||a.example^$denyallow=b.example|c.example"),

    Row(
      "InvertAllow", lines: "! comment 1\nrule1\n\n# comment 2\n192.168.11.11   test.local\n@@rule2",
      result: "@@rule1\n192.168.11.11   test.local\n@@rule2"),
    Row(
      "InvertAllow", lines: "||a.example^$important\n0.0.0.0 b.example",
      result: "@@||a.example^$important\n0.0.0.0 b.example"),
    Row("InvertAllow", lines: "a.example", result: "@@||a.example^", type: "hosts"),
    Row(
      "InvertAllow", "Compress", lines: "0.0.0.0 a.example\n0.0.0.0 b.example c.example",
      result: "@@||a.example^\n@@*$to=b.example|c.example"),
    Row("InvertAllow", lines: "a.example##.ad"),

    Row(
      "Validate",
      lines: "||a.example^\n||a.example^$important\n0.0.0.0 a.example\na.example\n@@||a.example^\n/ads/"),
    Row(
      "Validate", lines: "||example.org^$domain=example.com\n||a.example^$script\n||a.example^$~third-party",
      result: ""),
    Row("Validate", lines: "ad\nads\n||a.example/path\na.example##.x\nnot a filter\n||^\n*", result: ""),
    Row("Validate", lines: "||185.149.120.173^\n1.2.3.4\n192.168.1.\n||192.168.1.", result: ""),
    Row("Validate", lines: "||192.168.1^\n192.168.1\n1.2.\n1.2.*", result: ""),
    Row("Validate", lines: "||*.org^\n||org^\n.org^\n||co.uk^\n||*.co.uk^", result: ""),
    // Private public suffixes, those of companies, are ordinary names.
    Row(
      "Validate",
      lines: "||pages.dev^\n||github.io^\n||BLOGSPOT.com^\n||a.github.io^\n||*.netlify.app^\nweb.app"),
    Row("ValidateAllowIp", lines: "||github.io^\n||co.uk^", result: "||github.io^"),
    Row("Validate", lines: "||*.org^$denyallow=example.com\n||org^$client=127.0.0.1\n||org^$badfilter"),
    Row("Validate", lines: "||ads*.example^\n||*.ads.example^\n||бета.example^\n||example.co.uk^"),

    // Names in lines of hosts files are checked too. One invalid name removes its line.
    Row(
      "Validate",
      lines:
        "0.0.0.0 com\n0.0.0.0 CO.uk\n0.0.0.0 .org\n0.0.0.0 a.example org\n:: рф\n127.0.0.1 localhost b.example\n0.0.0.0 github.io",
      result: "127.0.0.1 localhost b.example\n0.0.0.0 github.io"),
    Row("Validate", lines: "0.0.0.0 com\n0.0.0.0 a.example", result: "0.0.0.0 a.example", type: "hosts"),
    Row("Validate", lines: "com\nco.uk\n*.org\nnet.\na.example", result: "a.example", type: "hosts"),
    Row("ValidateAllowIp", lines: "0.0.0.0 com\n0.0.0.0 a.example", result: "0.0.0.0 a.example"),
    Row("ValidateAllowPublicSuffix", lines: "0.0.0.0 com\n0.0.0.0 a.example"),
    Row("ValidateAllowIpAndPublicSuffix", lines: "0.0.0.0 com\n0.0.0.0 a.example"),
    Row(
      "ValidateAllowIp", lines: "1.2.3.4\n1.2.3.4^\n|1.2.3.4\n|1.2.3.4^\n||1.2.3.4\n||1.2.3.4^",
      result: Array(repeating: "||1.2.3.4^", count: 6).joined(separator: "\n")),
    Row("ValidateAllowIp", lines: "192.168.1.\n||192.168.1.", result: "||192.168.1.\n||192.168.1."),
    Row(
      "ValidateAllowIp", lines: "1.2.3.4$important,denyallow=a.example\n@@1.2.3.4",
      result: "||1.2.3.4^$important,denyallow=a.example\n@@||1.2.3.4^"),
    Row(
      "ValidateAllowIp", lines: "||192.168.1^\n192.168.1\n1.2.\n1.2.*\n||org^\n||a.example/x\n1.2.3.4$script",
      result: ""),
    Row("ValidateAllowIp", lines: "||185.149.120.173^\n0.0.0.0 example.org\n||example.org^"),

    Row("ValidateAllowPublicSuffix", lines: "||hl.cn^\n||org^\n||*.org^\n.org^\n||*.io^\n||example.org^"),
    Row(
      "ValidateAllowPublicSuffix",
      lines: "||1.2.3.4^\n||192.168.1^\n1.2.\n||a.example/x\n||org^$script\norg\nadserver", result: ""),

    Row(
      "ValidateAllowIpAndPublicSuffix",
      lines: "||185.149.120.173^\n||org^\n||example.org^\n||hl.cn^\n0.0.0.0 example.com\n1.1.1.1^",
      result: "||185.149.120.173^\n||org^\n||example.org^\n||hl.cn^\n0.0.0.0 example.com\n||1.1.1.1^"),
    Row(
      "ValidateAllowIpAndPublicSuffix", lines: "||192.168.1^\n192.168.1\n1.2.*\n||a.example^$image",
      result: ""),

    // The rules do not depend on these.
    Row("Deduplicate", lines: "||rule1^\n||rule1^"),
    Row("RemoveEmptyLines", lines: "||rule1^\n\n||rule2^", result: "||rule1^\n||rule2^"),
    Row("InsertFinalNewLine", lines: "||rule1^\n||rule2^"),

    // The order of transformations is fixed.
    Row(
      "Validate", "RemoveModifiers", "Compress",
      lines: "ads.example\n||b.example^$third-party\n||c.ads.example^",
      result: "||ads.example^\n||b.example^"),
    Row("Validate", "InvertAllow", lines: "||a.example^\n||b.example/x", result: "@@||a.example^"),
    Row(
      "Compress", "Validate", lines: "0.0.0.0 com\n0.0.0.0 a.example net b.example",
      result: "0.0.0.0 a.example b.example"),
    Row(
      "Compress", "InvertAllow", "Validate", lines: "0.0.0.0 a.example b.example\n0.0.0.0 com c.example net",
      result: "@@*$to=a.example|b.example\n@@*$to=c.example"),
  ]

  @Test(arguments: rows) func hostlistTransformationsAreApplied(row: Row) throws {
    let names = row.transformations.map { "\"\($0)\"" }.joined(separator: ", ")
    for key in ["source", "list"] {
      let result = try build(
        """
        {"name": "x", "sources": [{"source": "a.txt", "type": "\(row.type)"
          \(key == "source" ? ", \"transformations\": [\(names)]" : "")}]
          \(key == "list" ? ", \"transformations\": [\(names)]" : "")}
        """, ["a.txt": row.lines])
      #expect(result.filters.joined(separator: "\n") == row.result, "as a key of the \(key)")
      #expect(result.warnings.map(\.message).filter { !$0.hasPrefix("has no filter") } == [])
      #expect(result.warnings.count == (row.result.isEmpty ? 1 : 0), "as a key of the \(key)")
    }
  }

  @Test func everyTransformationIsTested() {
    let names = Set(Self.rows.flatMap(\.transformations))
    #expect(names == Set(Transformation.allCases.map(\.rawValue)))
  }

  @Test func transformationDocumentationIsUpToDate() throws {
    let rows = Transformation.allCases.reduce(into: [(effect: String, names: [String])]()) { rows, each in
      let (effect, name) = ("\(each.effect)", "`\(each.rawValue)`")
      if let index = rows.firstIndex(where: { $0.effect == effect }) {
        rows[index].names.append(name)
      } else {
        rows.append((effect, [name]))
      }
    }
    let table = rows.map { "| \($0.names.joined(separator: ", ")) | \($0.effect) |\n" }
    try GeneratedText.check(
      "docs/guide/hostlist-compiler.md", of: "HostlistCompilerTests", to: "<!-- end of transformations -->",
      is: "| transformation | effect |\n|---|---|\n" + table.joined())
    try GeneratedText.check(
      "docs/sluice.schema.json", of: "HostlistCompilerTests",
      between:
        "\"transformations\": {\n      \"type\": \"array\",\n      \"items\": {\n        \"enum\": [\n",
      and: "        ]",
      is: Transformation.allCases.map { "          \"\($0.rawValue)\"" }.joined(separator: ",\n") + "\n")
  }

  @Test func transformationsFollowDocumentedOrder() {
    #expect(
      Transformation.allCases.map(\.rawValue) == [
        "ConvertToAscii", "TrimLines", "RemoveComments", "Compress", "RemoveModifiers", "InvertAllow",
        "Validate",
        "ValidateAllowIp", "ValidateAllowPublicSuffix", "ValidateAllowIpAndPublicSuffix", "Deduplicate",
        "RemoveEmptyLines", "InsertFinalNewLine",
      ])
  }

  @Test func compressActsOnWholeList() throws {
    let result = try build(
      """
      {"name": "x", "sources": [{"source": "a.txt"}, {"source": "b.txt", "type": "hosts"}], "transformations": ["Compress"]}
      """, ["a.txt": "||example.org^", "b.txt": "0.0.0.0 a.example.org\n0.0.0.0 b.example"])
    #expect(result.filters == ["||example.org^", "||b.example^"])
    let apart = try build(
      """
      {"name": "x", "sources": [{"source": "a.txt"}, {"source": "b.txt", "transformations": ["Compress"]}]}
      """, ["a.txt": "||example.org^", "b.txt": "0.0.0.0 a.example.org\n0.0.0.0 b.example"])
    #expect(apart.filters == ["||example.org^", "||a.example.org^", "||b.example^"])
  }

  // MARK: Exclusions and inclusions

  /// The example of the documentation, with its lists and its stated output.
  @Test func documentedHostlistExampleIsReproduced() throws {
    let result = try build(
      """
      {
        "name": "List name",
        "description": "List description",
        "sources": [
          {"name": "HOSTS rules", "source": "hosts.txt", "type": "hosts", "transformations": ["Compress"]}
        ],
        "transformations": ["Deduplicate", "Compress"],
        "exclusions_sources": ["exclusions.txt"]
      }
      """,
      [
        "hosts.txt": "0.0.0.0 ads.example.com\n0.0.0.0 tracking.example1.com\n0.0.0.0 example.com\n",
        "exclusions.txt": "||example.com^\n",
      ])
    #expect(result.filters == ["||ads.example.com^", "||tracking.example1.com^"])
    #expect(result.warnings.isEmpty)
  }

  struct Choice: Sendable {
    var keys: String
    var result: [String]
    var warnings: [String] = []
  }

  static let choices: [Choice] = [
    Choice(keys: "", result: ["||a.example^", "||b.example^", "0.0.0.0 c.example d.example"]),
    Choice(keys: #""exclusions": ["a.ex"]"#, result: ["||b.example^", "0.0.0.0 c.example d.example"]),
    Choice(keys: #""exclusions": ["*.example^"]"#, result: ["0.0.0.0 c.example d.example"]),
    Choice(keys: #""exclusions": ["/^\\|\\|[AB]/"]"#, result: ["0.0.0.0 c.example d.example"]),
    Choice(
      keys: #""exclusions": ["! a comment", "||b.example^"]"#,
      result: ["||a.example^", "0.0.0.0 c.example d.example"]),
    Choice(
      keys: #""exclusions_sources": ["out.txt"]"#, result: ["||b.example^", "0.0.0.0 c.example d.example"]),
    Choice(keys: #""inclusions": ["b.example"]"#, result: ["||b.example^"]),
    Choice(
      keys: #""inclusions": ["*"]"#, result: ["||a.example^", "||b.example^", "0.0.0.0 c.example d.example"]),
    Choice(keys: #""inclusions_sources": ["out.txt"]"#, result: ["||a.example^"]),
    Choice(keys: #""inclusions": ["||"], "exclusions": ["a."]"#, result: ["||b.example^"]),
    Choice(
      keys: #""exclusions": ["||c.example^"], "transformations": ["Compress"]"#,
      result: ["||a.example^", "||b.example^", "0.0.0.0 c.example d.example"],
      warnings: ["the exclusion '||c.example^' matches no filter"]),
    Choice(
      keys: #""exclusions": ["a.", "nothing", "*.org"], "inclusions": ["b.", "none"]"#,
      result: ["||b.example^"],
      warnings: [
        "the exclusion 'nothing' matches no filter",
        "the exclusion '*.org' matches no filter",
        "the inclusion 'none' matches no filter",
      ]),
    Choice(
      keys: #####""exclusions": ["# c", "#", "####", "#### c", "||b.example^"]"#####,
      result: ["||a.example^", "0.0.0.0 c.example d.example"]),
    Choice(
      keys: #""exclusions_sources": ["hash.txt"]"#, result: ["||b.example^", "0.0.0.0 c.example d.example"],
      warnings: ["has exclusions of 'NAME' that match no filter: '#c', '##'"]),
    Choice(
      keys: #""inclusions_sources": ["hash.txt"]"#, result: ["||a.example^"],
      warnings: ["has inclusions of 'NAME' that match no filter: '#c', '##'"]),
    Choice(
      keys: #""exclusions_sources": ["many.txt"]"#, result: ["||b.example^", "0.0.0.0 c.example d.example"],
      warnings: ["has exclusions of 'NAME' that match no filter: 'n1', 'n2', 'n3' and 2 more"]),
  ]

  @Test(arguments: choices) func inclusionsAndExclusionsSelectFilters(choice: Choice) throws {
    let files = [
      "a.txt": "! c\n||a.example^\n||b.example^\n0.0.0.0 c.example d.example",
      "out.txt": "! c\n\n ||a.example^ \n",
      "hash.txt": "# a comment of hosts files\n#\n####\n   #### x\n#c\n##\n||a.\n",
      "many.txt": "n1\n||a.\nn2\nn3\nn4\nn5\n",
    ]
    for key in ["source", "list"] {
      let keys = choice.keys.isEmpty ? "" : ", " + choice.keys
      let result = try build(
        """
        {"name": "x", "sources": [{"source": "a.txt" \(key == "source" ? keys : "")}] \(key == "list" ? keys : "")}
        """, files)
      #expect(result.filters == choice.result, "\(choice.keys) of the \(key)")
      let name = key == "source" ? "a.txt" : "x"
      #expect(
        result.warnings.map(\.message) == choice.warnings.map { $0.replacing("NAME", with: name) },
        "\(choice.keys) of the \(key)")
      #expect(result.warnings.allSatisfy { [name, "many.txt", "hash.txt"].contains($0.source) })
    }
  }

  /// A result without filters gives a warning, whatever removed them.
  @Test(
    arguments: [
      (#""exclusions": ["*"]"#, "2"), (#""inclusions": ["nothing"]"#, "2"),
      (#""exclusions": ["||a.example/x"], "transformations": ["Validate"]"#, "2"),
      (#""transformations": ["Validate"]"#, "2"), (#""exclusions": ["b.example"]"#, nil),
    ] as [(String, String?)])
  func emptiedListIsWarning(keys: String, count: String?) throws {
    for place in ["source", "list"] {
      let result = try build(
        """
        {"name": "x", "sources": [{"source": "a.txt" \(place == "source" ? ", " + keys : "")}]
          \(place == "list" ? ", " + keys : "")}
        """, ["a.txt": "! c\n||a.example/x\n||b.example^$script\n"])
      let warnings = result.warnings.filter { $0.message.hasPrefix("has no filter") }
      #expect(
        warnings.map(\.message)
          == (count.map {
            ["has no filter: exclusions, inclusions and transformations remove all of them (\($0))"]
          } ?? []), "\(result.warnings)")
      #expect(warnings.allSatisfy { $0.source == "x" })
    }
    // One of several sources may end up without filters.
    let two = try build(
      #"{"name": "x", "sources": [{"source": "a.txt", "exclusions": ["a"]}, {"source": "b.txt"}]}"#,
      ["a.txt": "||a.example^\n", "b.txt": "||b.example^\n"])
    #expect(two.filters == ["||b.example^"] && two.warnings.isEmpty)
  }

  /// Configurations of HostlistCompiler 1.x have this form.
  @Test(arguments: [
    "Validate", "ValidateAllowIp", "ValidateAllowPublicSuffix", "ValidateAllowIpAndPublicSuffix",
  ])
  func duplicateValidationIsWarning(name: String) throws {
    let result = try build(
      """
      {"name": "x", "sources": [{"source": "a.txt", "transformations": ["\(name)"]}, {"source": "b.txt"}],
        "transformations": ["\(name)"]}
      """, ["a.txt": "||a.example^\n||a.example/x\n", "b.txt": "||b.example^\n||b.example/x\n"])
    #expect(result.filters == ["||a.example^", "||b.example^"])
    #expect(
      result.warnings == [
        BuildProblem("a.txt", message: "'\(name)' has no effect here: the whole list also has it")
      ])
  }

  @Test func removedFiltersAreReported() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "! c\n||a.example/x\n||b.example^$script, \\\n    image\n||c.example^\n||d.c.example^\n0.0.0.0 E.example\n||in.example^\n",
      to: "a.txt")
    let file = try BuildFile(
      parsing: """
        {"name": "x", "sources": [{"source": "a.txt", "inclusions": ["example"], "transformations": ["Compress"]}],
          "exclusions": ["||in."], "transformations": ["Validate"]}
        """, name: "c.json")
    let collector = SourceCollector(root: folder.path, policy: file.fetching, remote: NoRemoteDocuments())
    let inputs = try Self.inputs(of: collector.collect(file.lists)[0]).inputs
    #expect(
      inputs[0].removedFilters.map { "\($0.file):\($0.line) \($0.cause.name) \($0.text)" } == [
        "a.txt:2 Validate ||a.example/x", "a.txt:3 Validate ||b.example^$script, \\\n    image",
        "a.txt:6 Compress ||d.c.example^", "a.txt:8 exclusion ||in.example^",
      ])
  }

  @Test func onlyExcludedNamesOfHostsLineAreRemoved() throws {
    let configuration = """
      {"name": "x", "sources": [{"source": "a.txt", "transformations": ["Compress"]}], "exclusions": ["||b.example^"]}
      """
    let result = try build(
      configuration, ["a.txt": "0.0.0.0 a.example b.example c.b.example\n0.0.0.0 b.example"])
    #expect(result.filters == ["0.0.0.0 a.example c.b.example"])
  }

  // MARK: Keys

  @Test func everyHostlistKeyIsRead() throws {
    let file = try BuildFile(
      parsing: """
        {
          "$schema": "x", "name": "List name", "description": "List description", "homepage": "https://h.example/",
          "license": "GPLv3", "version": "1.0.0.0",
          "sources": [
            {"name": "Local rules", "source": "rules.txt", "type": "adblock",
              "transformations": ["RemoveComments", "Compress"], "exclusions": ["excluded rule 1"],
              "exclusions_sources": ["exclusions.txt"], "inclusions": ["*"], "inclusions_sources": ["inclusions.txt"]},
            {"name": "Remote rules", "source": "https://lists.example/filter.txt", "type": "hosts"}
          ],
          "transformations": ["Deduplicate", "Compress"], "exclusions": ["excluded rule 1", "excluded rule 2"],
          "exclusions_sources": ["global_exclusions.txt"], "inclusions": ["*"],
          "inclusions_sources": ["global_inclusions.txt"]
        }
        """, name: "configuration.json")
    let list = try #require(file.lists.first)
    #expect(list.name == "list-name" && list.title == "List name" && list.description == "List description")
    #expect(list.homepage == "https://h.example/" && list.license == "GPLv3" && list.version == "1.0.0.0")
    #expect(list.transformations == [.deduplicate, .compress])
    #expect(
      list.excludes.map(\.text) == ["excluded rule 1", "excluded rule 2"]
        && list.includes.map(\.text) == ["*"])
    #expect(
      list.excludeFiles == ["global_exclusions.txt"] && list.includeFiles == ["global_inclusions.txt"])
    #expect(list.sources.map(\.name) == ["Local rules", "Remote rules"])
    #expect(list.sources.map(\.dialect) == [nil, .hosts])
    let source = list.sources[0]
    #expect(source.transformations == [.removeComments, .compress])
    #expect(source.excludes.map(\.text) == ["excluded rule 1"] && source.includes.map(\.text) == ["*"])
    #expect(source.excludeFiles == ["exclusions.txt"] && source.includeFiles == ["inclusions.txt"])
  }

  @Test(arguments: [
    (
      #"{"name": "a", "sources": [{"source": "b"}], "transformations": ["Validate", "ValidateAllowIp"]}"#,
      "'ValidateAllowIp' conflicts with 'Validate'"
    ),
    (
      #"{"name": "a", "sources": [{"source": "b", "transformations": ["ValidateAllowPublicSuffix"]}], "transformations": ["Validate"]}"#,
      "'ValidateAllowPublicSuffix' of a source conflicts with 'Validate' of the whole list"
    ),
    (#"{"name": "a", "sources": [{"source": "b", "type": "domains"}]}"#, "unknown value 'domains'"),
    (
      #"{"name": "a", "sources": [{"source": "b", "transformations": ["Something"]}]}"#,
      "unknown value 'Something'"
    ),
    (#"{"sources": [{"source": "b"}]}"#, "the key 'name' is missing"),
    (#"{"name": "a", "sources": []}"#, "the list has no source"),
    (#"{"name": "a", "sources": [{"name": "b"}]}"#, "the key 'source' is missing"),
  ])
  func hostlistMistakesHaveMessage(text: String, message: String) {
    do throws(BuildFileMistake) {
      _ = try BuildFile(parsing: text, name: "configuration.json")
      Issue.record("no mistake")
    } catch {
      #expect(error.message == message)
    }
  }

  /// A list with one of these names would collide with another file.
  @Test(arguments: [
    ("Manifest", "manifest-list"), ("REPORT", "report-list"), ("My List", "my-list"), ("日本", "list"),
  ])
  func hostlistTitleBecomesListName(title: String, name: String) throws {
    let text = "{\"name\": \"\(title)\", \"sources\": [{\"source\": \"b\"}]}"
    #expect(try BuildFile(parsing: text, name: "c.json").lists[0].name == name)
  }

  // MARK: Building

  private static func inputs(of list: SourceCollector.Collected) throws -> ListInputs.Changed {
    var inputs = ListInputs([list])
    return try inputs.inputs(of: 0)
  }

  /// Returns the filters of a configuration in the order of its sources, with the warnings.
  private func build(
    _ configuration: String, _ files: [String: String]
  ) throws -> (filters: [String], warnings: [BuildProblem]) {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    let file = try BuildFile(parsing: configuration, name: "configuration.json")
    let collector = SourceCollector(root: folder.path, policy: file.fetching, remote: NoRemoteDocuments())
    let collected = try collector.collect(file.lists)
    let (inputs, warnings) = try Self.inputs(of: collected[0])
    let lists = ListInput.parsed(inputs, converter: Converter()).map(\.list)
    let filters = lists.flatMap { list in
      list.lines.compactMap { line -> String? in
        switch line.content {
        case .network, .cosmetic, .hosts, .rejected:
          String(decoding: list.bytes[line.range.indices], as: UTF8.self)
        case .blank, .comment, .header, .metadata, .directive, .hint, .continuation: nil
        }
      }
    }
    return (filters, warnings)
  }
}
