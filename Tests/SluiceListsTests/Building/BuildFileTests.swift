import Foundation
import SluiceConversion
import SluiceRules
import SluiceSyntax
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// The contents of build files, and the messages for their mistakes.
@Suite struct BuildFileTests {
  private func read(_ text: String) throws(BuildFileMistake) -> BuildFile {
    try BuildFile(parsing: text, name: "sluice.json")
  }

  /// The platform of the list takes precedence over that of the file.
  ///
  /// Definitions apply after the platform.
  @Test(arguments: [
    ("", "", false, false), ("platform: 'adguard_ext_safari',", "", true, false),
    ("", "platform: 'adguard_app_ios',", false, true),
    ("platform: 'adguard_ext_safari',", "platform: 'adguard_app_ios',", false, true),
    ("platform: 'adguard_ext_safari', defines: ['adguard_ext_safari=false'],", "", false, false),
    ("defines: ['adguard_app_ios'],", "platform: 'adguard_ext_safari',", true, true),
  ])
  func buildFilePlatformDefinesConstants(file: String, list: String, isSafari: Bool, isIOS: Bool) throws {
    let recipe = try #require(
      try read("{\(file) lists: [{\(list) name: 'a', sources: ['a.txt']}]}").lists.first)
    #expect(recipe.constants.contains("adguard_ext_safari") == isSafari)
    #expect(recipe.constants.contains("adguard_app_ios") == isIOS)
    #expect(recipe.constants.isSuperset(of: ConversionOptions().constants))
  }

  @Test func unknownPlatformIsRejected() {
    #expect(throws: (any Error).self) {
      try read("{platform: 'adguard_safari', lists: [{name: 'a', sources: ['a.txt']}]}")
    }
  }

  @Test func everyBuildFileKeyIsRead() throws {
    let file = try read(
      """
      // A comment
      {
        $schema: "x", output: 'site', targets: ["webkitgtk"], defines: ["ext_ublock"],
        fetch: {idleTimeout: 5, totalTimeout: 60, retries: 1, maximumBytes: 1000, minimumShare: 0.25,
          concurrency: 2, maximumIncludes: 7},
        lists: [
          {
            name: "ads", title: "Ads", description: "d", homepage: "h", license: "MIT", version: "1.2",
            sources: [
              "https://lists.example/ads.txt", "local.txt", "folder/",
              {url: "http://lists.example/b.txt", name: "B", dialect: "ublock", license: "GPLv3", trusted: true, mayBeEmpty: true,
                includes: ["a"], excludes: ["/b+/"], transformations: ["ValidateAllowPublicSuffix"]},
            ],
            includes: ["x"], excludes: ["y*"], transformations: ["Compress"], targets: ["safari-16", "safari-26"],
            outputs: {split: "action", prefer: "size", maximumRules: 1000, maximumBytes: 9000, onLimit: "shard"}, defines: ["env_safari=false"],
            affinity: "general", trackerRadar: {blocklist: "tds.json", exceptions: ["allow.json"]},
          },
          {name: "other", sources: ["o.txt"], usedWith: ["ads"], outputs: {shards: {by: "base+hot", count: 8}}},
        ],
      }
      """)
    #expect(file.lists[1].sharding?.method == .baseAndHot && file.lists[1].sharding?.count == 8)
    #expect(file.lists.map(\.usedWith) == [[], ["ads"]])
    #expect(file.output == "site")
    #expect(
      file.fetching.idleTimeout == 5 && file.fetching.minimumShare == 0.25
        && file.fetching.maximumIncludes == 7)
    let list = try #require(file.lists.first)
    #expect(
      list.sources.map(\.location) == [
        .url("https://lists.example/ads.txt"), .file("local.txt"), .directory("folder/"),
        .url("http://lists.example/b.txt"),
      ])
    #expect(list.sources.map(\.mayBeEmpty) == [false, false, false, true])
    #expect(file.namedHosts == ["lists.example"])
    // Whether a source is trusted does not depend on its location.
    #expect(list.sources.map(\.isTrusted) == [false, false, false, true])
    #expect(
      list.sources[3].dialect == .uBlockOrigin
        && list.sources[3].transformations == [.validateAllowPublicSuffix])
    #expect(list.version == "1.2")
    #expect(list.targets == [.safari16_4, .safari26] && list.split == .action && list.excess == .shard)
    #expect(list.preferredForm == .size && list.maximumBytes == 9000)
    #expect(list.constants == ["ext_ublock"])
    #expect(list.trackers?.blocklist == .file("tds.json"))
    #expect(
      file.lists[1].targets == [.webKitGTK2_44] && file.lists[1].constants == ["env_safari", "ext_ublock"])
  }

  private static let mistakes: [(text: String, message: String)] = [
    ("{lists: [{name: \"a\", sorces: []}]}", "1:22: unknown key 'sorces'"),
    (
      "{\n  lists: [\n    {name: \"a\", sources: [\"a\"], outputs: {split: \"actoin\"}}\n  ]\n}",
      "3:50: unknown value 'actoin'"
    ),
    ("{lists: []}", "1:9: no list to build"),
    ("{lists: [{name: 1, sources: [\"a\"]}]}", "1:17: 'name' takes text: \"ads\""),
    ("{lists: [{sources: [\"a\"]}]}", "1:10: the key 'name' is missing"),
    ("{lists: [{name: \"a b\", sources: [\"a\"]}]}", "1:17: 'a b' cannot be the name of a list"),
    ("{lists: [{name: \"a\", sources: []}]}", "1:31: the list has no source"),
    (
      "{lists: [{name: \"a\", sources: [\"b\"], outputs: {pageReports: true}}]}",
      "1:61: 'pageReports' without 'pageScripts'"
    ),
    (list("outputs: {pageCollapse: true}"), "1:62: 'pageCollapse' without 'pageScripts'"),
    (list("outputs: {shards: {count: 4}}"), "1:56: the key 'by' is missing"),
    (list("outputs: {shards: 4}"), "1:56: 'shards' takes an object: {by: \"host\"}"),
    (list("outputs: {shards: {by: \"hots\"}}"), "1:61: unknown value 'hots'"),
    (list("outputs: {shards: {by: 1}}"), "1:61: 'by' takes text in quotation marks"),
    (
      list("outputs: {shards: {by: \"host\", count: 0}}"),
      "1:76: 'count' must be a whole number from 1 to 64, not 0"
    ),
    (
      list("outputs: {shards: {by: \"host\", count: 2.5}}"),
      "1:76: 'count' must be a whole number from 1 to 64, not 2.5"
    ),
    (list("outputs: {shards: {by: \"host\", size: 2}}"), "1:69: unknown key 'size'"),
    (list("outputs: {split: \"none\", shards: {by: \"host\"}}"), "1:55: 'split' conflicts with 'shards'"),
    (list("outputs: {shards: {by: \"host\"}, split: \"source\"}"), "1:77: 'split' conflicts with 'shards'"),
    (
      list("outputs: {shards: {by: \"host\"}, onLimit: \"truncate\"}"),
      "1:79: 'truncate' conflicts with"
        + " 'shards'"
    ),
    (
      "{lists: [{name: \"a\", sources: [\"ftp://x/y\"]}]}",
      "1:32: 'ftp://x/y' is neither an http or https URL nor a path"
    ),
    (
      "{lists: [{name: \"a\", sources: [\"https://x.example:99999/y\"]}]}",
      "1:32: the URL 'https://x.example:99999/y' has a port that is not from 1 to 65535"
    ),
    (
      "{lists: [{name: \"a\", sources: [{url: \"HTTP:///y\"}]}]}", "1:38: the URL 'HTTP:///y' has no host"
    ),
    (
      "{lists: [{name: \"a\", sources: [{url: \"ftp://x/y\"}]}]}",
      "1:38: 'ftp://x/y' is not an http or https URL"
    ),
    (
      "{lists: [{name: \"a\", sources: [{file: \"https://x/y\"}]}]}",
      "1:39: 'https://x/y' is a URL, not a path"
    ),
    (
      "{lists: [{name: \"a\", sources: [{}]}]}",
      "1:32: a source must have one of 'url', 'file' and 'directory'"
    ),
    ("{lists: [{name: \"a\", sources: [\"b\"], excludes: [\"/(/\"]}]}", "1:49: '/(/' is not a regex"),
    (
      "{lists: [{name: \"a\", sources: [\"b\"], excludes: [\"/(a)\\\\1/\"]}]}",
      "1:49: '/(a)\\1/' is a regex that refers back to a group, which is not supported"
    ),
    (
      "{lists: [{name: \"a\", sources: [\"b\"]}, {name: \"a\", sources: [\"b\"]}]}",
      "1:40: two lists are called 'a'"
    ),
    (
      "{fetch: {retries: -1}, lists: [{name: \"a\", sources: [\"b\"]}]}",
      "1:19: 'retries' must be a whole number from 0 to 20, not -1"
    ),
    (
      list("outputs: {maximumRules: 5.5}"),
      "1:62: 'maximumRules' must be a whole number from 1 to 150000, not 5.5"
    ),
    (list("outputs: {maximumRules: 1e400}"), "1:62: the number '1e400' is too large"),
    (list("outputs: {maximumRules: NaN}"), "1:62: 'NaN' is not a number"),
    (list("outputs: {maximumRules: 1.2.3}"), "1:62: '1.2.3' is not a number"),
    (list("outputs: {maximumRules: 010}"), "1:62: '010' is not a number"),
    (
      list("outputs: {maximumRules: 99999999999999999999}"),
      "1:62: 'maximumRules' must be a whole number from 1 to 150000, not 1e+20"
    ),
    (list("title: \"\\q\""), "1:46: unknown escape in text: write a backslash as '\\\\'"),
    (list("title: \"\\u12\""), "1:46: the escape in the text needs 4 hexadecimal digits"),
    (list("title: \"\\ud800\""), "1:46: half of a surrogate pair in the text"),
    (
      list("title: \"a\tb\""),
      "1:47: there is a control character in the text, perhaps a tab: write it as an escape"
    ),
    (list("ti-tle: \"a\""), "1:38: the key 'ti-tle' needs quotation marks"),
    (list("targets: [\"safari-16\", \"safari-16\"]"), "1:61: duplicate target 'safari-16.4'"),
    (
      list("transformations: [\"Validate\", \"Compress\", \"ValidateAllowIp\"]"),
      "1:55: 'ValidateAllowIp' conflicts with 'Validate'"
    ),
    (
      "{lists: [{name: \"a\", sources: [\"b\", {file: \"c\", transformations: [\"ValidateAllowIp\"]}], transformations: [\"Validate\"]}]}",
      "1:37: 'ValidateAllowIp' of a source conflicts with 'Validate' of the whole list"
    ),
    (
      "{lists: [{name: \"ads\", sources: [\"b\"]}, {name: \"ADS\", sources: [\"b\"]}]}",
      "1:42: 'ADS' and 'ads' differ only in case, which some file systems ignore"
    ),
    (
      "{lists: [{name: \"Report\", sources: [\"b\"]}]}",
      "1:17: the name 'Report' is taken by report.json, the build's report on the filters"
    ),
    ("{lists: [}", "1:10: a value is missing"),
    ("{\n lists: [\n", "2:9: the array is not closed with ']'"),
    ("{lists: 1 2}", "1:11: a ',' is missing"),
    ("{lists: abc}", "1:9: 'abc' is not a value: text needs quotation marks"),
    ("{lists: [], lists: []}", "1:13: duplicate key 'lists'"),
    ("{} x", "1:4: unexpected text after the value"),
    ("/* ", "1:1: the comment is not closed"),
    ("{a: \"x}", "1:5: the text is not closed with a quotation mark"),
    ("", "1:1: a value is missing"),
    ("[]", "1:1: the file must be an object: {lists: [{name: \"ads\", sources: [\"my.txt\"]}]}"),
    ("{lists: {name: 'a'}}", "1:9: 'lists' takes a list: [{name: \"ads\", sources: [\"my.txt\"]}]"),
    ("{lists: ['a']}", "1:10: each of 'lists' must be an object: {name: \"ads\", sources: [\"my.txt\"]}"),
    ("{lists: [{name: 'a', sources: 'my.txt'}]}", "1:31: 'sources' takes a list: [\"my.txt\"]"),
    (
      "{lists: [{name: 'a', sources: [1]}]}",
      "1:32: each of 'sources' must be a path, a URL or an object: {file: \"my.txt\"}"
    ),
    (list("targets: 'safari-17'"), "1:47: 'targets' takes a list: [\"safari-17\"]"),
    (list("targets: [17]"), "1:48: each of 'targets' must be text: \"safari-17\""),
    (list("targets: ['safari-17.4']"), "1:48: unknown target 'safari-17.4'"),
    (list("targets: ['firefox-128']"), "1:48: unknown target 'firefox-128'"),
    (list("outputs: ['size']"), "1:47: 'outputs' takes an object: {split: \"action\"}"),
    (list("outputs: {pageScripts: 1}"), "1:61: 'pageScripts' takes true or false"),
    ("{lists: [{name: null, sources: ['b']}]}", "1:17: 'name' takes text: \"ads\""),
  ]

  @Test(arguments: mistakes)
  func buildFileMistakesAreLocated(text: String, message: String) {
    do throws(BuildFileMistake) {
      _ = try read(text)
      Issue.record("no mistake: \(text)")
    } catch {
      #expect("\(error.location): \(error.message)" == "sluice.json:\(message)")
    }
  }

  private static func list(_ keys: String) -> String { "{lists: [{name: \"a\", sources: [\"b\"], \(keys)}]}" }

  /// Numbers and text of JSON5 that JSON does not have.
  @Test(arguments: ["1000", "1e3", "+1000", "1000.", "0x3e8", "1000.0", "0X3E8", "1.0e+3", "10000e-1"])
  func json5NumbersAreRead(number: String) throws {
    #expect(try read(Self.list("outputs: {maximumRules: \(number)}")).lists[0].maximumRules == 1000)
  }

  @Test(arguments: [
    ("\"a\"", "a"), ("'a\"b'", "a\"b"), ("'it\\'s'", "it's"), ("\"\\x41\\u00e9\\ud83d\\ude00\"", "Aé😀"),
    ("\"a\\\nb\"", "ab"), ("\"a\\\r\nb\"", "ab"),
    ("\"\\b\\f\\n\\r\\t\\v\\/\\\\\"", "\u{8}\u{C}\n\r\t\u{B}/\\"),
  ])
  func json5StringsAreRead(text: String, value: String) throws {
    #expect(try read(Self.list("\u{A0}title\u{B}: \(text)")).lists[0].title == value)
  }

  /// Every mistake has a location: Foundation rejects nothing that passed the earlier checks.
  @Test(.slow(8), arguments: 0..<4 as Range<UInt64>)
  func mutatedBuildFilesAreReadOrLocated(seed: UInt64) {
    let text =
      "{// c\n  \"$schema\": 'x', fetch: {retries: 3, minimumShare: 0.5, maximumBytes: 1e6}, lists: [{name: 'a',"
      + " title: \"T\\u00e9\\n\", sources: [\"a.txt\", {file: \"b\", trusted: true, excludes: [\"/x+/\"]}],"
      + " outputs: {maximumRules: 1000}, /* d */ defines: [],},],}"
    let parts = [
      "\\", "\"", "'", "\t", "\u{A0}", "\u{2028}", "\u{FEFF}", "\u{B}", "\0", "0x1f", "1e5", "1e999", "-",
      ".5", "5.", "+",
      ",", "{", "}", "[", "]", ":", "//", "/*", "NaN", "Infinity", "null", "\\u00", "\\x4", "\\ud800", "é",
      "$", "0", "\r",
    ].map { Array($0.utf8) }
    var random = SeededRandom(seed)
    for _ in 0..<size(400) {
      var bytes = Array(text.utf8)
      for _ in 0...random.below(2) {
        let place = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes.insert(contentsOf: random.pick(parts), at: place)
        case 1: bytes.removeSubrange(place..<min(place + 1 + random.below(4), bytes.count))
        case 2: bytes.replaceSubrange(place..<place + 1, with: random.pick(parts))
        default: bytes[place] = UInt8(random.below(256))
        }
      }
      do throws(BuildFileMistake) {
        _ = try BuildFile(parsing: bytes, name: "sluice.json")
      } catch {
        let isFoundations = error.message.contains("JSON") || error.message.contains("data")
        #expect(!isFoundations, "\(error.message): \(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  /// The schema for editors agrees with the reader.
  @Test func schemaAgreesWithBuildFileReader() throws {
    let text = Data(try Repository.bytes(of: "docs/sluice.schema.json"))
    let schema = try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    func items(_ name: String) -> [String: Any]? { definitions[name]?["items"] as? [String: Any] }
    // SchemaTests of the commands compare the names of systems.
    #expect((items("targets")?["anyOf"] as? [[String: Any]])?.first?["enum"] as? [String] == Target.names)
    let list = try #require(definitions["list"]?["properties"] as? [String: Any])
    for key in list.keys {
      let file = "{lists: [{name: \"a\", sources: [\"b\"], \(key): null}]}"
      do throws(BuildFileMistake) {
        _ = try read(file)
      } catch {
        #expect(!error.message.contains("unknown key"), "\(key)")
      }
    }
  }

  @Test func deeplyNestedBuildFileIsRejected() {
    #expect(throws: BuildFileMistake.self) { try read(String(repeating: "[", count: 100_000)) }
  }

  @Test func hostlistCompilerConfigurationBecomesOneList() throws {
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
    #expect(list.name == "my-hosts-list" && list.title == "My Hosts: List" && list.license == "GPLv3")
    #expect(list.sources.map(\.location) == [.file("rules.txt"), .url("https://lists.example/hosts")])
    #expect(list.sources.map(\.dialect) == [nil, .hosts])
    #expect(list.sources[0].excludeFiles == ["exclusions.txt"] && list.sources[1].includeFiles == ["in.txt"])
    #expect(list.transformations == [.deduplicate])
  }

  @Test func hostlistCompilerMistakeGetsSuggestion() {
    do throws(BuildFileMistake) {
      _ = try read("{\"name\": \"a\", \"sources\": [{\"source\": \"a\", \"typ\": \"hosts\"}]}")
      Issue.record("no mistake")
    } catch {
      #expect(error.message == "unknown key 'typ'" && error.advice == "did you mean 'type'?")
    }
  }
}
