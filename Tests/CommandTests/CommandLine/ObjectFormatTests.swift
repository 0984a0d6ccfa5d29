import Foundation
import TestSupport
import Testing

@testable import sluice

/// `--format json`: the keys that programs rely on, and their values.
@Suite struct ObjectFormatTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "! License: GPLv3\n||ads.example^\n||b.example^$object,script\n##.ad\na.example##+js(none)\n",
      to: "list.txt")
    try folder.write("{lists: [{name: \"ads\", title: \"Ads\", sources: [\"list.txt\"]}]}", to: "sluice.json")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  /// A JSON value.
  private enum Value: Decodable {
    case flag(Bool)
    case number(Double)
    case text(String)
    case array([Value])
    case object([String: Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) { self = .flag(flag); return }
      if let number = try? container.decode(Double.self) { self = .number(number); return }
      if let text = try? container.decode(String.self) { self = .text(text); return }
      if let array = try? container.decode([Value].self) { self = .array(array); return }
      self = .object(try container.decode([String: Value].self))
    }

    /// Returns the paths of all values with their kinds, without duplicates: `lists[].name text`.
    func shape(_ path: String = "") -> Set<String> {
      switch self {
      case .flag: ["\(path) flag"]
      case .number: ["\(path) number"]
      case .text: ["\(path) text"]
      case .array(let values):
        values.isEmpty ? ["\(path)[]"] : values.reduce(into: []) { $0.formUnion($1.shape("\(path)[]")) }
      case .object(let members):
        members.reduce(into: []) { $0.formUnion($1.value.shape(path.isEmpty ? $1.key : "\(path).\($1.key)")) }
      }
    }

    /// Returns the value at a path, using the first element of each array.
    subscript(path: String) -> String? {
      var value: Value? = self
      for key in path.split(separator: ".") {
        if case .array(let values)? = value { value = values.first }
        guard case .object(let members)? = value else { return nil }
        value = members[String(key)]
      }
      if case .array(let values)? = value { value = values.first }
      switch value {
      case .text(let text): return text
      case .number(let number): return "\(number)"
      case .flag(let flag): return "\(flag)"
      case .array, .object, nil: return nil
      }
    }
  }

  /// Returns the single object that a command writes on one line.
  private func object(_ command: String) throws -> Value {
    let result = try sh(command)
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    #expect(result.output.count { $0 == "\n" } == 1 && result.output.hasSuffix("\n"), "\(result.output)")
    return try JSONDecoder().decode(Value.self, from: Data(result.output.utf8))
  }

  @discardableResult
  private func expect(_ command: String, has keys: String) throws -> Value {
    let value = try object(command)
    let shape = value.shape().sorted().joined(separator: "\n")
    #expect(shape == keys.split(separator: "\n").sorted().joined(separator: "\n"), "\(command):\n\(shape)")
    return value
  }

  private static let expensive = [
    "nanosecondsPerDocument number", "nanosecondsPerRequest number", "rule number", "url-filter text",
  ]
  private static let pageCost =
    expensive.map { "mostExpensive[].\($0)" } + [
      "automata number", "microsecondsPerDocument number", "microsecondsPerRequest number",
      "selectors.classes number", "selectors.ids number", "selectors.others number",
      "sitesByCondition number",
      "unsharedSelectors number",
    ]
  private static let finding = [
    "file text", "line number", "column number", "endColumn number", "outcome text", "reason text",
    "message text", "filter text",
  ]

  private static func keys(_ keys: [String], of path: String) -> String {
    keys.map { "\(path).\($0)" }.joined(separator: "\n")
  }

  @Test func buildWritesJSONObject() throws {
    let built = try expect(
      "sluice build --cache cache --format json",
      has: """
        output text
        changed flag
        lists[].name text
        lists[].unchanged flag
        lists[].rules number
        lists[].bytes number
        lists[].filters number
        lists[].inPage number
        lists[].notConverted number
        lists[].update.first flag
        lists[].update.files number
        lists[].update.changedFiles number
        lists[].update.bytes number
        lists[].update.compressedBytes number
        lists[].update.compileMilliseconds number
        \(Self.keys(Self.pageCost, of: "lists[].pageCosts[]"))
        warnings[]
        seconds number
        """)
    #expect(built["output"] == "./public" && built["changed"] == "true" && built["lists.name"] == "ads")
    #expect(built["lists.filters"] == "4.0" && built["lists.notConverted"] == "1.0")
    let again = try expect(
      "sluice build --cache cache --format json -q",
      has: """
        output text
        changed flag
        lists[].name text
        lists[].unchanged flag
        lists[].rules number
        lists[].bytes number
        warnings[]
        seconds number
        """)
    #expect(again["changed"] == "false" && again["lists.unchanged"] == "true")
    #expect(again["lists.rules"] == built["lists.rules"])
  }

  @Test func buildJSONReportsWarningsAndFailures() throws {
    let server = try FaultServer { request in
      request.count > 1 ? FaultServer.answer("500 No") : FaultServer.text("! Title: x\n||a.example^\n")
    }
    let url = server.url("/list.txt?token=s3cret").replacing("://", with: "://user:s3cret@")
    try folder.write(
      "{fetch: {retries: 0}, lists: [{name: \"ads\", sources: [\"\(url)\"]}]}", to: "sluice.json")
    _ = try sh("sluice build -q --cache cache")
    let stale = try object("sluice build --cache cache --format json --refresh")
    #expect(stale["warnings.source"] == server.url("/list.txt?token=***"))
    #expect(stale["warnings.message"]?.contains("its last good copy is used") == true)
    #expect(!"\(stale)".contains("s3cret"))
    let failed = try sh("sluice build --cache none --format json --refresh")
    #expect(failed.status == 2 && failed.output == "" && failed.error.contains("error:"))
  }

  @Test func mergeWritesJSONObject() throws {
    try folder.write(
      #"{"readme":"https://github.com/duckduckgo/","trackers":{"ads.example":{"default":"block"},"a b":{"default":"block"}}}"#,
      to: "tds.json")
    let merged = try expect(
      "sluice merge list.txt tds.json -o out.json --page-script out --format json",
      has: """
        inputs[] text
        lists[].file text
        lists[].kind text
        lists[].dialect text
        outputs[].file text
        outputs[].rules number
        outputs[].bytes number
        outputs[].form text
        outputs[].inputs[] text
        \(Self.keys(Self.finding, of: "findings[]"))
        problems[].file text
        problems[].line number
        problems[].column number
        problems[].path text
        problems[].reason text
        problems[].message text
        notes[]
        listFindings[]
        licenseConflicts[].first text
        licenseConflicts[].firstLicense text
        licenseConflicts[].second text
        licenseConflicts[].secondLicense text
        licenseConflicts[].mixed flag
        unusedSurrogates[]
        page.files[]
        page.filters number
        page.notDone[].reason text
        page.notDone[].count number
        page.notDone[].example text
        page.surrogates number
        page.trackerRegexes number
        seconds number
        """)
    #expect(merged["inputs"] == "list.txt" && merged["outputs.file"] == "out.1.json")
    #expect(merged["findings.reason"] == "object-type" && merged["problems.file"] == "tds.json")
  }

  @Test func explainWritesFilterAsJSON() throws {
    let filter = try expect(
      "sluice explain '||b.example^$object,script' --format json",
      has: """
        filter text
        parts[].name text
        parts[].text text
        outcome text
        \(Self.keys(Self.finding, of: "findings[]"))
        notes[]
        rules[].trigger.url-filter text
        rules[].trigger.url-filter-is-case-sensitive flag
        rules[].trigger.resource-type[] text
        rules[].action.type text
        pages[]
        """)
    #expect(filter["outcome"] == "approximated" && filter["rules.action.type"] == "block")
    let scriptlet = try object("sluice explain 'a.example##+js(none)' --format json")
    #expect(scriptlet["pages.reason"] == "page-scriptlet" && scriptlet["outcome"] == "needsScript")
    let done = try object("sluice explain 'a.example##.x:has-text(y)' --format json")
    #expect(done["pages.text"] == "hides elements by has-text" && done["pages.reason"] == nil)
    try expect("sluice explain '! x' --format json", has: "filter text\nparts[].name text\nparts[].text text")
  }

  @Test func explainWritesReasonsAsJSON() throws {
    let one = try object("sluice explain object-type --format json")
    #expect(one["reasons.reason"] == "object-type" && one["reasons.of"] == "filters")
    try expect(
      "sluice explain --format json",
      has: """
        reasons[].reason text
        reasons[].of text
        reasons[].summary text
        reasons[].meaning text
        reasons[].example text
        reasons[].instead text
        reasons[].severity text
        reasons[].webkit text
        """)
  }

  @Test func serveWritesAddressAsJSON() throws {
    try folder.write(
      #"{lists: [{name: "ads", title: "Ads", sources: ["list.txt"], outputs: {text: true}}]}"#,
      to: "sluice.json")
    _ = try sh("sluice build -q --cache cache")
    let result = try sh(
      """
      "$SLUICE" serve public --port 0 --port 0 --format json > start 2> log & server=$!
      tries=0; until [ "$(grep -c . start)" = 2 ] || [ $tries = 300 ]; do sleep 0.1; tries=$((tries + 1)); done
      kill $server; wait; cat start
      """)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines {
      let start = try JSONDecoder().decode(Value.self, from: Data(line.utf8))
      #expect(
        start.shape() == [
          "url text", "port number", "folder text", "lists[].name text", "lists[].title text",
          "lists[].targets[] text", "lists[].text.file text", "lists[].text.url text",
          "lists[].text.bytes number", "lists[].files[].file text", "lists[].files[].url text",
          "lists[].files[].target text", "lists[].files[].rules number", "lists[].files[].bytes number",
          "lists[].files[].compressedBytes number",
        ])
      let url = try #require(start["url"])
      let port = try #require(start["port"].flatMap(Double.init))
      #expect(url == "http://127.0.0.1:\(Int(port))/" && start["lists.files.url"] == "\(url)ads.json")
      #expect(start["folder"] == folder.path("public") && start["lists.text.url"] == "\(url)ads.txt")
    }
  }

  @Test func conformanceWritesJSONObject() throws {
    let value = try expect(
      "sluice conformance probes --format json",
      has: "output text\npage text\nlists[].probe text\nlists[].file text")
    #expect(value["page"] == "sluice-conformance.html" && value["lists.file"] == "sluice-control.json")
  }

  @Test func reportWritesEmbeddedJSON() throws {
    let told = try sh("sluice report list.txt -q -o page.html; sluice report --format json list.txt")
    let page = try #require(folder.text(of: "page.html"))
    let embedded = page.components(separatedBy: ReportContent.dataStart).last?.components(
      separatedBy: "</script>")
    // The page embeds the same document.
    #expect(try #require(embedded?.first) + "\n" == told.output)
    let both = try object("sluice report --format json --previous page.html list.txt")
    #expect(both["previous.version"] == Program.version && both["version"] == Program.version)
    // `-o` replaces documents of this kind and no other files.
    #expect(
      try sh(
        "sluice report --format json list.txt -o r.json; sluice report --format json list.txt -o r.json"
      ).status == 0)
    let foreign = try sh("sluice report --format json list.txt -o page.html")
    #expect(foreign.status == 2 && foreign.error.contains("Sluice did not write it"))
    #expect(try sh("sluice report -q list.txt -o r.json").status == 2)
    #expect(folder.text(of: "page.html") == page)
  }

  @Test func helpWritesCommandTableAsJSON() throws {
    let all = try expect(
      "sluice help --format json",
      has: """
        version text
        options[].name text
        options[].short text
        options[].help text
        commands[].name text
        commands[].summary text
        commands[].details[]
        commands[].details[] text
        commands[].usage text
        commands[].options[].name text
        commands[].options[].short text
        commands[].options[].help text
        commands[].options[].value text
        commands[].options[].choices[] text
        commands[].options[].default text
        commands[].options[].otherwise text
        commands[].options[].required flag
        commands[].examples[]
        commands[].examples[].line text
        commands[].examples[].explanation text
        commands[].exitStatus[].code number
        commands[].exitStatus[].meaning text
        """)
    #expect(all["commands.name"] == "convert")
    let lint = try object("sluice help lint --format json")
    #expect(lint["name"] == "lint" && lint["options.name"] == "--suffixes")
  }

  /// Each object of JSON lines stays on one line, whatever options are set.
  @Test(arguments: ["convert --costs 5 list.txt -o out.json", "check --costs 5 list.json"])
  func costsStayOnSummaryLine(command: String) throws {
    _ = try sh("sluice convert -q list.txt -o list.json")
    let result = try sh("sluice \(command) --format jsonl")
    let lines = (result.output + result.error).split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines { _ = try JSONDecoder().decode(Value.self, from: Data(line.utf8)) }
    #expect(lines.contains { $0.contains("\"mostExpensive\":[{") })
  }

  @Test func lintJSONCountsFixedFindings() throws {
    try folder.write("||a.example^$image,script \n", to: "blank.txt")
    let result = try sh("sluice lint --select default,style --fix --format jsonl blank.txt")
    let last = try #require(result.output.split(separator: "\n").last)
    let summary = try JSONDecoder().decode(Value.self, from: Data(last.utf8))
    #expect(
      result.error == "fixed \(Int(try #require(summary["summary.fixed"].flatMap(Double.init)))) finding\n")
    #expect(try !sh("sluice lint --format jsonl blank.txt").output.contains("\"fixed\""))
  }
}
