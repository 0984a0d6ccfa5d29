import Foundation
import SluiceLists
import SluiceRules
import Testing
import TestSupport

@testable import sluice

/// `sluice conformance`: the files that it writes, and those that it must not touch.
@Suite struct ConformanceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  // MARK: Output

  @Test func conformanceFolderHasPageListsAndManifest() throws {
    let result = try sh("sluice conformance probes; ls probes")
    #expect(result.status == 0 && result.error == "probes: the conformance page and 27 lists\n")
    let lists = ConformanceProbe.allCases.filter { !$0.content.isLarge }.map(\.fileName)
    let page = [
      "sluice-conformance.html", "sluice-conformance.js", "sluice-frame.html", "sluice-page.pdf",
      "sluice-pixel.png", "sluice-worker.js",
    ]
    let files = result.output.split(separator: "\n").map(String.init)
    #expect(files == (["manifest.json"] + lists + page).sorted())
    let manifest = try Manifest.read(folder.path("probes/manifest.json"))
    #expect(manifest.outputs.map(\.name.description) == lists)
    #expect(manifest.conformance?.map(\.name.description).sorted() == page)
    #expect(try manifest.describes(folder.path("probes")))
  }

  @Test func conformanceListsAreValid() throws {
    #expect(try sh("sluice conformance -q probes && sluice check probes/sluice-*-*.json").status == 0)
    for probe in ConformanceProbe.allCases where !probe.content.isLarge {
      let list = probe.content.list(of: probe)
      let rules = try JSONSerialization.jsonObject(with: Data(list.json)) as? [Any]
      let count: Int = list.actions.values.reduce(0, +)
      #expect(rules?.count == count, "\(probe)")
    }
  }

  @Test func conformanceOutputIsDeterministic() throws {
    let result = try sh(
      """
      sluice conformance -q a && sluice conformance -q b && diff -r a b
      sha256sum a/* > before; sluice conformance -q a && sha256sum -c --quiet before
      """)
    #expect(result.status == 0 && result.output.isEmpty && result.error.isEmpty, "\(result)")
  }

  // MARK: Trials

  /// All lists can act at once without affecting the tests of other lists.
  @Test func conformanceProbesAreIndependent() {
    var marks: Set<String> = []
    for probe in ConformanceProbe.allCases {
      let own = ([.alive] + probe.trials).map { probe.mark($0.name) }
      for mark in own {
        #expect(marks.insert(mark).inserted, "\(mark) is there twice")
        let longer = own.filter { $0 != mark && $0.hasPrefix(mark) }
        #expect(longer.isEmpty, "a selector or pattern of \(mark) is about \(longer) too")
      }
      for rule in probe.rules {
        switch rule.action {
        // Only requests of the probe's own trials.
        case .block: #expect(rule.urlFilter.contains("[?]sluice-\(probe.rawValue)-"), "\(rule.json)")
        case .hide(let selector):
          #expect(selector.dropFirst().hasPrefix("sluice-\(probe.rawValue)-"), "\(rule.json)")
        // Affects only rules of the same list.
        case .ignoreFollowingRules: break
        }
      }
    }
  }

  /// A trial without a rule would always have the same result.
  @Test func everyConformanceTrialHasRule() {
    for probe in ConformanceProbe.allCases {
      let rules = probe.rules.map(\.json).joined()
      for trial in probe.trials { #expect(rules.contains(probe.mark(trial.name)), "\(probe) \(trial.name)") }
      #expect(probe.trials.isEmpty || probe.trials.contains { $0.proof != nil }, "\(probe) proves nothing")
    }
  }

  // MARK: Sizes

  /// With more than 65,534 rules that have conditions and match any URL, WebKit aborts, and Safari with it.
  @Test func conformanceListsStayBelowWebKitAbortLimit() {
    for probe in ConformanceProbe.allCases {
      switch probe.content {
      case .conditions(let count): #expect(count < 65_000)
      case .rules(let rules): #expect(rules.count < 100)
      case .copies(let count): #expect(count <= RuleList.maximumRules + 1)
      case .padding: break
      }
    }
  }

  @Test(arguments: [10_000, 10_001, 12_345, 100_000, 104_447])
  func paddedListsHaveExactByteCount(bytes: Int) throws {
    let list = ConformanceContent.padding(bytes: bytes).list(of: .megabytes6)
    #expect(list.json.count == bytes)
    let rules = try #require(try JSONSerialization.jsonObject(with: Data(list.json)) as? [Any])
    let count: Int = list.actions.values.reduce(0, +)
    #expect(rules.count == count)
  }

  @Test(arguments: [ConformanceContent.copies(count: 1001), .conditions(count: 1001)])
  func countedListsHaveExactRuleCount(content: ConformanceContent) throws {
    let list = content.list(of: .rules150001)
    let rules = try #require(try JSONSerialization.jsonObject(with: Data(list.json)) as? [Any])
    #expect(rules.count == 1001 && list.actions.values.reduce(0, +) == 1001)
  }

  // MARK: The user's files

  struct Refusal: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let setup: String
    var directory = "probes"
    let message: String
  }

  private static let foreign = "and no conformance page was written there"

  static let refusals = [
    Refusal(
      testDescription: "a file", setup: "mkdir probes; echo mine > probes/a.txt",
      message: "has 'a.txt' in it, \(foreign)"),
    Refusal(
      testDescription: "a file by the name of ours",
      setup: "mkdir probes; echo [] > probes/sluice-control.json",
      message: "has 'sluice-control.json' in it, \(foreign)"),
    Refusal(testDescription: "a folder", setup: "mkdir -p probes/a", message: "has 'a' in it, \(foreign)"),
    Refusal(
      testDescription: "a link in it", setup: "mkdir probes; ln -s ../outside probes/sluice-control.json",
      message: "has 'sluice-control.json' in it, \(foreign)"),
    Refusal(
      testDescription: "what a build wrote",
      setup:
        "echo '||a.example^' > a.txt; echo '{lists: [{name: \"a\", sources: [\"a.txt\"]}]}' > b.json; sluice build -q b.json -o probes --cache cache",
      message: "has 'NOTICE' in it, \(foreign)"),
    Refusal(
      testDescription: "what a merge wrote",
      setup: "echo '||a.example^' > a.txt; mkdir probes; sluice merge -q a.txt -o probes/a.json",
      message: "has 'a.json' in it, \(foreign)"),
    Refusal(
      testDescription: "ours with a damaged manifest",
      setup: "sluice conformance -q probes; echo {} > probes/manifest.json",
      message: "has 'manifest.json' in it, \(foreign)"),
    Refusal(
      testDescription: "a link in place of ours",
      setup:
        "sluice conformance -q probes; rm probes/sluice-frame.html; ln -s ../outside probes/sluice-frame.html",
      message: "sluice-frame.html: is not a file, and the build writes one there"),
    Refusal(
      testDescription: "a user's file where a list of a new version would be",
      setup:
        "sluice conformance -q probes; sed 's/sluice-control/sluice-other/' probes/manifest.json > m; mv m probes/manifest.json; echo [] > probes/sluice-control.json",
      message: "sluice-control.json: would be overwritten"),
    Refusal(
      testDescription: "a file as the folder", setup: "echo mine > probes", message: "cannot write '"),
    Refusal(
      testDescription: "a folder that is nowhere", setup: "", directory: "none/probes",
      message: "cannot write '"),
    Refusal(
      testDescription: "a link to nowhere", setup: "ln -s nowhere probes", message: "cannot write '"),
    Refusal(
      testDescription: "a foreign folder where the files are put together",
      setup: "mkdir -p .probes.sluice-new/mine", message: "which no build wrote"),
  ]

  @Test(arguments: refusals) func conformanceNeverOverwritesUserFiles(refusal: Refusal) throws {
    try folder.write("outside", to: "outside")
    #expect(try sh("\(refusal.setup)\ntrue").status == 0)
    let before = try content()
    let result = try sh("sluice conformance \(refusal.directory)")
    #expect(result.status == 2 && result.error.contains(refusal.message), "\(result.error)")
    #expect(try content() == before)
  }

  /// Returns all names, digests and link targets.
  private func content() throws -> String {
    try sh("find . | sort; find . -type f | sort | xargs sha256sum; find . -type l -exec readlink {} +")
      .output
  }

  @Test func conformanceFolderMayBeSymbolicLink() throws {
    #expect(
      try sh("mkdir there; ln -s there probes; sluice conformance -q probes && test -L probes").status == 0)
    #expect(folder.text(of: "there/sluice-control.json") != nil)
  }

  @Test func conformanceKeepsForeignFilesAndRemovesObsoleteOnes() throws {
    let result = try sh(
      """
      mkdir -p probes/.git && echo ref > probes/.git/HEAD
      sluice conformance -q probes || exit
      echo mine > probes/mine.txt
      # Of an older version: one file of this name, and by what it claims also one of the user's.
      echo [] > probes/sluice-old.json
      entry() { printf '{"bytes": %s, "name": "%s", "sha256": "%s"},' $(wc -c < "$1") "${1##*/}" $(sha256sum < "$1" | cut -d' ' -f1); }
      sed "s|\\"conformance\\" : \\[|&$(entry probes/sluice-old.json)$(entry probes/mine.txt)|" probes/manifest.json > m
      grep -q sluice-old.json m && mv m probes/manifest.json
      sluice conformance -q probes; ls -A probes | grep -v '^sluice-[^o]'
      """)
    #expect(result.output == ".git\nmanifest.json\nmine.txt\n", "\(result.error)")
    #expect(folder.text(of: "probes/mine.txt") == "mine\n" && folder.text(of: "probes/.git/HEAD") == "ref\n")
  }

  @Test func buildAndMergeKeepConformanceFolder() throws {
    let result = try sh(
      """
      sluice conformance -q probes; sha256sum probes/* > before; echo '||a.example^' > a.txt
      echo '{lists: [{name: "sluice-control", sources: ["a.txt"]}]}' > b.json
      sluice build -q b.json -o probes --cache cache; echo $?
      sluice merge -q a.txt -o probes/sluice-control.json; echo $?
      sha256sum -c --quiet before
      """)
    #expect(result.output == "2\n2\n", "\(result)")
  }

  @Test func conformanceRequiresFolder() throws {
    let result = try sh("sluice conformance")
    #expect(result.status == 64 && result.error.contains("no DIR given"))
  }
}
