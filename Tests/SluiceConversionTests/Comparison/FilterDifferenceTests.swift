import SluiceText
import SluiceSyntax
import Testing
import TestSupport

@testable import SluiceConversion

/// The differences between the filters of two versions of a list.
struct FilterDifferenceTests {
  private static func parsed(_ text: String, name: String = "list") -> ParsedSource {
    Converter().parse([Source(name: name, bytes: Array(text.utf8))])[0]
  }

  private static func difference(_ old: String, _ new: String) -> FilterDifference {
    FilterDifference(
      from: [parsed(old)], to: [parsed(new)], constants: ConversionOptions().constants)
  }

  /// Returns the difference as `-removed`, `~new: part -gone +come`, `+added`, `moved N`.
  private static func shown(_ old: String, _ new: String) -> [String] {
    let (before, after) = ([parsed(old)], [parsed(new)])
    let difference = FilterDifference(from: before, to: after, constants: ConversionOptions().constants)
    func text(_ line: FilterPlace, _ sources: [ParsedSource]) -> String {
      PlacedFilter(line, in: sources)?.text ?? "?"
    }
    let changes = difference.changed.map { change in
      "~\(text(change.new, after)):"
        + change.parts.map { part in
          " \(part.name)" + part.removed.map { " -\($0)" }.joined() + part.added.map { " +\($0)" }.joined()
        }.joined()
    }
    return difference.removed.map { "-\(text($0, before))" } + changes
      + difference.added.map { "+\(text($0, after))" }
      + (difference.moved > 0 ? ["moved \(difference.moved)"] : [])
  }

  private static let differences: [(old: String, new: String, expected: [String])] = [
    ("||a.example^", "||a.example^", []),
    ("||a.example^", "||b.example^", ["-||a.example^", "+||b.example^"]),
    ("! x\n||a.example^\n", "||a.example^\r\n\r\n! y", []), ("\u{FEFF}||a.example^", "||A.Example^", []),
    ("||a.example^$script,3p", "||a.example^$third-party,script,script", []),
    ("/ads.$domain=b.example|a.example", "/ADS.$from=A.example|b.example", []),
    ("/ads.$match-case", "/ADS.$match-case", ["-/ads.$match-case", "+/ADS.$match-case"]),
    ("||a.example^$image", "||a.example^$script", ["~||a.example^$script: options -image +script"]),
    (
      "||a.example^$image,domain=x.example|y.example", "||a.example^$image,domain=y.example|~z.y.example",
      ["~||a.example^$image,domain=y.example|~z.y.example: domain -x.example +~z.y.example"]
    ),
    ("||a.example^", "||a.example^$domain=x.*", ["~||a.example^$domain=x.*: domain +x.*"]),
    (
      "||a.example^$removeparam=x", "||a.example^$removeparam=y",
      ["~||a.example^$removeparam=y: removeparam -x +y"]
    ),
    ("||a.example^", "@@||a.example^", ["-||a.example^", "+@@||a.example^"]),
    ("||a.example^", "||a.example^$badfilter", ["-||a.example^", "+||a.example^$badfilter"]),
    ("a.example,b.example##.x", "b.example,A.example##.x", []),
    ("a.example##.x", "a.example,~c.a.example##.x", ["~a.example,~c.a.example##.x: domain +~c.a.example"]),
    ("##.x", "##.X", ["-##.x", "+##.X"]), ("##.x", "#@#.x", ["-##.x", "+#@#.x"]),
    ("##.x", "##.x\n##.x", ["+##.x"]), ("##.x\n##.x\n##.x", "##.x", ["-##.x", "-##.x"]),
    ("##.a\n##.b\n##.c", "##.c\n##.a\n##.b", ["moved 1"]),
    ("##.a\n##.b\n##.c", "##.c\n##.b\n##.a", ["moved 2"]),
    ("##.a\n!#if ext_ublock\n##.b\n!#endif", "##.a\n##.b", ["+##.b"]),
    ("##.a\n##.b", "##.a\n!#if ext_ublock\n##.b\n!#endif", ["-##.b"]),
    ("!+ PLATFORM(windows)\n##.a", "##.a", ["+##.a"]), ("0.0.0.0 a.example", "127.0.0.1   A.example # x", []),
    ("0.0.0.0 a.example", "0.0.0.0 b.example", ["-0.0.0.0 a.example", "+0.0.0.0 b.example"]),
    ("a##", "a##\nb##", ["+b##"]), ("", "", []), ("", "##.a", ["+##.a"]), ("##.a", "", ["-##.a"]),
    ("[$path=/a]a.example##.x", "[$path=/b]a.example##.x", ["~[$path=/b]a.example##.x: [$path] -/a +/b"]),
  ]

  @Test(arguments: differences)
  func filterDifferencesAreFound(_ old: String, _ new: String, _ expected: [String]) {
    #expect(Self.shown(old, new) == expected)
  }

  @Test func filtersInOtherListAreMoved() {
    let old = [Self.parsed("##.a\n##.b", name: "a"), Self.parsed("##.c", name: "b")]
    let new = [Self.parsed("##.a", name: "a"), Self.parsed("##.b\n##.c", name: "b")]
    let difference = FilterDifference(from: old, to: new, constants: [])
    #expect(difference.moved == 1)
    #expect(difference.added.isEmpty && difference.removed.isEmpty && difference.changed.isEmpty)
  }

  /// Returns many filters with few patterns, with duplicates and varying orders of options.
  private static func randomList(_ random: inout SeededRandom) -> String {
    (0..<random.below(60)).map { _ in
      switch random.below(4) {
      case 0:
        "||\(random.pick(["a", "b", "A"])).example^"
          + random.pick(["", "$image", "$script,image", "$image,script"])
      case 1:
        "/ads\(random.below(3)).$domain="
          + random.pick(["x.example", "x.example|y.example", "y.example|x.example"])
      case 2:
        random.pick(["", "x.example", "x.example,~y.x.example", "~y.x.example,x.example"])
          + "##.\(random.pick(["a", "b"]))"
      default: random.pick(["! comment", "", "0.0.0.0 h.example", "##"])
      }
    }.joined(separator: "\n")
  }

  /// Returns the number of occurrences of each filter.
  private static func counts(_ source: ParsedSource) -> [LineIdentity: Int] {
    source.list.lines.compactMap { LineIdentity($0, in: source.list.bytes.span) }
      .reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  @Test(arguments: seeds(200, oneIn: 4)) func applyingDifferenceYieldsNewFilters(seed: Int) throws {
    var random = SeededRandom(UInt64(seed))
    let (old, new) = (Self.parsed(Self.randomList(&random)), Self.parsed(Self.randomList(&random)))
    let difference = FilterDifference(from: [old], to: [new], constants: [])
    var counts = Self.counts(old)
    func add(_ line: FilterPlace, of source: ParsedSource, _ number: Int) throws {
      let found = LineIdentity(source.list.lines[line.lineIndex], in: source.list.bytes.span)
      let identity = try #require(found)
      counts[identity, default: 0] += number
      #expect(counts[identity, default: 0] >= 0)
    }
    for line in difference.removed { try add(line, of: old, -1) }
    for change in difference.changed {
      try add(change.old, of: old, -1)
      try add(change.new, of: new, 1)
      #expect(!change.parts.isEmpty)
    }
    for line in difference.added { try add(line, of: new, 1) }
    #expect(counts.filter { $0.value > 0 } == Self.counts(new))
    #expect(
      difference.kept + difference.added.count + difference.changed.count
        == Self.counts(new).values.reduce(0, +))
  }

  @Test(arguments: seeds(60, oneIn: 4)) func editedFiltersAreFound(seed: Int) throws {
    var random = SeededRandom(UInt64(seed) + 1_000)
    let old = (0..<200).map { index in
      index % 3 == 0
        ? "n\(index).example,m.example##.s\(index)" : "||h\(index).example^$image,domain=d.example|e.example"
    }
    var new: [String] = []
    var (removed, changed, added, taken): ([String], [String], [String], [String]) = ([], [], [], [])
    for line in old {
      switch random.below(12) {
      case 0: removed.append(line)
      case 1:
        changed.append(line.contains("##") ? "z.example,\(line)" : "\(line)|z.example")
        new.append(changed[changed.count - 1])
      case 2:
        new.append(
          line.contains("##") ? line : line.uppercased().replacing("$IMAGE,DOMAIN", with: "$image,domain"))
      case 3:
        new.append(
          line.contains("##")
            ? line.replacing("m.example##", with: "M.example##")
            : line.replacing("image,domain=d.example|e.example", with: "domain=e.example|d.example,image"))
      case 4: taken.append(line)
      case 5:
        added.append("||new\(added.count).example^")
        new += [line, added[added.count - 1]]
      default: new.append(line)
      }
    }
    for line in taken { new.insert(line, at: random.below(new.count + 1)) }
    let shown = Self.shown(old.joined(separator: "\n"), new.joined(separator: "\n"))
    #expect(shown.filter { $0.hasPrefix("-") } == removed.map { "-\($0)" })
    let inOrder = new.filter { changed.contains($0) }
    #expect(shown.filter { $0.hasPrefix("~") } == inOrder.map { "~\($0): domain +z.example" })
    #expect(shown.filter { $0.hasPrefix("+") } == added.map { "+\($0)" })
    let moved = Self.difference(old.joined(separator: "\n"), new.joined(separator: "\n")).moved
    #expect(moved <= taken.count)
    #expect(taken.count < 3 || moved > 0)
  }

  @Test(.slow(5)) func repeatedFiltersAreComparedInLinearTime() {
    let line = "||a.example^$domain=x.example\n"
    let difference = Self.difference(
      String(repeating: line, count: size(40_000)),
      String(repeating: line.replacing("a.", with: "A."), count: size(40_000) - 1))
    #expect(difference.removed.count == 1 && difference.added.isEmpty && difference.moved == 0)
    #expect(difference.kept == size(40_000) - 1)
  }
}
