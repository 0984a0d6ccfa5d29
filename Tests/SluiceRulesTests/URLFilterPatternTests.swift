import Testing

@testable import SluiceRules

@Suite struct URLFilterPatternTests {
  private typealias Term = URLFilterPattern.Term

  @Test func urlFilterIsWrittenInWebKitSyntax() throws {
    #expect(URLFilter(URLFilterPattern([])) == .any)
    #expect(URLFilter(.any) == .any)
    #expect(
      URLFilter(URLFilterPattern([Term(.any, repetition: .zeroOrMore)], isAnchoredAtStart: true)) == .any)
    // WebKit would match every URL with this pattern.
    let optional = URLFilterPattern(
      [Term(.any, repetition: .optional)], isAnchoredAtStart: true, isAnchoredAtEnd: true)
    #expect(URLFilter(optional) == nil)
    let tooDeep = (0...URLFilterParser.maximumDepth).reduce(Term(.any)) { term, _ in Term(.group([term])) }
    #expect(URLFilter(URLFilterPattern([tooDeep])) == nil)
    // A byte that occurs in no URL, and NUL where `$` is not allowed.
    #expect(try written([Term(.literal(0xe9)), Term(.literal(UInt8(ascii: "a")))]) == "[]a")
    #expect(try written([Term(.literal(0)), Term(.literal(UInt8(ascii: "a")))]) == "[\\x00\\x01]a")
    #expect(try written([Term(.literal(UInt8(ascii: "|"))), Term(.literal(0x7f))]) == "\\|\\x7f")
  }

  private func written(_ terms: [URLFilterPattern.Term]) throws -> String {
    let filter = try #require(URLFilter(URLFilterPattern(terms)))
    _ = try URLFilter(parsing: filter.bytes)
    return filter.description
  }

  @Test func characterClassIsFoldedBeforeNegation() {
    let notA = URLFilterPattern.CharacterClass(ASCIISet(UInt8(ascii: "a")), isNegated: true)
    #expect(!notA.matched(isCaseSensitive: false).contains(UInt8(ascii: "A")))
    #expect(notA.matched(isCaseSensitive: true).contains(UInt8(ascii: "A")))
    #expect(!notA.matched(isCaseSensitive: true).contains(0))
  }

  @Test func asciiSetCountsFoldsAndPops() {
    var set = ASCIISet(UInt8(ascii: "a")...UInt8(ascii: "c"))
    set.insert(0xe9)
    #expect(set.count == 3 && set.first == UInt8(ascii: "a") && !set.contains(0xe9))
    #expect(set.caseFolded.count == 6 && set.caseFolded.withoutFoldedCapitals == set)
    #expect(
      ASCIISet(UInt8(ascii: "@")).caseFolded.count == 1 && ASCIISet(UInt8(ascii: "[")).caseFolded.count == 1)
    #expect(
      ASCIISet(UInt8(ascii: "`")).caseFolded.count == 1 && ASCIISet(UInt8(ascii: "{")).caseFolded.count == 1)
    #expect(ASCIISet.letters.count == 52 && ASCIISet.all.count == 127 && ASCIISet().inverted == .all)
    #expect(set.isSubset(of: .letters) && set.inverted.union(set) == .all && set.intersection(.all) == set)
    #expect(ASCIISet(0...0xff).subtracting(.all).count == 1)
    var ranges: [ClosedRange<UInt8>] = []
    set.union(ASCIISet(0)).union(ASCIISet(0x3f...0x40)).union(ASCIISet(127)).forEachRange {
      ranges.append($0)
    }
    #expect(ranges == [0...0, 0x3f...0x40, 97...99, 127...127])
    var members: [UInt8] = []
    while let member = set.popFirst() { members.append(member) }
    #expect(members == [97, 98, 99])
  }
}
