import SluiceConversion
import SluiceSyntax
import Testing

/// Texts that are not filter lists, given to a conversion.
@Suite struct ForeignTextTests {
  static let never: [(text: String, content: ForeignContent)] = [
    ("<!DOCTYPE html>\n<html><head><title>News</title>\n", .page),
    ("<!DOCTYPE html>\n<title>Sign in to continue</title>\n", .signIn),
    ("<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>\n", .xml),
    ("{\"message\": \"Not Found\"}", .json), ("[{\"a\": 1}]", .json),
    ("[{\"trigger\":{\"url-filter\":\".*\"},\"action\":{\"type\":\"block\"}}]", .ruleList),
    ("404: Not Found", .errorText), ("503 Service Unavailable\n", .errorText),
    ("version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 2\n", .lfsPointer),
    ("// ==UserScript==\n// @name x\n", .userscript), ("PK\u{3}\u{4}abc", .archive), ("a\0b\0", .utf16),
    ("abc\0", .binary),
  ]
  /// Texts that a person can type as filters.
  static let typed: [(text: String, content: ForeignContent)] = [
    ("ads", .text), ("words of a person\n", .text), ("1,a.example\n2,b.example\n", .table),
    ("(^|\\.)ads\\.example$\n", .regexes),
  ]
  static let empty: [(text: String, content: ForeignContent)] = [
    ("", .empty), ("\n \n", .empty), ("! Nothing\n", .comments), ("[Adblock Plus 2.0]\n", .comments),
  ]
  static let all = never + typed + empty

  /// Both ways into a conversion: a text, and a list that the caller has parsed.
  private func errors(_ text: String, _ accepts: AcceptedText, _ dialect: Dialect?) -> [ConversionError?] {
    func error(_ body: () throws(ConversionError) -> Void) -> ConversionError? {
      do throws(ConversionError) { try body() } catch { return error }
      return nil
    }
    let converter = Converter()
    let source = Source(name: "a.txt", bytes: text, dialect: dialect, accepts: accepts)
    let list = Source(name: "b.txt", bytes: "||b.example^\n")
    let parsed = ParsedSource(
      name: "a.txt", list: FilterList(parsing: text, dialect: dialect), dialect: dialect, accepts: accepts)
    return [
      error { () throws(ConversionError) in _ = try converter.convert([source]) },
      error { () throws(ConversionError) in _ = try converter.convert([list, source]) },
      error { () throws(ConversionError) in _ = try converter.convert([parsed]) },
    ]
      + (dialect == nil
        ? [
          error { () throws(ConversionError) in
            _ = try converter.convert(text, name: "a.txt", accepts: accepts)
          }
        ] : [])
  }

  @Test(arguments: never.indices, [nil] + Dialect.allCases)
  func whatNobodyTypesIsRefused(_ index: Int, dialect: Dialect?) {
    let (text, content) = Self.never[index]
    for accepts in AcceptedText.allCases {
      let expected =
        accepts == .anything ? nil : ConversionError.foreign(name: "a.txt", content: content, line: 1)
      #expect(
        errors(text, accepts, dialect).allSatisfy { $0 == expected }, "\(text.debugDescription) \(accepts)")
    }
  }

  @Test(arguments: typed.indices) func wordsAreRefusedUnlessTyped(_ index: Int) {
    let (text, content) = Self.typed[index]
    for accepts in AcceptedText.allCases {
      let isRefused = accepts == .lists || accepts == .nonEmptyLists
      let expected = isRefused ? ConversionError.foreign(name: "a.txt", content: content, line: 1) : nil
      #expect(errors(text, accepts, nil).allSatisfy { $0 == expected }, "\(text.debugDescription) \(accepts)")
    }
  }

  @Test(arguments: empty.indices) func emptyListsAreRefusedWhereFiltersAreNeeded(_ index: Int) throws {
    let (text, content) = Self.empty[index]
    for accepts in AcceptedText.allCases {
      let found = errors(text, accepts, nil)
      guard accepts == .nonEmptyLists else {
        #expect(found.allSatisfy { $0 == nil })
        continue
      }
      #expect(
        found.allSatisfy {
          guard case .foreign("a.txt", content, _) = $0 else { return false }
          return true
        })
    }
  }

  /// Lists of each kind, and single filters, need no option.
  @Test(arguments: [
    "||ads.example^$third-party", "##.ad", "0.0.0.0 a.example\n", "a.example\nb.example\n", "[\"a.example\"]",
    "! Title: A\n||a.example^\n", "/banner/*", "@@||a.example^", "a.example##.ad",
  ])
  func listsAreAccepted(text: String) throws {
    let result = try Converter().convert(text)
    #expect(result.report.filters > 0 && result.report.converted == result.report.filters)
  }

  /// A text that is refused has no filters for those who only parse it.
  @Test(arguments: never.indices) func refusedTextHasNoFilters(_ index: Int) {
    let (text, content) = Self.never[index]
    // An error is a short text without filters, and UTF-16 is told by the share of zeros.
    let isWhole = content == .errorText || content == .utf16
    let bytes = text + (isWhole ? "" : "\n||a.example^\n##.ad\n")
    let parsed = Converter().parse([Source(name: "a.txt", bytes: bytes)])[0]
    #expect(parsed.list.judgement == .foreign(content), "\(parsed.list.judgement)")
    #expect(parsed.list.lines.allSatisfy { $0.content == .comment || $0.content == .blank })
  }

  @Test func errorNamesContentAndLine() {
    #expect(
      throws: ConversionError.foreign(name: "list.txt", content: .page, line: 3)
    ) { try Converter().convert("\n\n<html>\n||a.example^\n") }
    #expect(
      ConversionError.foreign(name: "a.txt", content: .page, line: 3).description
        == "a.txt:3: this is an HTML page, not a filter list")
    #expect(ForeignContent.empty.message == "the list is empty")
  }

  @Test func anyTextIsReadIfAsked() throws {
    let result = try Converter().convert("<html>\n||a.example^\n", accepts: .anything)
    #expect(result.report.filters == 2 && result.report.converted >= 1)
  }
}
