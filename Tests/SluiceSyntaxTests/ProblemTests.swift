import SluiceSyntax
import SluiceText
import Testing

/// Every reason to reject a line, with the invalid bytes.
@Suite struct ProblemTests {
  static let cases: [(String, String)] = [
    ("@@", "empty-filter: ⟦@@⟧"),
    ("|", "empty-filter: ⟦|⟧"),
    ("||", "empty-filter: ⟦||⟧"),
    ("@@||", "empty-filter: ⟦@@||⟧"),
    ("@@/", "pattern-too-short: @@⟦/⟧"),
    ("[$domain=a.com]b.com##.x", "repeated-domains: [$domain=a.com]⟦b.com⟧##.x"),
    ("a.com#.x", "single-hash: ⟦a.com#.x⟧"),
    ("~a.com,b.com#x > y", "single-hash: ⟦~a.com,b.com#x > y⟧"),
    ("a b", "blank-in-pattern: a⟦ ⟧b"),
    ("||a.com^ $script", "blank-in-pattern: ||a.com^⟦ ⟧$script"),
    ("@@ a", "blank-in-pattern: @@⟦ ⟧a"),
    ("This is a sentence.", "blank-in-pattern: This⟦ ⟧is a sentence."),
    ("||x^$", "empty-option: ||x^⟦$⟧"),
    ("||x^$script,", "empty-option: ||x^$script⟦,⟧"),
    ("||x^$script,,image", "empty-option: ||x^$script⟦,⟧,image"),
    ("||x^$,script", "empty-option: ||x^⟦$⟧,script"),
    ("||x^$domain=a.com,", "empty-option: ||x^$domain=a.com⟦,⟧"),
    ("||x^$script, ", "empty-option: ||x^$script⟦,⟧"),
    ("[$]##.x", "empty-option: [⟦$⟧]##.x"),
    ("||x^$script,im@ge", "malformed-option: ||x^$script,⟦im@ge⟧"),
    ("||x^$script,~", "malformed-option: ||x^$script,⟦~⟧"),
    ("||x^$script,a b", "malformed-option: ||x^$script,⟦a b⟧"),
    ("||x^$script,=x", "malformed-option: ||x^$script,⟦=x⟧"),
    ("||x^$domain", "option-needs-value: ||x^$⟦domain⟧"),
    ("||x^$script,to=", "option-needs-value: ||x^$script,⟦to⟧="),
    ("[$domain]##.x", "option-needs-value: [$⟦domain⟧]##.x"),
    ("||x^$script=1", "option-takes-no-value: ||x^$⟦script=1⟧"),
    ("||x^$image,~3p=", "option-takes-no-value: ||x^$image,⟦~3p=⟧"),
    ("||x^$~important", "option-not-negatable: ||x^$~⟦important⟧"),
    (",##.x", "empty-domain-list: ⟦,⟧##.x"),
    ("[$domain=|]##.x", "empty-domain-list: [$domain=⟦|⟧]##.x"),
    ("a b.com##.x", "invalid-domain: ⟦a b.com⟧##.x"),
    ("b.com,~##.x", "invalid-domain: b.com,⟦~⟧##.x"),
    ("a..b##.x", "invalid-domain: ⟦a..b⟧##.x"),
    ("a.com,.b.com##.x", "invalid-domain: a.com,⟦.b.com⟧##.x"),
    ("a.com.##.x", "invalid-domain: ⟦a.com.⟧##.x"),
    ("~a.com:80##.x", "invalid-domain: ~⟦a.com:80⟧##.x"),
    ("*.a.com##.x", "invalid-domain: ⟦*.a.com⟧##.x"),
    ("b.com,[::x]##.x", "invalid-domain: b.com,⟦[::x]⟧##.x"),
    ("[::1].*##.x", "invalid-domain: ⟦[::1].*⟧##.x"),
    (".*##.x", "invalid-domain: ⟦.*⟧##.x"),
    (">>##.x", "invalid-domain: ⟦>>⟧##.x"),
    ("[##.x", "invalid-domain: ⟦[⟧##.x"),
    ("[a]##[b]", "invalid-domain: ⟦[a]⟧##[b]"),
    ("//,a.com##.x", "invalid-domain: ⟦//⟧,a.com##.x"),
    ("##", "empty-body: ⟦##⟧"),
    ("a.com#@#", "empty-body: a.com⟦#@#⟧"),
    ("a.com#%#  ", "empty-body: a.com⟦#%#⟧"),
    ("a.com##^", "empty-body: a.com⟦##^⟧"),
    ("[$path=/x##.y", "unclosed-modifiers: ⟦[$⟧path=/x##.y"),
    ("[$", "unclosed-modifiers: ⟦[$⟧"),
    ("[$path=/x]", "missing-marker: ⟦[$path=/x]⟧"),
    ("[$path=/x]a.com", "missing-marker: ⟦[$path=/x]a.com⟧"),
    ("[$foo=1]##.x", "unknown-modifier: [$⟦foo⟧=1]##.x"),
    ("[$path=/x,domain=a.com]b..c##.x", "invalid-domain: [$path=/x,domain=a.com]⟦b..c⟧##.x"),
    ("0.0.0.0 a/b", "invalid-host: 0.0.0.0 ⟦a/b⟧"),
    ("%include list:part.txt%", "template-instruction: ⟦%include list:part.txt%⟧"),
    ("<<<<<<< ours", "merge-conflict: ⟦<<<<<<< ours⟧"), ("=======", "merge-conflict: ⟦=======⟧"),
    ("||||||| base", "merge-conflict: ⟦||||||| base⟧"), (">>>>>>>", "merge-conflict: ⟦>>>>>>>⟧"),
    ("a\0", "control-character: a⟦\0⟧"),
  ]

  @Test(arguments: cases) func syntaxProblemsAreLocated(_ line: String, _ expected: String) {
    #expect(describe(line) == expected)
  }

  /// Problems that involve several lines are detected by the reader of directives, in `SluiceConversion`.
  private static let ofSeveralLines: Set<SyntaxProblem.Reason> = [
    .unclosedCondition, .strayElse, .strayEndif, .malformedCondition,
    // Need a list of another kind or dialect.
    .unsupportedEntry, .repeatedOption, .optionNeedsDomain, .optionNeedsRegex, .optionNotInException,
    .incompatibleOptions, .emptyDomain,
  ]

  /// Every reason is in the table, except those whose bytes or length do not fit into it; ``EncodingTests``
  /// covers these.
  @Test func problemCasesCoverEveryReason() {
    let reasons = Set(Self.cases.compactMap { $0.1.split(separator: ":").first.map(String.init) })
    for reason in SyntaxProblem.Reason.allCases
    where reason != .invalidUTF8 && reason != .lineTooLong && !Self.ofSeveralLines.contains(reason) {
      #expect(reasons.contains(reason.rawValue), "\(reason)")
    }
  }

  @Test(arguments: SyntaxProblem.Reason.allCases)
  func everySyntaxReasonHasMessage(_ reason: SyntaxProblem.Reason) {
    let message = reason.definition(about: "x").message
    #expect(!message.isEmpty && !message.contains("\n"))
    #expect(reason.definition().advice?.isEmpty != true)
  }

  @Test(arguments: [
    ("a.com|~b.com", "a.com ~b.com"),
    (" a.com | b.* |", "a.com entity(b)"),
    ("/a|b/|c.com", "regex(a|b) c.com"),
    ("~/a\\/|b/", "~regex(a\\/|b)"),
    ("*|~a.com", "invalid-domain 0..<1"), ("a.com|~*", "invalid-domain 6..<8"),
    ("~[::1]|~[::]", "~[::1] ~[::]"),
    ("", "empty-domain-list 0..<0"),
    ("a.com|b,c", "invalid-domain 6..<9"),
    ("a.com|/b", "invalid-domain 6..<8"),
  ])
  func domainListsInValuesAreParsed(_ list: String, _ expected: String) {
    let bytes = Array(list.utf8)
    let description: String
    do throws(SyntaxProblem) {
      let entries = try [DomainEntry](
        parsing: bytes.span, ByteRange(0, bytes.count), separator: UInt8(ascii: "|"))
      description = LineDescription(bytes: bytes).domains(entries)
    } catch {
      description = "\(error.reason.rawValue) \(error.span.indices)"
    }
    #expect(description == expected)
  }
}
