import SluiceConversion
import SluiceRequestChanges
import SluiceSyntax
import Testing
import TestSupport

/// Filters that change requests, as rules of a web extension and their effect in WebKit.
@Suite struct RequestChangeTests {
  private static func convert(_ list: String, _ dialect: Dialect = .uBlockOrigin) throws -> ConversionResult {
    var options = ConversionOptions()
    options.dialect = dialect
    var result = try Converter(options: options).convert(list)
    result.report.settle(in: result.requestChanges)
    return result
  }

  /// Returns the decision of the list that WebKit makes of the rules.
  private static func decide(
    _ list: String, _ dialect: Dialect, _ kind: Request.Kind, _ url: String, page: String
  ) throws -> Decision {
    let json = try convert(list, dialect).requestChanges.rules.encodedJSON()
    let ruleset = Ruleset(decodingJSON: json)
    let translation = Ruleset.translation(of: [ruleset])
    let errors = ruleset.check(json, in: translation).findings.filter { $0.reason.severity != .note }
    #expect(errors.map(\.reason.id) == [], "\(list)")
    let request = Request(kind, url: url, page: page, suffixes: .wellKnown)
    return RuleListEvaluator(translation.list).decide(request)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var list: String
    var dialect = Dialect.uBlockOrigin
    var kind = Request.Kind.document
    var url = "https://shop.example/a?x=1&utm=2&ref=3"
    var page = "https://news.example/"
    /// The query of the request.
    var query: String
    var testDescription: String { "\(list) \(kind) \(url) on \(page)" }

    init(
      _ list: String, _ kind: Request.Kind = .document, _ dialect: Dialect = .uBlockOrigin,
      page: String = "https://news.example/", url: String = "https://shop.example/a?x=1&utm=2&ref=3",
      is query: String
    ) {
      (self.list, self.dialect, self.kind, self.url, self.page) = (list, dialect, kind, url, page)
      self.query = query
    }
  }

  @Test(arguments: [
    Case("$removeparam=utm", is: "x=1&ref=3"),
    Case("*$removeparam=utm", .image, is: "x=1&ref=3"),
    Case("||shop.example^$removeparam=utm", .subdocument, is: "x=1&ref=3"),
    Case("||other.example^$removeparam=utm", is: "x=1&utm=2&ref=3"),
    Case("$removeparam=UTM", is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n||shop.example^$removeparam=ref", is: "x=1"),
    Case("||shop.example^$removeparam", is: ""),
    Case("||shop.example^$queryprune=utm", is: "x=1&ref=3"),
    Case("$removeparam=/^(utm|ref)=/", is: "x=1"),
    Case("$removeparam=/^ut/", is: "x=1&utm=2&ref=3"),
    Case("$removeparam=~utm", is: "x=1&utm=2&ref=3"),
    // Types
    Case("$xhr,removeparam=utm", is: "x=1&utm=2&ref=3"),
    Case("$xhr,removeparam=utm", .xmlhttprequest, is: "x=1&ref=3"),
    Case("$removeparam=utm,~xhr", .xmlhttprequest, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm,~xhr", .script, is: "x=1&ref=3"),
    Case("$removeparam=utm", .script, .adGuard, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm", .document, .adGuard, is: "x=1&ref=3"),
    Case("$removeparam=utm,script", .script, .adGuard, is: "x=1&ref=3"),
    // Party and pages
    Case("$removeparam=utm,3p", .script, is: "x=1&ref=3"),
    Case("$removeparam=utm,1p", .script, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm,domain=news.example", .script, is: "x=1&ref=3"),
    Case("$removeparam=utm,domain=old.example", .script, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm,domain=~news.example", .script, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm,domain=~old.example", .script, is: "x=1&ref=3"),
    Case("$removeparam=utm,domain=shop.example", is: "x=1&ref=3"),
    Case(
      "$removeparam=utm,domain=news.example", .script, page: "https://x.example/?u=https://news.example/",
      is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm,domain=news.example", .subdocument, is: "x=1&utm=2&ref=3"),
    // Exceptions
    Case("$removeparam=utm\n@@||shop.example^$removeparam=utm", is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@||shop.example^$removeparam", is: "x=1&utm=2&ref=3"),
    Case("@@||shop.example^$removeparam\n$removeparam=utm", is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n$removeparam=ref\n@@||shop.example^$removeparam=utm", is: "x=1&utm=2"),
    Case("$removeparam=utm\n@@||other.example^$removeparam", is: "x=1&ref=3"),
    Case("$removeparam=utm\n@@||shop.example^$removeparam=utm,script", is: "x=1&ref=3"),
    Case(
      "$removeparam=utm\n$removeparam=ref\n@@||shop.example^$removeparam=utm\n@@||a.example^$removeparam=ref",
      is: "x=1&utm=2"),
    Case(
      "$removeparam=utm\n$removeparam=ref\n@@||shop.example^$removeparam=utm\n@@||shop.example^$removeparam=ref",
      is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@$removeparam,domain=news.example", .script, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@$removeparam,domain=news.example", .subdocument, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@$removeparam,domain=news.*", .script, is: "x=1&utm=2&ref=3"),
    Case("||shop.example^$removeparam=utm,important\n@@||shop.example^$removeparam", is: "x=1&ref=3"),
    Case("$removeparam=utm\n$removeparam=utm,badfilter", is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@||shop.example^$document", .document, .adGuard, is: "x=1&utm=2&ref=3"),
    Case(
      "$removeparam=utm,script\n@@||news.example^$document", .script, .adGuard, is: "x=1&utm=2&ref=3"),
    // Pages that no rule can name keep all of their requests.
    Case("$removeparam=utm\n@@||shop.example/a$document", .document, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@||shop.*^$document", .document, is: "x=1&utm=2&ref=3"),
    Case("$removeparam=utm\n@@/login/$document,removeparam=ref", .document, is: "x=1&ref=3"),
    Case("$removeparam=utm,important\n@@/shop/$document", .document, is: "x=1&utm=2&ref=3"),
    // Blocks and exceptions to them have no effect.
    Case("$removeparam=utm\n||shop.example^\n@@||shop.example^", is: "x=1&ref=3"),
  ])
  func parametersAreRemoved(test: Case) throws {
    let decision = try Self.decide(test.list, test.dialect, test.kind, test.url, page: test.page)
    let url = decision.redirectedURL(of: Array(test.url.utf8), extensionURL: [])
    let text = url.map { String(decoding: $0, as: UTF8.self) }
    #expect(text == "https://shop.example/a" + (test.query.isEmpty ? "" : "?\(test.query)"))
  }

  @Test(arguments: [
    (
      "||shop.example^$csp=script-src 'self'", Request.Kind.document,
      "content-security-policy append script-src 'self'"
    ),
    ("||shop.example^$csp=script-src 'self'", .script, ""),
    ("||shop.example^$csp=script-src 'self',subdocument", .document, ""),
    ("||shop.example^$csp=script-src 'self'\n@@||shop.example^$csp=script-src 'self'", .document, ""),
    (
      "||shop.example^$csp=script-src 'self'\n@@||shop.example^$csp=img-src *", .document,
      "content-security-policy append script-src 'self'"
    ),
    ("||shop.example^$csp=img-src *\n@@*$csp,domain=shop.example", .document, ""),
    ("||shop.example^$csp=img-src *\n@@*$csp,domain=news.example", .subdocument, ""),
    (
      "||shop.example^$csp=img-src *\n@@*$csp,domain=old.example", .subdocument,
      "content-security-policy append img-src *"
    ),
    ("||shop.example^$removeheader=refresh", .document, "refresh remove"),
    ("||shop.example^$removeheader=x-ads", .document, ""),
    ("||shop.example^$referrerpolicy=no-referrer", .script, "referrer-policy set no-referrer"),
  ])
  func headersAreChanged(list: String, kind: Request.Kind, expected: String) throws {
    let decision = try Self.decide(
      list, .adGuard, kind, "https://shop.example/a", page: "https://news.example/")
    let changes = decision.effectiveHeaderChanges(ofResponse: true).map { change in
      let name = String(decoding: change.header, as: UTF8.self)
      return switch change.operation {
      case .remove: "\(name) remove"
      case .set(let value): "\(name) set \(String(decoding: value, as: UTF8.self))"
      case .append(let value): "\(name) append \(String(decoding: value, as: UTF8.self))"
      }
    }
    #expect(changes.joined() == expected)
  }

  @Test(arguments: [
    ("$removeparam=utm", "exact"),
    ("$removeparam=utm\n@@||a.example^$removeparam", "exact"),
    ("$removeparam=/^ut/", "unsupported parameter-pattern"),
    ("$removeparam=~utm", "unsupported parameter-pattern"),
    ("$removeparam=utm,domain=news.*", "unsupported change-conditions"),
    ("$removeparam=utm,domain=news.example", "approximated frame-initiators"),
    ("$xhr,removeparam=utm,domain=news.example", "exact"),
    ("||a.example^$csp=script-src 'self'", "approximated merged-policy"),
    ("||a.example^$removeheader=x-ads", "unsupported unknown-header"),
    ("||a.example^$csp=a\n@@||a.example^$csp=a", "unsupported change-exceptions"),
    ("||a.example^$csp=a\n@@*$csp,domain=b.example", "approximated merged-policy"),
    ("||a.example^$csp=a\n@@||b.example^$csp", "approximated merged-policy"),
    ("||a.example^$replace=/a/b/", "needs a script request-modification"),
    // The exception to one applies to some requests of the other.
    (
      "||a.example^$removeparam=b\n||a.example^$removeparam=c\n@@||a.example/b/$removeparam=b\n"
        + "@@||a.example/c/$removeparam=c", "approximated change-exceptions"
    ),
  ])
  func firstFilterHasOutcome(list: String, expected: String) throws {
    let diagnostic = try Self.convert(list).report.diagnostics.first { $0.place.lineIndex == 0 }
    let found = diagnostic.map { "\($0.outcome.words(1)) \($0.reason.id)" } ?? "exact"
    #expect(found == expected)
  }

  @Test func namesWithEqualConditionsShareRule() throws {
    let rules = try Self.convert("$removeparam=a\n$removeparam=b\n||x.example^$removeparam=c").requestChanges
    #expect(rules.rules.count == 2 && rules.filterCount == 3)
  }

  /// Rules repeat parameters and pages because of exceptions, in proportion to the list.
  @Test(arguments: [
    ("$removeparam=p#", "@@||t#.example^$removeparam=p#"),
    ("||a#.example^$csp=x", "@@*$csp=x,domain=s#.example"),
    ("||a#.example^$removeheader=refresh", "@@*$removeheader=refresh,domain=s#.example"),
  ])
  func rulesGrowWithList(change: String, exception: String) throws {
    let count = 600
    let lines = (0..<count).flatMap { number in
      [change, exception].map { $0.replacing("#", with: String(number)) }
    }
    let result = try Self.convert(lines.joined(separator: "\n"))
    let changes = result.requestChanges
    #expect(changes.rules.encodedJSON().count < 8 * 128 * lines.count + 1 << 19)
    // Each change without a rule is reported.
    let reported = result.report.diagnostics.filter { $0.reason == .conversion(.changeExceptions) }
    #expect(Set(changes.origins.joined() + reported.map(\.place)).count >= count)
  }
}
