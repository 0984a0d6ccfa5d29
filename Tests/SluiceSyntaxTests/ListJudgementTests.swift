import SluiceSyntax
import Testing

/// The detected formats of files: the first lines of published lists, and of other files.
@Suite struct ListJudgementTests {
  private static let kinds: [(text: String, kind: ListKind)] = [
    // Filter lists.
    ("[Adblock Plus 2.0]\n! Title: A\n||a.example^\n", ListKind.filters),
    ("[Adblock Plus]\nwords alone\nare not text here\n", .filters),
    ("! Title: uBlock filters\n! Expires: 4 days\n\n! comment\nexample.com##+js(nobab)\n", .filters),
    ("! Title: AdGuard\n[$path=/x]a.example##.ad\n", .filters),
    ("! Title: DNS filter\n||a.example^\n||b.example^$important\n@@||c.example^\n", .filters),
    ("!#include other.txt\n!#include more.txt\n", .filters),
    ("%include easylist:adservers.txt%\n", .filters),
    ("/banner/*\n-ad-\n&ad=\n", .filters),
    ("a.example##.ad\n##.ad\n#@#.ok\n", .filters),
    ("||ads.example^ bad\n||b.example^", .filters),
    // A new list with a title, whatever its few lines are.
    ("! Title: My list\nads\n", .filters),
    ("! Title: My list\n! Homepage: https://a.example/\nbanner\npopup\n", .filters),
    ("!title: x\nkey=value\n", .filters), ("! Title: x\n*.log\n", .filters),
    ("! Title: x\nads.example\n", .domains),
    ("! Title: x\n0.0.0.0 a.example\n", .hosts),
    ("! Title: x\n! Expires: 4 days\nwords of a new list\n", .filters),
    ("||broken^$scirpt\n", .filters),
    ("/ads[0-9]+/$script\n", .filters),
    // Addresses, and other text in brackets, in front of filters.
    ("[2001:db8::1]##.box\n##.wide\n", .filters), ("[2001:db8::1]#@#.wide\n", .filters),
    ("[2001:0db8::1],a.example##.box\n", .filters), ("[1234]##.box\n", .filters), ("[1]\n##.box\n", .filters),
    ("[::1]##.box\n", .filters), ("[fe80::1]##.box\n", .filters),
    ("[0-9]ads$script\n||a.example^\n", .filters),
    ("[-ad-]$script\n||a.example^\n", .filters), ("[]##.box\n", .filters),
    // Hosts files.
    ("# Title: hosts\n127.0.0.1 localhost\n::1 localhost\n\n0.0.0.0 a.example\n0.0.0.0 b.example\n", .hosts),
    ("127.0.0.1\ta.example b.example\r\n127.0.0.1\tc.example\r\n", .hosts),
    ("0 a.example\n0 b.example\n", .hosts),
    ("0:0:0:0:0:0:0:0 a.example\n", .hosts),
    ("; comment\n// comment\n0.0.0.0 a.example\n", .hosts),
    // Lists of domains.
    ("# Title: domains\na.example\nb.example\nc.example\n", .domains),
    ("# Syntax: Domains (Wildcards)\n*.a.example\n*.b.example\n", .domains),
    (".a.example\n.b.example\n", .domains),
    ("! Title: names\na.example\nb.example\n", .domains),
    ("zip\nmov\nxn--p1ai\n", .domains),
    ("# Most abused\nzip\nwin\n", .domains),
    ("a.example\nb.example\nzip\nlocalhost\n", .domains),
    ("*.zip\n*.win\n", .domains),
    ("{+block{ads}}\n.a.example\n.b.example\n", .domains),
    // Formats of other programs.
    ("# dnsmasq\naddress=/a.example/#\naddress=/b.example/\n", .dnsmasq),
    ("local=/a.example/\nserver=/b.example/\n", .dnsmasq),
    ("server=/a.example/\nserver=8.8.8.8\nconf-file=x\naddress=/b.example/#\n", .dnsmasq),
    ("com.br\nzip\nco\n", .domains), ("a.example,b.example\n", .filters),
    ("local-zone:\"a.example\" static\n", .unbound),
    ("server:\nlocal-zone: \"a.example\" always_nxdomain\n", .unbound),
    ("local-zone: \"a.example.\" static\nlocal-zone: \"b.example.\" redirect\n", .unbound),
    (
      "$TTL 60\n@ IN SOA localhost. root.localhost. (1 2 3 4 5)\n NS localhost.\na.example CNAME .\n*.a.example CNAME .\n",
      .responsePolicyZone
    ),
    ("; zone\na.example 60 IN CNAME rpz-drop.\n", .responsePolicyZone),
    ("DOMAIN-SUFFIX,a.example\nDOMAIN,b.example,REJECT\nIP-CIDR,192.0.2.0/24,REJECT\n", .proxyRules),
    ("payload:\n  - DOMAIN-SUFFIX,a.example\n  - DOMAIN-KEYWORD,ads\n", .proxyRules),
    ("payload:\n  - '+.a.example'\n  - '+.b.example'\n", .proxyRules),
    ("HOST-SUFFIX,a.example,reject\nhost,b.example,reject\n", .proxyRules),
    ("[\"a.example\", \"b.example\"]", .json),
    ("{\"name\": \"x\", \"version\": 1, \"domains\": [\"a.example\",\n\"*.b.example\"]}", .json),
  ]

  @Test(arguments: kinds)
  func listKindsAreDetected(text: String, kind: ListKind) {
    #expect(ListJudgement(of: Array(text.utf8)) == .list(kind))
    #expect(ListJudgement(of: Array(("\u{FEFF}" + text).utf8)) == .list(kind))
  }

  private static let foreignTexts: [(text: String, content: ForeignContent)] = [
    ("", ForeignContent.empty), (" \n\t\n", .empty), ("\u{FEFF}", .empty),
    ("! Title: A\n! nothing\n", .comments), ("# comment\n", .comments), ("[Adblock Plus 2.0]\n", .comments),
    ("<!DOCTYPE html>\n<html>\n<head>\n<title>404</title>\n", .page),
    ("\n\n  <html lang=en>", .page), ("<head>", .page), ("<!-- comment -->\n<html>", .page),
    ("! Title: x\n<!DOCTYPE html>\n<html lang=en>\n", .page), ("<h1>Not Found</h1>\n<p>The page\n", .page),
    ("<META http-equiv=refresh>\n", .page), ("<!--\n<head>", .page),
    ("<body class=x>\ntext of the page\n", .page),
    // Documents and source code with a comment or a tag.
    ("# Title\n\n<!-- not run: why -->\nThe text of a page.\n", .text), ("<!-- a comment -->\n", .text),
    ("<p align=center>\n\n# Title\n\nWords of a document.\n", .text), ("# Title\n\n<img src=a.png>\n", .text),
    ("Words first.\n<html>\n<body>\nMore words.\n", .text), ("let a = 1\n<svg>\nlet b = 2\n", .text),
    ("# Title\n\n<details>\n<summary>More</summary>\n\nWords.\n", .text),
    ("<?xml version=\"1.0\"?>\n<!DOCTYPE html>", .xml), ("<svg xmlns=\"x\">", .xml),
    ("{\n  \"a\": 1\n}\n", .json), ("{}", .json), ("[]", .json), ("[1, 2]", .json), ("[1]", .json),
    ("[ -1.5e-3 ]\n", .json), ("[12\n,13]", .json), ("[1", .json),
    ("[\n  {\"x\": 1}\n]", .json),
    ("{\"domains\": [\"a.example\"], \"allowlist\": [\"b.example\"]}", .json),
    ("[\"not a host\", \"nor this\"]", .json), ("[\"a.example\"", .json),
    ("[{\"trigger\":{\"url-filter\":\".*\"},\"action\":{\"type\":\"block\"}}]", .ruleList),
    ("// ==UserScript==\n// @name x\n// ==/UserScript==\n(function() {\n})();\n", .userscript),
    ("(^|\\.)ads\\.example$\n^ad[0-9]+\\.\n", .regexes),
    ("# regex\n^ads\\.\n(\\.|^)x\\.example$\n", .regexes),
    ("acl ads dstdomain .a.example\nhttp_access deny ads\n", .squid),
    ("{+block}\n.a.example\n{-block}\n.b.example\n", .privoxy),
    ("1,a.example\n2,b.example\n3,c.example\n", .table),
    ("domain,count\na.example,3\nb.example,4\n", .table),
    ("\"a.example\",\"3\"\n\"b.example\",\"4\"\n", .table),
    ("zone \"a.example\" { type master; file \"null\"; };\n", .nameServer),
    ("// x\nzone \"a.example\" IN {\n  type primary;\n  file \"null\";\n};\n", .nameServer),
    ("# Title\n\nSee [the list](https://a.example/).\n", .markdown),
    ("# Title\n\nSome words.\n\n```sh\nls -l\n```\n", .markdown),
    ("- [x] done with it\n- [ ] open to all\n", .markdown),
    ("See [the guide](docs/guide.md) now.\n", .markdown),
    ("let value = table[1](here)\nreturn value\n", .text),
    ("one\nwords\na.example\ntwo\nthree\n", .text),
    ("User-agent: *\nDisallow: /private\nAllow: /\n", .text),
    ("MIT License\n\nCopyright (c) 2026 Somebody\n\nPermission is hereby granted, free of charge\n", .text),
    ("forbidden", .text), ("one\ntwo\nthree\n", .text),
    ("Notes of today:\n- first thing to do\n- see https://a.example/x\n", .text),
    ("## Notes\n\nThis is a text.\n", .text),
    ("import sys\n\ndef main():\n    return 1\n", .text),
    ("var x = 1;\nreturn x;\n}\n", .text),
    // Answers of servers in place of a list.
    ("404: Not Found", .errorText), ("404", .errorText), ("Not found\n", .errorText),
    ("Access Denied\r\n", .errorText),
    ("Error: rate limit exceeded\n", .errorText), ("error code: 1015", .errorText),
    ("\n502 Bad Gateway\n", .errorText),
    ("HTTP/1.1 404 Not Found\n\nnothing\n", .errorText), ("429 Too Many Requests", .errorText),
    (
      "upstream connect error or disconnect/reset before headers. reset reason: connection timed out\n",
      .errorText
    ),
    ("Repository not found.\nPlease check the URL.\n", .errorText),
    ("\u{FEFF}503 Service Unavailable", .errorText),
    ("<!DOCTYPE html>\n<title>Sign in</title>\n", .signIn), ("<html><title>LOG IN · Site</title>", .signIn),
    ("<!doctype html><form><input type=\"password\"></form>", .signIn),
    ("<html><title>Not found</title><input type=password>", .page), ("<html><title>Design</title>", .page),
    ("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", .lfsPointer),
    ("PK\u{3}\u{4}abc", .archive), ("a\0b\0c", .utf16), ("abc\0", .binary),
  ]

  @Test(arguments: foreignTexts)
  func foreignTextIsDetected(text: String, content: ForeignContent) {
    #expect(ListJudgement(of: Array(text.utf8)) == .foreign(content))
  }

  private static let foreignBytes: [(bytes: [UInt8], content: ForeignContent)] = [
    ([0x1f, 0x8b, 8, 0, 1, 2, 3], ForeignContent.archive), ([0xff, 0xfe, 0x61], .utf16),
    (Array("%PDF-1.7\n1 0 obj\n".utf8), .binary), ([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0], .binary),
    ([0x7f] + Array("ELF".utf8), .binary),
    ((0..<200).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 129) }, .binary),
  ]

  @Test(arguments: foreignBytes)
  func foreignBinaryIsDetected(bytes: [UInt8], content: ForeignContent) {
    #expect(ListJudgement(of: bytes) == .foreign(content))
  }

  /// With a given dialect, single words are filters or host names.
  ///
  /// No dialect turns a web page into a list.
  @Test func namedDialectDecidesListKind() {
    let words = Array("zap\nzip\n".utf8)
    #expect(ListJudgement(of: words, dialect: .hosts) == .list(.domains))
    #expect(ListJudgement(of: words, dialect: .adblockPlus) == .list(.filters))
    #expect(ListJudgement(of: Array("a.example\nb.example\n".utf8), dialect: .adblockPlus) == .list(.filters))
    for dialect in Dialect.allCases {
      #expect(ListJudgement(of: Array("<html>".utf8), dialect: dialect) == .foreign(.page))
      #expect(ListJudgement(of: [], dialect: dialect) == .foreign(.empty))
    }
  }

  /// Latin-1 is text with invalid characters.
  @Test func latin1ListIsRecognized() {
    let bytes = Array("# caf".utf8) + [0xe9] + Array("\n||a.example^\n".utf8)
    #expect(ListJudgement(of: bytes) == .list(.filters))
    let lines = FilterList(parsing: bytes).lines.map(\.content)
    #expect(lines.first == .comment)
  }

  /// The first lines decide, whatever follows and however long the header is.
  @Test func firstLinesDecideListKind() {
    let heading = String(repeating: "# comment\n", count: 5_000)
    let names = (0..<3_000).map { "a\($0).example\n" }.joined()
    #expect(ListJudgement(of: Array((heading + names).utf8)) == .list(.domains))
    #expect(ListJudgement(of: Array((heading + names + "<html>\n").utf8)) == .list(.domains))
  }

  @Test(arguments: [
    ("a.example\n.b.example\n*.c.example\nzip\n", "hosts"), ("||a.example^\n", "abp"),
    ("[uBlock Origin]\na.example\n", "ublock"), ("DOMAIN-SUFFIX,a.example\n", "hosts"),
    ("[\"a.example\"]", "hosts"), ("[AdGuard]\na.example\n", "adguard"),
  ])
  func dialectIsDetected(text: String, dialect: String) {
    let list = FilterList(parsing: Array(text.utf8))
    let reading = ListReading(list, dialect: nil)
    #expect(reading.dialect.rawValue == dialect)
    #expect(reading.kind.namesHosts == (dialect == "hosts"))
  }
}
