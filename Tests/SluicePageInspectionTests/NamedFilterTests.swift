import SluiceAnalysis
import SluiceConversion
import SluiceRules
import Testing
import TestSupport

@testable import SluicePageInspection

/// The filters named in a result are decisive: without them the result changes, and each of them suffices.
@Suite struct NamedFilterTests {
  private static let targets: [Target] = [.any, .webKitGTK2_50]

  @Test(arguments: seeds(8, oneIn: 8)) func namedFiltersDecideRequests(_ seed: UInt64) throws {
    var generator = ListGenerator(random: SeededRandom(seed))
    var (blocked, excepted, unhidden) = (0, 0, 0)
    for round in 0..<120 {
      let lines = generator.list()
      let judging = try Judging(lines, target: Self.targets[round % 2])
      for _ in 0..<12 {
        let load = generator.load()
        let verdict = try judging.verdict(on: load)
        let context = Comment(rawValue: "\(load.words) in \(lines)")
        if verdict.isBlocked {
          blocked += 1
          let named = verdict.acting.filter { $0.rule.action == .block }
          try check(named.map(\.lines), of: judging, load, context) { $0.isBlocked }
        } else if verdict.isExcepted {
          excepted += 1
          let named = Set(verdict.overriddenBlocks.flatMap(\.exceptions).flatMap(\.lines))
          #expect(try judging.without(named).verdict(on: load).isBlocked, context)
          for overridden in verdict.overriddenBlocks {
            // Each exception suffices for the rules of one filter.
            let alone = judging.keeping(Set(overridden.rule.lines).union(named))
            for exception in overridden.exceptions {
              let others = named.subtracting(exception.lines)
              #expect(try !alone.without(others).verdict(on: load).isBlocked, context)
            }
          }
        }
        for one in verdict.excepted {
          unhidden += 1
          let exceptions = Set(one.exceptions.map(\.line))
          let after = try judging.without(exceptions).verdict(on: load)
          #expect(after.hiddenSelectors > verdict.hiddenSelectors, context)
          for filter in one.filters.map(\.line) {
            #expect(try judging.keeping([filter]).verdict(on: load).hiddenSelectors == 1, context)
            for exception in exceptions {
              let both = try judging.keeping([filter, exception]).verdict(on: load)
              #expect(both.hiddenSelectors == 0, context)
            }
          }
        }
      }
    }
    #expect(blocked > 50 && excepted > 20 && unhidden > 5, "\(blocked) \(excepted) \(unhidden)")
  }

  /// Checks that the result changes without all of the filters, and holds with those of each single rule.
  private func check(
    _ rules: [Set<Int>], of judging: Judging, _ load: RequestDescription, _ context: Comment,
    _ holds: (Verdict) -> Bool
  ) throws {
    let all = rules.reduce(into: Set<Int>()) { $0.formUnion($1) }
    #expect(!all.isEmpty, context)
    #expect(try !holds(judging.without(all).verdict(on: load)), context)
    for line in all {
      #expect(try holds(judging.without(all.subtracting([line])).verdict(on: load)), context)
    }
  }

  /// A source map names the same filters after encoding and decoding.
  @Test func decodedSourceMapNamesSameFilters() throws {
    var generator = ListGenerator(random: SeededRandom(77))
    for _ in 0..<60 {
      let judging = try Judging(generator.list(), target: .any)
      for _ in 0..<8 {
        let load = generator.load()
        #expect(
          try judging.verdict(on: load).namedLines == judging.verdictByMap(on: load).namedLines,
          "\(load.words) in \(judging.lines)")
      }
    }
  }
}

extension JudgedRule {
  /// The lines of the rule's filters.
  fileprivate var lines: Set<Int> { Set((origin?.filters ?? []).map(\.line)) }
}

extension Verdict {
  fileprivate var namedLines: [[Set<Int>]] {
    [acting.map(\.lines), overridden.map(\.rule.lines), exceptions.map(\.lines)]
      + excepted.map { [Set($0.filters.map(\.line)), Set($0.exceptions.map(\.line))] }
  }
}

/// Converts some lines of a list as filters, with the others blank so that line numbers stay the same.
private struct Judging {
  let lines: [String]
  let kept: Set<Int>
  let target: Target

  init(_ lines: [String], target: Target, kept: Set<Int>? = nil) throws {
    (self.lines, self.target) = (lines, target)
    self.kept = kept ?? Set(1...lines.count)
  }

  func without(_ numbers: Set<Int>) -> Judging { Judging(lines, target, kept.subtracting(numbers)) }
  func keeping(_ numbers: Set<Int>) -> Judging { Judging(lines, target, kept.intersection(numbers)) }

  private init(_ lines: [String], _ target: Target, _ kept: Set<Int>) {
    (self.lines, self.target, self.kept) = (lines, target, kept)
  }

  private var source: Source {
    let text = lines.enumerated().map { kept.contains($0.offset + 1) ? $0.element : "" }.joined(
      separator: "\n")
    return Source(name: "list.txt", bytes: Array(text.utf8), dialect: .uBlockOrigin)
  }

  private var options: ConversionOptions {
    var options = ConversionOptions()
    options.target = target
    options.makesSourceMap = true
    return options
  }

  func verdict(on load: RequestDescription) throws -> Verdict {
    var lists = Blocklists()
    try lists.append(converting: [source], named: "list.txt", options)
    var judge = RequestJudge(lists, suffixes: .wellKnown)
    return judge.verdict(on: load)
  }

  func verdictByMap(on load: RequestDescription) throws -> Verdict {
    let result = try Converter(options: options).convert([source])
    let map = try SourceMap(decodingJSON: try #require(result.sourceMap).encodedJSON())
    var lists = Blocklists()
    for (number, list) in result.lists.enumerated() {
      let filters = MappedFilters(map: map, list: map.lists[number])
      lists.append(Blocklist(name: "list.txt", rules: list.rules, filters: filters))
    }
    var judge = RequestJudge(lists, suffixes: .wellKnown)
    return judge.verdict(on: load)
  }
}

/// Generates small lists and requests with few hosts, so that filters, exceptions and requests often match.
private struct ListGenerator {
  var random: SeededRandom

  private static let hosts = ["ads.com", "a.ads.com", "cdn.net", "news.com", "m.news.com", "blog.org"]
  private static let patterns = [
    "||ads.com^", "||a.ads.com^", "||cdn.net^", "/ad/", "/x.js", "||cdn.net/ad/", "-ad-",
  ]
  private static let types = ["script", "image", "subdocument", "xhr", "ping", "third-party", "~third-party"]
  private static let selectors = [".ad", "#top", "div.x"]

  mutating func list() -> [String] { (0..<random.below(9) + 3).map { _ in line() } }

  private mutating func line() -> String {
    switch random.below(12) {
    case 0, 10: return hiding("##")
    case 1, 11: return hiding("#@#")
    case 2:
      let scope = random.pick(["document", "urlblock", "genericblock", "elemhide", "generichide"])
      return "@@||\(random.pick(Self.hosts))^$\(scope)"
    case 3, 4: return "@@" + request()
    default: return request()
    }
  }

  private mutating func hiding(_ sign: String) -> String {
    var domains = random.chance(50) ? random.pick(Self.hosts) : ""
    if sign == "##", random.chance(20) { domains = "~\(random.pick(Self.hosts))" }
    return domains + sign + random.pick(Self.selectors)
  }

  private mutating func request() -> String {
    var options: [String] = []
    if random.chance(40) { options.append(random.pick(Self.types)) }
    if random.chance(50) {
      let hosts = Set((0...random.below(3)).map { _ in random.pick(Self.hosts) }).sorted()
      options.append("domain=" + hosts.joined(separator: "|"))
    }
    if random.chance(8) { options.append("important") }
    return random.pick(Self.patterns) + (options.isEmpty ? "" : "$" + options.joined(separator: ","))
  }

  mutating func load() -> RequestDescription {
    let page = Array("https://\(random.pick(Self.hosts))/\(random.pick(["", "p"]))".utf8)
    if random.chance(25) { return RequestDescription(url: nil, page: page) }
    let path = random.pick(["ad/x.js", "x.js", "ad/", "a-ad-b.png", "y"])
    let url = Array("https://\(random.pick(Self.hosts))/\(path)".utf8)
    let kind = random.pick([Request.Kind.script, .image, .subdocument, .xmlhttprequest, .beacon, .ping])
    return RequestDescription(url: url, page: page, kind: kind)
  }
}

extension RequestDescription {
  /// The request, for failure messages.
  fileprivate var words: String {
    "\(kind.rawValue) \(String(decoding: url, as: UTF8.self)) on \(String(decoding: page, as: UTF8.self))"
  }
}
