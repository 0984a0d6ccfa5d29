import Conversion
import FilterSyntax
import Testing

@testable import ListBuilder

/// What build files say, and what is said of their mistakes.
@Suite struct BuildFileTests {
  private func read(_ text: String) throws(BuildFileMistake) -> BuildFile {
    try BuildFile(bytes: Array(text.utf8), name: "sluice.json")
  }

  @Test func everyKeyIsTaken() throws {
    let file = try read(
      """
      // A comment
      {
        $schema: "x", output: 'site', targets: ["webkitgtk"], defines: ["ext_ublock"],
        fetch: {idleTimeout: 5, totalTimeout: 60, retries: 1, maximumBytes: 1000, minimumShare: 0.25,
          concurrency: 2, maximumIncludes: 7},
        lists: [
          {
            name: "ads", title: "Ads", description: "d", homepage: "h", licence: "MIT",
            sources: [
              "https://lists.example/ads.txt", "local.txt", "folder/",
              {url: "http://lists.example/b.txt", name: "B", dialect: "ublock", licence: "GPLv3", trusted: true, mayBeEmpty: true,
                includes: ["a"], excludes: ["/b+/"], transformations: ["Validate"]},
            ],
            includes: ["x"], excludes: ["y*"], transformations: ["Compress"], targets: ["safari-16", "safari-26"],
            outputs: {split: "action", maximumRules: 1000, onLimit: "shard"}, defines: ["env_safari=false"],
            affinity: "general", trackerRadar: {blocklist: "tds.json", exceptions: ["allow.json"]},
          },
          {name: "other", sources: ["o.txt"]},
        ],
      }
      """)
    #expect(file.output == "site")
    #expect(
      file.fetching.idleTimeout == 5 && file.fetching.minimumShare == 0.25
        && file.fetching.maximumIncludes == 7)
    let list = try #require(file.lists.first)
    #expect(
      list.sources.map(\.place) == [
        .url("https://lists.example/ads.txt"), .file("local.txt"), .directory("folder/"),
        .url("http://lists.example/b.txt"),
      ])
    #expect(list.sources.map(\.mayBeEmpty) == [false, false, false, true])
    #expect(file.namedHosts == ["lists.example"])
    #expect(list.sources.map(\.isTrusted) == [false, true, true, true])
    #expect(list.sources[3].dialect == .uBlockOrigin && list.sources[3].transformations == [.validate])
    #expect(list.targets == [.safari16, .safari26] && list.split == .action && list.excess == .shard)
    #expect(list.constants == ["ext_ublock"])
    #expect(list.trackers?.blocklist == .file("tds.json"))
    #expect(file.lists[1].targets == [.webKitGTK] && file.lists[1].constants == ["env_safari", "ext_ublock"])
  }

  @Test(arguments: [
    ("{lists: [{name: \"a\", sorces: []}]}", "1:22: unknown key 'sorces'. Did you mean 'sources'?"),
    (
      "{\n  lists: [\n    {name: \"a\", sources: [\"a\"], outputs: {split: \"actoin\"}}\n  ]\n}",
      "3:50: unknown value 'actoin'. Did you mean 'action'?"
    ),
    ("{lists: []}", "1:9: there is no list to build"),
    ("{lists: [{name: 1, sources: [\"a\"]}]}", "1:17: this is not text between quotation marks"),
    ("{lists: [{sources: [\"a\"]}]}", "1:10: the key 'name' is missing"),
    ("{lists: [{name: \"a b\", sources: [\"a\"]}]}", "1:17: 'a b' cannot be the name of a list"),
    ("{lists: [{name: \"a\", sources: []}]}", "1:31: the list has no source"),
    (
      "{lists: [{name: \"a\", sources: [\"ftp://x/y\"]}]}",
      "1:32: 'ftp://x/y' is neither an http or https URL nor a path"
    ),
    (
      "{lists: [{name: \"a\", sources: [\"https://x.example:99999/y\"]}]}",
      "1:32: the URL 'https://x.example:99999/y' has a port that is not from 1 to 65535"
    ),
    (
      "{lists: [{name: \"a\", sources: [{url: \"HTTP:///y\"}]}]}", "1:38: the URL 'HTTP:///y' names no host"
    ),
    (
      "{lists: [{name: \"a\", sources: [{url: \"ftp://x/y\"}]}]}",
      "1:38: 'ftp://x/y' is not an http or https URL"
    ),
    (
      "{lists: [{name: \"a\", sources: [{file: \"https://x/y\"}]}]}",
      "1:39: 'https://x/y' is a URL and no path"
    ),
    ("{lists: [{name: \"a\", sources: [{}]}]}", "1:32: a source has one of 'url', 'file' and 'directory'"),
    ("{lists: [{name: \"a\", sources: [\"b\"], excludes: [\"/(/\"]}]}", "1:49: '/(/' is not a regex"),
    (
      "{lists: [{name: \"a\", sources: [\"b\"]}, {name: \"a\", sources: [\"b\"]}]}",
      "1:40: two lists are called 'a'"
    ),
    (
      "{fetch: {retries: -1}, lists: [{name: \"a\", sources: [\"b\"]}]}",
      "1:19: 'retries' is from 0 to 20, not -1"
    ),
    ("{lists: [}", "1:10: a value is missing"),
    ("{\n lists: [\n", "2:9: the array is not closed with ']'"),
    ("{lists: 1 2}", "1:11: a ',' is missing"),
    ("{lists: abc}", "1:9: 'abc' is no value: text stands between quotation marks"),
    ("{lists: [], lists: []}", "1:13: the key 'lists' is there twice"),
    ("{} x", "1:4: there is more behind the end of the value"),
    ("/* ", "1:1: the comment is not closed"),
    ("{a: \"x}", "1:5: the text is not closed with a quotation mark"),
    ("", "1:1: a value is missing"),
    ("[]", "1:1: this is not an object: {...}"),
  ])
  func aMistakeHasItsPlace(text: String, message: String) {
    do throws(BuildFileMistake) {
      _ = try read(text)
      Issue.record("no mistake: \(text)")
    } catch {
      #expect("\(error.line):\(error.column): \(error.message)" == message)
    }
  }

  @Test func deepValuesAreNoCrash() {
    #expect(throws: BuildFileMistake.self) { try read(String(repeating: "[", count: 100_000)) }
  }

  @Test func aConfigurationOfHostlistCompilerIsOneList() throws {
    let file = try read(
      """
      {
        "name": "My Hosts: List", "description": "d", "homepage": "h", "license": "GPLv3", "version": "1.0.0",
        "sources": [
          {"name": "Local", "source": "rules.txt", "type": "adblock", "transformations": ["RemoveComments", "Compress"],
            "exclusions": ["excluded rule 1"], "exclusions_sources": ["exclusions.txt"]},
          {"source": "https://lists.example/hosts", "type": "hosts", "inclusions": ["*.example"],
            "inclusions_sources": ["in.txt"]}
        ],
        "transformations": ["Deduplicate"], "exclusions": ["/x/"], "inclusions": [], "exclusions_sources": []
      }
      """)
    let list = try #require(file.lists.first)
    #expect(list.name == "my-hosts-list" && list.title == "My Hosts: List" && list.licence == "GPLv3")
    #expect(list.sources.map(\.place) == [.file("rules.txt"), .url("https://lists.example/hosts")])
    #expect(list.sources.map(\.dialect) == [nil, .hosts])
    #expect(list.sources[0].excludeFiles == ["exclusions.txt"] && list.sources[1].includeFiles == ["in.txt"])
    #expect(list.transformations == [.deduplicate])
  }

  @Test func aMistakeInAConfigurationOfHostlistCompilerIsFoundToo() {
    do throws(BuildFileMistake) {
      _ = try read("{\"name\": \"a\", \"sources\": [{\"source\": \"a\", \"typ\": \"hosts\"}]}")
      Issue.record("no mistake")
    } catch {
      #expect(error.message == "unknown key 'typ'. Did you mean 'type'?")
    }
  }
}
