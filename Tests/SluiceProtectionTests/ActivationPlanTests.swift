import SluiceLists
import SluiceText
import Testing

@testable import SluiceProtection

/// The steps that follow from what is offered, compiled, rejected and active.
@Suite struct ActivationPlanTests {
  /// A list of an offer: its name, and its size in MB.
  private typealias Offered = (name: String, size: Double)

  private static func file(_ version: String, _ list: Offered) -> ListOffer.File {
    ListOffer.File(
      name: "list.json", sha256: String((Array(version) + Array(list.name)).prefix(64)),
      bytes: Int(list.size * 1_000_000))
  }

  private static func offer(_ version: String, _ lists: [Offered]) -> ListOffer {
    ListOffer(
      identifier: version,
      lists: lists.map { .init(name: $0.name, forms: [.init(files: [file(version, $0)])]) })
  }

  /// The facts of a row, as words: `newest-ads` is the file of the list `ads` in the newest offer, `+site` the
  /// same file with an exception for the unprotected site.
  private static func plan(
    newest: [Offered], good: [Offered] = [], builtIn: [Offered] = [], _ words: String
  ) throws -> String {
    let site = try #require(Site(host: "good.example"))
    var facts = ActivationPlan.Facts()
    let all = [(ProtectionState.Version.newest, newest), (.lastGood, good), (.builtIn, builtIn)]
    facts.offers = all.filter { !$0.1.isEmpty }.map { ($0, offer($0.rawValue, $1)) }
    var fact = ""
    for word in words.split(separator: " ") {
      if word.hasSuffix(":") {
        fact = String(word)
        continue
      }
      if fact == "sites:" {
        facts.target = SiteTarget(SiteSet([site]))
        facts.isExact = word == "exact"
        continue
      }
      let parts = word.split(separator: "+")
      let target = parts.count > 1 ? SiteTarget(SiteSet([site])) : .none
      let found = all.lazy.flatMap { version, lists in lists.map { (version.rawValue, $0) } }
        .first { "\($0)-\($1.name)" == parts[0] }
      let (version, list) = try #require(found)
      let file = file(version, list)
      switch fact {
      case "compiled:": facts.compiled.insert(file.identifier(target))
      case "rejected:": facts.rejected.insert(file.identifier(target))
      case "active:": facts.active[list.name, default: [:]][file.sha256] = target.sites
      default: Issue.record("unknown fact \(fact)")
      }
    }
    return ActivationPlan(facts).description
  }

  @Test(arguments: [
    ("", "ads: compile newest"),
    ("compiled: newest-ads", "ads: take newest"),
    ("active: newest-ads", "ads: take newest"),
    ("rejected: newest-ads", "ads: nothing to compile"),
    ("sites: exact", "ads: compile newest or newest -sites"),
    ("sites: exact compiled: newest-ads", "ads: take newest -sites; compile newest or newest -sites"),
    ("sites: exact compiled: newest-ads+site", "ads: take newest"),
    ("sites: late compiled: newest-ads", "ads: take newest or newest -sites"),
    ("sites: exact active: newest-ads", "ads: compile newest or newest -sites"),
    ("sites: late active: newest-ads", "ads: take newest"),
    ("sites: exact rejected: newest-ads+site", "ads: compile newest -sites"),
  ]) func onlyOfferDecidesSteps(facts: String, steps: String) throws {
    #expect(try Self.plan(newest: [("ads", 0.5)], facts) == steps)
  }

  @Test(arguments: [
    ("", "ads: compile newest or last-good or built-in"),
    ("compiled: last-good-ads", "ads: take last-good; compile newest or last-good or built-in"),
    ("compiled: newest-ads last-good-ads", "ads: take newest or last-good"),
    // An active list is replaced only by the best version.
    ("active: last-good-ads compiled: built-in-ads", "ads: compile newest or last-good or built-in"),
    ("active: last-good-ads rejected: newest-ads", "ads: take last-good"),
    ("rejected: newest-ads compiled: built-in-ads", "ads: take built-in; compile last-good or built-in"),
    ("rejected: newest-ads last-good-ads built-in-ads", "ads: nothing to compile"),
  ]) func earlierVersionsBridgeTheTime(facts: String, steps: String) throws {
    #expect(
      try Self.plan(newest: [("ads", 0.5)], good: [("ads", 0.4)], builtIn: [("ads", 0.3)], facts) == steps)
  }

  @Test(arguments: [
    ("", "ads: begin with built-in; compile newest or built-in"),
    ("compiled: built-in-ads", "ads: take built-in; compile newest or built-in"),
    ("active: built-in-ads", "ads: compile newest or built-in"),
    ("rejected: newest-ads", "ads: compile built-in"),
  ]) func smallVersionIsCompiledBeforeLargeOne(facts: String, steps: String) throws {
    #expect(try Self.plan(newest: [("ads", 9)], builtIn: [("ads", 0.2)], facts) == steps)
  }

  @Test(arguments: [
    ("", "ads: compile newest\nnow, reserve starter: compile built-in"),
    ("compiled: built-in-starter", "ads: compile newest\nnow, reserve starter: take built-in"),
    ("compiled: newest-ads", "ads: take newest\nlater, reserve starter: compile built-in"),
    ("active: newest-ads", "ads: take newest\nlater, reserve starter: compile built-in"),
    ("rejected: newest-ads", "ads: nothing to compile\nnow, reserve starter: compile built-in"),
  ]) func listsOfOtherNamesAreReserves(facts: String, steps: String) throws {
    #expect(try Self.plan(newest: [("ads", 9)], builtIn: [("starter", 0.2)], facts) == steps)
  }

  @Test func largeReserveWaits() throws {
    let steps = try Self.plan(newest: [("ads", 9)], builtIn: [("old", 8)], "")
    #expect(steps == "ads: compile newest\nlater, reserve old: compile built-in")
  }

  @Test func smallListsComeFirst() throws {
    let steps = try Self.plan(newest: [("large", 5), ("small", 0.1), ("also", 0.1)], "")
    #expect(steps == "also: compile newest\nsmall: compile newest\nlarge: compile newest")
  }
}
