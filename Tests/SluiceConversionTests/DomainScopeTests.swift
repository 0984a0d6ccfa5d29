import SluiceConversion
import SluiceRules
import Testing

/// `$domain=` compared with the document that makes the request.
struct DomainScopeTests {
  private static let opened = "type=child-document"
  private static let made =
    "type=csp-report,fetch,font,image,media,other,ping,raw,script,style-sheet,svg-document,websocket"

  @Test(arguments: [
    ("/x$script,domain=a.com|b.com", ["block /x type=script if-frame-url=*a.com,*b.com"]),
    (
      "/x$domain=a.com",
      ["block /x \(made) if-frame-url=*a.com", "block /x \(opened) if-top-url=*a.com"]
    ),
    ("/x$subdocument,domain=a.com", ["block /x \(opened) if-top-url=*a.com"]),
    ("/x$image,domain=~a.com", ["block /x type=image unless-frame-url=*a.com"]),
    ("/x$image,domain=a.*", [#"block /x type=image if-frame-url=||a\.(com?\.)?[^./:@]+(:[0-9]+)?/"#]),
    ("@@/x$image,domain=a.com", ["ignore-following /x type=image if-frame-url=*a.com"]),
    (
      "@@||a.com^$document",
      ["ignore-previous .* if-top-url=*a.com", "ignore-following .* if-top-url=*a.com"]
    ),
    ("/x$popup,domain=a.com", ["block /x type=popup if-top-url=*a.com"]),
    ("/x$image", ["block /x type=image"]),
  ])
  func frameScopeUsesFrameConditions(filter: String, rules: [String]) throws {
    #expect(try convert(filter) { $0.domainScope = .frame }.rules == rules)
  }

  /// WebKitGTK before 2.48 would ignore the key, and so may any Safari.
  @Test(arguments: [Target.any, .safari26, .webKitGTK2_46])
  func excludedDomainsUseTopPageConditions(target: Target) throws {
    let rules = try convert("/x$image,domain=~a.com", target: target) { $0.domainScope = .frame }.rules
    #expect(rules == ["block /x type=image unless-top-url=*a.com"])
  }
}
