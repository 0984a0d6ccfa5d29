import SluiceConversion
import SluiceRules
import SluiceText
import Testing

@testable import sluice
@testable import SluiceListFiles
@testable import SluiceLists

@Suite struct SummaryTests {
  private var example: Summary {
    Summary(
      inputs: ["lists/easylist.txt"], lines: 79_571, filters: 79_288,
      counts: [.converted: 78_512, .approximated: 364, .needsScript: 300, .unsupported: 112],
      reasons: [
        .init(outcome: .approximated, reason: "entity-suffixes", count: 364),
        .init(outcome: .needsScript, reason: "scriptlet", count: 300),
        .init(outcome: .unsupported, reason: "unknown-option", count: 112),
      ],
      outputs: [.init(part: .all, name: "easylist.json", rules: 61_902, bytes: 6_100_000)],
      duration: .milliseconds(87))
  }

  @Test func summaryCountsEveryLine() {
    #expect(
      SummaryRenderer.text(example, style: .plain) == """
        lines                  79,571
          no filters              283
          filters              79,288
            converted          78,512
            approximated          364
              entity-suffixes     364
            needs a script        300
              scriptlet           300
            unsupported           112
              unknown-option      112
        rules                  61,902  6.1 MB  easylist.json
        easylist: 79,288 filters → 61,902 rules (6.1 MB), 412 not converted, 0.09 s

        """)
  }

  @Test func summaryCountsPageScriptFiltersOnce() {
    var summary = example
    summary.counts[.inPage] = 299
    summary.counts[.needsScript] = 1
    summary.reasons[1] = .init(outcome: .inPage, reason: "scriptlet", count: 299)
    summary.reasons.append(.init(outcome: .needsScript, reason: "scriptlet", count: 1))
    summary.page = Summary.Page(
      files: [.init(name: "x.page.js", bytes: 5_000)], filters: 301,
      reasons: [.init(id: "page-trust", count: 1, example: "a.txt:1: why")])
    #expect(
      SummaryRenderer.text(summary, style: .plain) == """
        lines                  79,571
          no filters              283
          filters              79,288
            converted          78,512
            approximated          364
              entity-suffixes     364
            done in pages         299
              scriptlet           299
            needs a script          1
              scriptlet             1
            unsupported           112
              unknown-option      112
        rules                  61,902  6.1 MB  easylist.json
        page scripts              301  5.0 kB  x.page.js
          page-trust                1  a.txt:1: why
        easylist: 79,288 filters → 61,902 rules (6.1 MB), 299 done in pages, 113 not converted, 0.09 s

        """)
  }

  @Test func summaryNamesBothPartsOfSplit() {
    var summary = example
    summary.outputs = [
      .init(part: .network, name: "x.network.json", rules: 2, bytes: 1500),
      .init(part: .cosmetic, name: "x.cosmetic.json", rules: 1, bytes: 500),
    ]
    let text = SummaryRenderer.text(summary, style: .plain)
    #expect(text.contains("\nnetwork rules               2  1.5 kB  x.network.json\n"))
    #expect(text.contains("\ncosmetic rules              1  500 bytes  x.cosmetic.json\n"))
    #expect(SummaryRenderer.line(summary).contains("→ 3 rules (2.0 kB)"))
  }

  /// A fact about very many filters takes one line and does not change the counts.
  @Test func summaryPrintsEachNoteOnce() {
    var summary = example
    summary.notes = [.init(note: .objectLoads, count: 1842)]
    let text = SummaryRenderer.text(summary, style: .plain)
    #expect(
      text.contains(
        "\nnote: WebKit treats requests of <object> and <embed> as images and frames, newer versions also as 'other':"
          + " this affects 1,842 filters [object-loads]\neasylist: "))
    #expect(text.contains("    converted          78,512\n"))
    var json = JSONWriter(.hidden)
    SummaryRenderer.append(summary, to: &json)
    #expect(
      String(decoding: json.bytes, as: UTF8.self).contains(
        #","notes":[{"note":"object-loads","filters":1842}],"outputs":"#))
  }

  @Test(arguments: [
    (ListForm.compile, 19_000_001, true, "--prefer size or --split or --max-bytes" as String?),
    (.size, 19_000_001, true, "--split or --max-bytes"), (.size, 25_000_000, false, "--max-bytes"),
    (.size, 19_000_000, true, nil), (.compile, 19_000_000, true, nil),
  ])
  func summaryAdvisesOnLargeLists(_ form: ListForm, _ bytes: Int, _ isWhole: Bool, _ remedies: String?) {
    var options = ConversionOptions()
    options.target = .safari26
    var summary = example
    summary.sizeFindings = SizeFinding.findings(
      on: "x.json", bytes: bytes, form: form, isWhole: isWhole, options)
    let text = SummaryRenderer.text(summary, style: .plain)
    var json = JSONWriter(.hidden)
    SummaryRenderer.append(summary, to: &json)
    let line = String(decoding: json.bytes, as: UTF8.self)
    #expect(text.contains("\nx.json: warning: ") == (remedies != nil))
    #expect(line.contains(#"{"reason":"large-list","file":"x.json","message":""#) == (remedies != nil))
    if let remedies { #expect(text.contains("[large-list]\n  = help: \(remedies) makes it smaller\n")) }
    #expect(text.contains("\nx.json: note: written in the smaller form") == (form == .size))
    #expect(line.contains(#"{"reason":"smaller-form""#) == (form == .size))
    options.target = .webKitGTK2_44
    options.preferredForm = .size
    #expect(
      SizeFinding.findings(on: "x", bytes: bytes, form: form, isWhole: isWhole, options).isEmpty)
  }

  /// Imperceptible costs are not reported.
  @Test(
    arguments: [
      (0, 0, nil), (99, 4, nil),
      (100, 0, "each document about 0.10 ms (9 generic selectors), each request 0.00 ms"),
      (18_049, 164, "each document about 18.0 ms (9 generic selectors), each request 0.16 ms"),
      (0, 5, "each document about 0.00 ms (9 generic selectors), each request 0.00 ms"),
    ] as [(Int, Int, String?)])
  func summaryEstimatesPageCost(document: Int, request: Int, words: String?) {
    var summary = example
    summary.outputs[0].cost.selectors.classes = 9
    summary.outputs[0].cost.automata = 349
    summary.outputs[0].cost.microsecondsPerDocument = document
    summary.outputs[0].cost.microsecondsPerRequest = request
    let text = SummaryRenderer.text(summary, style: .plain)
    let line = text.split(separator: "\n").first { $0.hasPrefix("cost of a page") }
    #expect(line.map(String.init) == words.map { "cost of a page: \($0) (349 automata)" })
  }

  @Test func summarySaysWhenNothingWasConverted() {
    var summary = example
    summary.outputs = [.init(part: .all, name: "x", rules: 0, bytes: 85)]
    #expect(SummaryRenderer.text(summary, style: .plain).contains("\nNothing was converted:"))
  }

  @Test(arguments: [
    (["easylist.txt"], "easylist"),
    (["a/b/easylist.min.txt", "easyprivacy"], "easylist.min + easyprivacy"),
    ([".hidden"], ".hidden"),
    (["<stdin>"], "stdin"),
    (["1", "2", "3", "4"], "4 lists"),
    (["\u{1B}[2J.txt"], "\\u{1B}[2J"),
  ])
  func summaryUsesListNames(inputs: [String], expected: String) {
    var summary = example
    summary.inputs = inputs
    #expect(SummaryRenderer.line(summary).hasPrefix("\(expected): 79,288 filters"))
  }

  @Test func summaryIsOneJSONObject() {
    var output = JSONWriter(.hidden)
    SummaryRenderer.append(example, to: &output)
    #expect(
      String(decoding: output.bytes, as: UTF8.self)
        == #"{"summary":{"inputs":["lists/easylist.txt"],"lists":[],"lines":79571,"filters":79288,"converted":78512,"#
        + #""approximated":364,"inPage":0,"notConverted":412,"#
        + #""reasons":[{"outcome":"approximated","reason":"entity-suffixes","count":364},"#
        + #"{"outcome":"needsScript","reason":"scriptlet","count":300},"#
        + #"{"outcome":"unsupported","reason":"unknown-option","count":112}],"notes":[],"#
        + #""outputs":[{"part":"all","file":"easylist.json","rules":61902,"bytes":6100000,"form":"compile","#
        + #""pageCost":{"selectors":{"classes":0,"ids":0,"others":0},"unsharedSelectors":0,"automata":0,"#
        + #""sitesByCondition":0,"microsecondsPerDocument":0,"microsecondsPerRequest":0}}],"listFindings":[],"#
        + #""seconds":0.087}}"#
        + "\n")
  }
}
