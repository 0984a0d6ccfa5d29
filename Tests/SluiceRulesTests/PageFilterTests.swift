import SluiceAnalysis
import SluiceRules
import Testing

/// Evaluation of conditions on pages, as in WebKit.
struct PageFilterTests {
  private static func page(_ host: String, below: Bool = true) throws -> Condition {
    .ifTopURL(NonEmpty(.page(try #require(Domain(Array(host.utf8), includesSubdomains: below)))))
  }

  private static func holds(_ condition: Condition, on page: String) -> Bool {
    let rule = Rule(trigger: Trigger(urlFilter: .any, condition: condition), action: .block)
    let request = Request(
      .image, url: Array("https://x.example/".utf8), page: Array(page.utf8), suffixes: .wellKnown)
    return !RuleListEvaluator(RuleList([rule])).matching(request).isEmpty
  }

  @Test(arguments: [
    ("https://a.com/", true), ("https://A.com/", true), ("http://x.a.com:8080/p", true),
    ("https://a.com", true),
    ("https://xa.com/", false), ("https://a.com.b.com/", false), ("https://b.com/?u=https://a.com/", false),
    ("https://b.com/#https://a.com/", false), ("https://b.com/a.com/", false),
    ("https://a.com:x@b.com/", false), ("https://a.com@b.com/", false), ("https://x.a.com:80@b.com/", false),
    ("https://u:p@x.a.com/", true),
  ])
  func domainConditionMatchesSubdomains(page: String, isIn: Bool) throws {
    #expect(Self.holds(try Self.page("a.com"), on: page) == isIn)
    // The same condition as a pattern, together with one that is not a page's.
    let other = try #require(URLFilterBuilder.atStart().finishing("q"))
    guard case .ifTopURL(let filters) = try Self.page("a.com") else { return }
    let both = try #require(NonEmpty(filters.elements + [other]))
    #expect(Self.holds(.ifTopURL(both), on: page) == isIn)
  }

  @Test(arguments: [
    ("https://a.com/", true), ("https://a.com:81/", true), ("https://x.a.com/", false),
    ("https://u@a.com/", false),
    ("https://a.com@b.com/", false),
  ])
  func hostConditionMatchesExactHost(page: String, isIn: Bool) throws {
    #expect(Self.holds(try Self.page("a.com", below: false), on: page) == isIn)
  }

  @Test(arguments: [
    ("^https://a", "^https://a"), ("^[^:]+://a[/:]", "^[^:]+://a(:[0-9]+)?/"),
    ("^[^:]+://+([^/]+\\.)?a/ok$", "^[^:]+://+([^/]+\\.)?a/ok(#.*)?$"),
    ("^[^:]+://a[/:].*x", "^[^:]+://a(:[0-9]+)?/[^#]*x"), ("ads", "^[^#]*ads"), ("a.b", "^[^#]*a[^#]b"),
    ("^[^:]+://a[/:]80", "^[^:]+://a[/:]80"), ("a(b#)?c", "^[^#]*ac"), ("a[#x]", "^[^#]*a[x]"),
    // Text that can match anywhere may start directly after a port.
    ("^[^:]+://a[/:].*/x", "^[^:]+://a(:[0-9]+)?/[^#]*/x or ^[^:]+://a(:[0-9]+)/x"),
    ("^[^:]+://a[/:].*[./]x", "^[^:]+://a(:[0-9]+)?/[^#]*[./]x or ^[^:]+://a(:[0-9]+)/x"),
    ("a$", "^[^#]*a(#.*)?$"), ("^[^:]+://.*x", "^[^#:]+://[^#]*x"),
  ])
  func requestPatternsBecomePagePatterns(filter: String, page: String) throws {
    let pages = try URLFilter(parsing: filter).inPageURL
    #expect(pages.map(\.description).joined(separator: " or ") == page)
  }

  @Test func fragmentPatternMatchesNoPage() throws {
    #expect(try URLFilter(parsing: "a#b").inPageURL.isEmpty)
  }
}

extension URLFilterBuilder {
  /// Returns the pattern with this text appended.
  fileprivate func finishing(_ text: String) -> URLFilter? {
    var builder = self
    for byte in text.utf8 { builder.literal(byte) }
    return builder.finish()
  }
}
