import AllocationCounter
import SluiceAnalysis
import SluiceConversion
import SluiceRules
import Testing
import TestSupport

@testable import SluiceTrackers

/// Tracker Radar's data costs as much as its size, whatever it combines: owners with trackers, aliases with rules,
/// rules with sites.
@Suite struct TrackerProportionTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    /// The number of each part with which the rules exceed the budget.
    var excessive = 30
    /// Returns data with this many of each part.
    let data: @Sendable (Int) -> TrackerData

    var testDescription: String { name }
  }

  private static func hosts(_ letter: String, _ count: Int) -> [[UInt8]] {
    (0..<count).map { Array("\(letter)\($0).example".utf8) }
  }

  private static func tracker(
    _ domain: String, _ rules: [TrackerRule] = [], byDefault: Tracker.DefaultAction = .block,
    owner: String = "o"
  ) -> Tracker {
    Tracker(domain: Array(domain.utf8), defaultAction: byDefault, owner: owner, rules: rules)
  }

  private static func data(
    _ trackers: [Tracker], _ entities: [(String, [[UInt8]])], cnames: [TrackerData.Cname] = []
  ) -> TrackerData {
    var data = TrackerData()
    data.trackers = trackers
    data.entities = entities.map { TrackerData.Entity(name: $0.0, domains: $0.1) }
    data.cnames = cnames
    return data
  }

  static let kinds = [
    Kind(name: "trackers of an owner with sites", excessive: 1_500) { count in
      data((0..<count).map { tracker("t\($0).example") }, [("o", hosts("s", count))])
    },
    Kind(name: "trackers whose names end alike") { count in
      data(
        (0..<count).flatMap { [tracker("t\($0).example"), tracker("x.examplet\($0).example")] },
        [("o", hosts("s", count))])
    },
    Kind(name: "trackers of an owner with sites of others below its own") { count in
      let holes = (0..<count).map { Array("h\($0).site.example".utf8) }
      return data(
        (0..<count).map { tracker("t\($0).example") }, [("o", [Array("site.example".utf8)]), ("p", holes)])
    },
    Kind(name: "trackers below others", excessive: 1_500) { count in
      data(
        (0..<count).flatMap {
          [tracker("t\($0).example"), tracker("a.t\($0).example", byDefault: .ignore, owner: "p")]
        }, [("o", hosts("s", count)), ("p", hosts("r", count))])
    },
    Kind(name: "aliases of a tracker with rules") { count in
      let rules = (0..<count).map { number in
        var rule = TrackerRule(regex: Array("t\\.example\\/a\(number)x".utf8), action: .ignore)
        rule.index = number
        return rule
      }
      return data(
        [tracker("t.example", rules)], [],
        cnames: hosts("c", count).map { TrackerData.Cname(host: $0, target: Array("t.example".utf8)) })
    },
    Kind(name: "aliases of a tracker with surrogates") { count in
      let rules = (0..<count).map { number in
        var rule = TrackerRule(regex: Array("t\\.example\\/a\(number)\\.js".utf8), surrogate: "a.js")
        rule.index = number
        return rule
      }
      return data(
        [tracker("t.example", rules, byDefault: .ignore)], [],
        cnames: hosts("c", count).map { TrackerData.Cname(host: $0, target: Array("t.example".utf8)) })
    },
    Kind(name: "rules of many patterns for sites") { count in
      let rule = TrackerRule(
        regex: Array("(aa|bb|cc|dd)x(ee|ff|gg|hh)y(a|b|c|d)z".utf8),
        options: .init(domains: hosts("d", count)), exceptions: .init(domains: hosts("d", count / 2)))
      return data([tracker("t.example", [rule], byDefault: .ignore)], [])
    },
  ]

  private static func radar(_ data: TrackerData) -> TrackerRadar {
    var options = TrackerOptions()
    options.freeBytes = 0
    return TrackerRadar(data, options: options)
  }

  private static func work(_ data: TrackerData) -> ListWork {
    var work = ListWork(input: data.size)
    let begin = allocated_bytes()
    let radar = radar(data)
    work.output = RuleList(radar.rules().rules).encodedJSON().count
    for rule in radar.surrogateRules() + radar.unsupportedRules().values.joined() {
      work.output += 100 + (rule.pages.included + rule.pages.excluded + rule.hosts).size
    }
    work.allocated = allocated_bytes() - begin
    return work
  }

  /// All pairs of kinds, including each kind with itself.
  static let pairs = kinds.indices.flatMap { first in kinds[first...].map { (kinds[first], $0) } }

  @Test(arguments: some(Array(pairs.indices), oneIn: 4)) func trackersCostAsMuchAsTheirData(pair: Int) {
    let (first, second) = Self.pairs[pair]
    func data(_ count: Int) -> TrackerData {
      var data = first.data(count)
      if first.name == second.name { return data }
      let other = second.data(count)
      let known = Set(data.trackers.map { $0.domainString })
      data.trackers += other.trackers.filter { !known.contains($0.domainString) }
      data.entities += other.entities
      data.cnames += other.cnames
      return data
    }
    let works = [Self.work(data(80)), Self.work(data(160))]
    #expect(works[1].excess(over: works[0]) <= 1, "\(first) with \(second): \(works)")
    for work in works { #expect(work.output <= 8 * work.input + 4096, "\(first) with \(second): \(work)") }
  }

  /// A tracker beyond the budget is reported, and no other tracker's rules block its requests.
  @Test(arguments: kinds) func trackersBeyondBudgetBlockNothing(kind: Kind) throws {
    let data = kind.data(kind.excessive)
    let radar = Self.radar(data)
    let (rules, problems) = radar.rules()
    #expect(problems.contains { $0.reason == .outOfProportion })
    let evaluator = RuleListEvaluator(RuleList(rules))
    // The last trackers exceed the budget.
    for tracker in data.trackers.prefix(15) + data.trackers.suffix(15) {
      for page in ["https://news.example/", "https://s1.example/", "https://h1.site.example/"] {
        let url = Array("https://\(tracker.domainString)/aaxeeyaz".utf8)
        let request = Request(.script, url: url, page: Array(page.utf8), suffixes: .wellKnown)
        let decision = radar.resolve(TrackerRequest(url: url, page: page, type: "script"))
        #expect(decision.verdict != .pass || !evaluator.decide(request).isBlocked, "\(tracker) on \(page)")
      }
    }
  }

  static let allowlists: [@Sendable (Int) -> TrackerExceptions] = [
    { count in
      allowlist(count) {
        ("a.example", "/\(String(repeating: "x", count: $0 % 30))\($0)", ["d\($0).example"])
      }
    },
    { count in
      allowlist(count) {
        ("a.example", "/p" + String(repeating: "x", count: 400 - $0 % 400), ["d\($0).example"])
      }
    },
    { count in allowlist(count) { ("a.example", "/p" + String(repeating: "x", count: 400 - $0 % 400), nil) }
    },
    { count in
      var exceptions = allowlist(count) { ("a\($0).example", "/", nil) }
      for index in exceptions.allowlist.indices {
        exceptions.allowlist[index].rules[0].excludedDomains = hosts("e", count)
      }
      return exceptions
    },
  ]

  private static func allowlist(
    _ count: Int, _ rule: (Int) -> (host: String, path: String, domains: [String]?)
  ) -> TrackerExceptions {
    var exceptions = TrackerExceptions()
    for number in 0..<count {
      let (host, path, domains) = rule(number)
      let rule = TrackerExceptions.RequestRule(
        host: Array(host.utf8), path: Array(path.utf8), domains: domains?.map { Array($0.utf8) })
      if exceptions.allowlist.last?.tracker == Array(host.utf8) {
        exceptions.allowlist[exceptions.allowlist.count - 1].rules.append(rule)
      } else {
        exceptions.allowlist.append(.init(tracker: Array(host.utf8), rules: [rule]))
      }
    }
    return exceptions
  }

  @Test(arguments: allowlists.indices) func allowlistsCostAsMuchAsTheirData(number: Int) {
    let works = [480, 960].map { count in
      let exceptions = Self.allowlists[number](count)
      var work = ListWork(input: exceptions.size)
      let begin = allocated_bytes()
      var writer = ExceptionRules(exceptions, free: 0)
      work.output = RuleList(writer.rules()).encodedJSON().count
      work.allocated = allocated_bytes() - begin
      return work
    }
    #expect(works[1].excess(over: works[0]) <= 1, "\(works)")
    for work in works { #expect(work.output <= 8 * work.input + 4096, "\(work)") }
  }
}
