import SluiceConversion
import SluiceRules
import Testing

@testable import SluiceListFiles
@testable import SluiceLists

/// A list is rebuilt when anything changes that its files depend on.
@Suite struct FingerprintTests {
  private static func source(_ name: String) -> SourceRecipe { SourceRecipe(.file(name)) }

  private static func list(_ text: String = "||ads.example^") -> ListDocument {
    let bytes = Array(text.utf8)
    return ListDocument(name: "a.txt", bytes: bytes, sha256: ContentIdentifier.of(bytes))
  }

  private static func recipe() -> ListRecipe {
    ListRecipe(name: "ads", sources: [source("a.txt"), source("b.txt")])
  }

  private static func fingerprint(
    _ recipe: ListRecipe, _ document: ListDocument = list(), trackers: [ListDocument] = [],
    surrogates: [String: ListDocument] = [:], version: String = "1"
  ) -> String {
    let tree = SourceTree(documents: [document], metadata: ListMetadata(parsing: document.bytes))
    let collected = SourceCollector.Collected(
      trees: [(0, tree)], trackers: trackers, surrogates: surrogates, recipe: recipe)
    return fingerprint(of: [collected], version)
  }

  /// Returns the fingerprint of the first list.
  private static func fingerprint(of lists: [SourceCollector.Collected], _ version: String) -> String {
    var inputs = ListInputs(lists)
    // Only a regex that takes too long makes this fail.
    let own = (try? inputs.inputs(of: 0).inputs) ?? []
    return Fingerprint.of(lists[0], inputs: own, toolVersion: version)
  }

  @Test func equalRecipesHaveEqualFingerprints() {
    #expect(Self.fingerprint(Self.recipe()) == Self.fingerprint(Self.recipe()))
    // Texts that occur only in the manifest are rewritten without a conversion.
    var titled = Self.recipe()
    (titled.title, titled.description, titled.homepage) = ("Ads", "x", "https://a.example/")
    #expect(Self.fingerprint(titled) == Self.fingerprint(Self.recipe()))
  }

  /// Each of these changes alone gives a different fingerprint, and no two are equal.
  @Test func everyRecipeChangeChangesFingerprint() throws {
    let pattern = try FilterPattern("*ads*")
    let changes: [(inout ListRecipe) -> Void] = [
      { $0.name = "others" }, { $0.split = .action }, { $0.split = .source }, { $0.excess = .shard },
      { $0.excess = .truncate }, { $0.domainScope = .frame }, { $0.genericHiding = .pages },
      { $0.preferredForm = .size },
      { $0.maximumRules = 10 }, { $0.maximumBytes = 10 }, { $0.affinity = "x" },
      { $0.makesSourceMaps = true }, { $0.makesPageScripts = true },
      { $0.reportsFromPages = true }, { $0.collapsesInPages = true },
      { $0.targets = [.webKitGTK2_50] }, { $0.targets.append(.webKitGTK2_50) }, { $0.constants.insert("x") },
      { $0.includes = [pattern] }, { $0.excludes = [pattern] }, { $0.transformations = [.compress] },
      { $0.sources[0].name = "x" }, { $0.sources[0].dialect = .adGuard },
      { $0.sources[0].isTrusted.toggle() },
      { $0.sources[0].includes = [pattern] }, { $0.sources[0].excludes = [pattern] },
      { $0.sources[1].includes = [pattern] }, { $0.sources[0].transformations = [.compress] },
      { $0.sources.swapAt(0, 1) }, { $0.sources.removeLast() },
    ]
    var found = [Self.fingerprint(Self.recipe())]
    for change in changes {
      var recipe = Self.recipe()
      change(&recipe)
      found.append(Self.fingerprint(recipe))
    }
    found.append(Self.fingerprint(Self.recipe(), Self.list("||other.example^")))
    found.append(Self.fingerprint(Self.recipe(), trackers: [Self.list("{}")]))
    for script in ["", "a"] {
      found.append(Self.fingerprint(Self.recipe(), surrogates: ["s.js": Self.list(script)]))
    }
    found.append(Self.fingerprint(Self.recipe(), version: "2"))
    #expect(Set(found).count == found.count)
  }

  /// Another list's exclusions decide which of its filters apply to a list that is used together with it.
  @Test func exclusionsOfListUsedWithChangeFingerprint() throws {
    let bytes = Array("@@||one.example^\n@@||two.example^\n".utf8)
    let document = ListDocument(name: "c.txt", bytes: bytes, sha256: ContentIdentifier.of(bytes))
    var other = ListRecipe(name: "other", sources: [Self.source("c.txt")])
    var own = Self.recipe()
    own.usedWith = ["other"]
    func fingerprint() -> String {
      let lists = [(Self.list(), own), (document, other)].map { document, recipe in
        SourceCollector.Collected(
          trees: [(0, SourceTree(documents: [document], metadata: ListMetadata(parsing: document.bytes)))],
          trackers: [], surrogates: [:], recipe: recipe)
      }
      return Self.fingerprint(of: lists, "1")
    }
    let before = fingerprint()
    other.excludes = [try FilterPattern("two.example")]
    #expect(fingerprint() != before)
    other.excludes = []
    #expect(fingerprint() == before)
  }

  /// Consecutive fields are separate: "ab" and "c" differ from "a" and "bc".
  @Test func fingerprintSeparatesFields() {
    var (one, other) = (Self.recipe(), Self.recipe())
    one.constants = ["ab", "c"]
    other.constants = ["a", "bc"]
    #expect(Self.fingerprint(one) != Self.fingerprint(other))
    one = Self.recipe()
    one.sources[0].name = "1:x"
    other = Self.recipe()
    other.sources[0].name = "1"
    #expect(Self.fingerprint(one) != Self.fingerprint(other))
  }
}
