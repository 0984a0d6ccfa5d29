import Foundation
import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceSyntax
import Testing
import TestSupport

/// The output for a target uses only capabilities that the target has according to the table.
@Suite struct TargetListTests {
  /// All samples, which together cover everything that converts.
  private static let samples: [Source] = SampleTests.samples.compactMap { name in
    (try? Repository.bytes(of: "Samples/\(name).txt")).map { Source(name: name, bytes: $0) }
  }

  /// Every fortieth line of real lists, or every thousandth in everyday runs.
  private static let realLists: [Source] = ["easylist.txt", "ublock/filters.txt", "adguard/base-safari.txt"]
    .compactMap {
      guard let file = try? Repository.sharedBytes(of: "lists/\($0)") else { return nil }
      let lines = file.split(separator: UInt8(ascii: "\n"))
      let some = stride(from: 0, to: lines.count, by: SlowTrait.runsWhole ? 40 : 1_000).map { lines[$0] }
      return Source(name: $0, bytes: Array(some.joined(separator: [UInt8(ascii: "\n")])))
    }

  /// Returns the capabilities that lists of these filters use, as one list and as two, with `domain=` for
  /// pages and for frames.
  private static func capabilities(of sources: [Source], for target: Target) throws -> Set<Capability> {
    var found: Set<Capability> = []
    for splits in [false, true] {
      for scope in DomainScope.allCases {
        var options = ConversionOptions()
        options.target = target
        options.split = splits ? .action : .none
        options.domainScope = scope
        for list in try Converter(options: options).convert(sources).lists {
          found.formUnion(list.rules.capabilities)
        }
      }
    }
    return found
  }

  @Test(arguments: Target.allCases) func outputUsesOnlyCapabilitiesOfTarget(_ target: Target) throws {
    let used = try Self.capabilities(of: Self.samples, for: target)
    for capability in used {
      #expect(target.has(capability), "\(target.rawValue) uses \(capability.rawValue)")
    }
    #expect(used.isSuperset(of: [.requestTypesAndContexts, .cspReport, .hasSelector]))
  }

  @Test(
    .enabled(if: !realLists.isEmpty, "skipped: ../shared/lists is not there"),
    arguments: Target.allCases)
  func realListsUseOnlyCapabilitiesOfTarget(_ target: Target) throws {
    for capability in try Self.capabilities(of: Self.realLists, for: target) {
      #expect(target.has(capability), "\(target.rawValue) uses \(capability.rawValue)")
    }
  }

  /// The output contains no words that make an old WebKit reject the whole list.
  @Test(arguments: [
    Target.any, .safari16_4, .safari17, .safari18, .webKitGTK2_44, .webKitGTK2_46, .webKitGTK2_48,
  ])
  func oldTargetsGetNoNewKeywords(_ target: Target) throws {
    for splits in [false, true] {
      var options = ConversionOptions()
      options.target = target
      options.split = splits ? .action : .none
      for list in try Converter(options: options).convert(Self.samples).lists {
        let text = String(decoding: list.rules.encodedJSON(), as: UTF8.self)
        for word in [
          "child-document", "top-document", "ignore-following-rules", "frame-url", "request-method",
        ] {
          #expect(!text.contains("\"\(word)"), "\(word)")
        }
      }
    }
  }

  /// Exceptions and exclusions for sites, in every form in which a filter can end the host.
  private static let sites = #"""
    a.*#@#.x
    ##.x
    b.example#@#.y
    ##.y
    ~a.*##.z
    a.*,~b.a.com##.z
    /^[ab]\.example$/#@#.v
    ##.v
    /x$domain=~a.*
    /x$domain=~a.example|~b.*
    @@/x$domain=a.*
    @@/x$domain=a.example,important
    @@||a.example^$document
    @@||a.example^$elemhide
    @@||a.example^$generichide
    @@||a.example^$genericblock
    @@||a.example/shop/$document
    @@|https://a.example/$document
    @@/shop/$document
    *$script,denyallow=a.example
    *$image,to=~a.*,domain=b.example
    @@$cookie,domain=a.example
    $cookie
    """#

  /// No exception or exclusion in the output can be claimed, and no list aborts WebKit's process.
  @Test(arguments: [Target.any, .webKitGTK2_50, .safari26])
  func pagesCannotClaimExceptionsInOutput(_ target: Target) throws {
    let sites = Source(name: "sites", bytes: Array(Self.sites.utf8))
    let realLists = SlowTrait.runsWhole ? Self.realLists : []
    for sources in [Self.samples, realLists, [sites]] where !sources.isEmpty {
      for splits in [false, true] {
        var options = ConversionOptions()
        options.target = target
        options.split = splits ? .action : .none
        for list in try Converter(options: options).convert(sources).lists {
          var checked = CheckOptions()
          checked.target = target
          let check = RuleList.check(inJSON: list.rules.encodedJSON(), options: checked)
          for finding in check.findings {
            let id = finding.reason.id
            #expect(
              !id.hasPrefix("claimable") && !id.contains("abort") && !id.hasPrefix("target-"), "\(finding)")
          }
          #expect(check.omitted == 0)
        }
      }
    }
  }

  /// The same holds for the golden outputs, including those of Tracker Radar data.
  @Test func pagesCannotClaimExceptionsInGoldenFiles() throws {
    let files = try Repository.goldenRuleLists()
    for url in files {
      let json = [UInt8](try Data(contentsOf: url))
      let ids = Set(RuleList.check(inJSON: json).findings.map(\.reason.id))
      #expect(ids.isDisjoint(with: ["claimable-exception", "claimable-exclusion"]), "\(url.path)")
    }
    #expect(files.count > 20)
  }

  // MARK: - Documentation

  @Test func targetDocumentationIsUpToDate() throws {
    try GeneratedText.check(
      "docs/reference/targets.md", of: "TargetListTests", from: "<!-- targets", to: "<!-- end of targets -->",
      is: Self.targetTable())
  }

  private static func targetTable() throws -> String {
    let last = Capability.allCases.filter { !Target.any.has($0) }
    return GeneratedText.table(
      ["target", "short names", "Sluice uses", "writes the same as"],
      try Target.allCases.map { target in
        let used = try capabilities(of: samples, for: target)
        let output = try output(of: samples, for: target)
        let equal = try Target.allCases.prefix { $0 != target }.first {
          try Self.output(of: samples, for: $0) == output
        }
        return [
          "`\(target.rawValue)`", names(shortNames(of: target)), list(last.filter(used.contains)),
          equal.map { "`\($0.rawValue)`" } ?? "",
        ]
      })
  }

  /// Returns the bytes of the lists, as one list and as two.
  private static func output(of sources: [Source], for target: Target) throws -> [[UInt8]] {
    try [false, true].flatMap { splits in
      var options = ConversionOptions()
      options.target = target
      options.split = splits ? .action : .none
      options.preferredForm = .compile
      return try Converter(options: options).convert(sources).lists.map { $0.rules.encodedJSON() }
    }
  }

  private static func shortNames(of target: Target) -> [String] {
    Target.names.filter { Target(rawValue: $0) == target && $0 != target.rawValue }
  }

  private static func names(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }

  private static func list(_ capabilities: [Capability]) -> String {
    capabilities.map(\.rawValue).joined(separator: "; ")
  }
}
