import Foundation
import SluiceSyntax
import Testing
import TestSupport

/// Small files next to lists in folders and repositories are not lists.
@Suite struct ForeignHeadTests {
  static let heads: [(name: String, text: String)] = [
    (".gitignore", "*.log\nnode_modules/\n/build\n"),
    (".gitignore", "# dependencies\n/node_modules\n.env\n*.tmp\n!keep.txt\n"),
    (".gitignore", ".DS_Store\n.build/\n*.xcodeproj\n"), (".gitignore", "*.o\n"),
    (".gitignore", "build/\n"), (".gitignore", "node_modules/"), (".gitignore", "dist/\nbuild/\n"),
    (".gitignore", ".idea/\n"), (".gitignore", "__pycache__/\n"), (".gitignore", "build/**\n"),
    (".gitignore", "/.build\nxcuserdata/\nDerivedData/\n"), (".gitignore", "# out\nout/\n*.tgz\n"),
    ("passwd", "root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n"),
    ("passwd", "root:x:0:0::/root:/bin/sh\n"), ("passwd", "_apt:*:42:65534::/nonexistent:/bin/false\n"),
    ("group", "root:x:0:\nsudo:x:27:me,you\n"), ("group", "wheel:*:0:root\n"),
    ("shadow", "root:!:19000:0:99999:7:::\na:$6$x$y/z.:19000:0:99999:7:::\n"),
    ("htpasswd", "a:$apr1$x$y\n"), ("htpasswd", "a.b:$2y$05$x/y.z\n"),
    ("known_hosts", "a.example ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB\n"),
    ("known_hosts", "192.0.2.1 ssh-rsa AAAAB3Nza\n192.0.2.2 ecdsa-sha2-nistp256 AAAAE2\n"),
    ("known_hosts", "|1|abc=|def= ssh-rsa AAAAB3Nza\n"), ("known_hosts", "[a.example]:2222 ssh-rsa AAAAB3\n"),
    ("known_hosts", "@cert-authority *.a.example ssh-rsa AAAAB3\n"),
    ("authorized_keys", "sk-ssh-ed25519@openssh.com AAAAGnNr me@a.example\n"),
    ("crontab", "SHELL=/bin/sh\n17 * * * * root cd / && run-parts /etc/cron.hourly\n"),
    ("crontab", "@daily /usr/bin/x\n"), ("crontab", "*/5 * * * * x\n"),
    (".env", "A=\nB=\n"), (".env", "PORT=3000\nHOST=localhost\nDEBUG=*\n"),
    (".env", "URL=https://a.example/?x^y\n"), (".env", "export A=b\n"), (".env", "A=\"x y\"\n"),
    (".env", "API_KEY=a,b\n"),
    ("INI", "[a]\nb=c,d\n"), ("INI", "[Unit]\nAfter=network.target\n[Service]\nExecStart=/usr/bin/x\n"),
    ("TOML", "a=[\"b.example\",\"c\"]\n"), ("TOML", "[[a]]\nb=true\n"),
    ("YAML", "a:\n"), ("YAML", "a:\n  - b\n"), ("YAML", "---\n- b\n"), ("YAML", "key:value\n"),
    ("CODEOWNERS", "*.js @team\n/docs/ @a @b\n"), ("CODEOWNERS", "docs/ a@b.example\n"),
    ("Dockerfile", "FROM scratch\n"), ("Dockerfile", "# syntax=docker/dockerfile:1\nFROM node:20\n"),
    ("version", "1.2.3\n"), ("version", "v20.1\n"), ("version", "3.12"),
    (".gitattributes", "* text=auto\n*.txt text eol=lf\n*.png binary\n"),
    (".gitattributes", "*.txt linguist-language=AdBlock\n"),
    (".dockerignore", "**/node_modules\n**/*.log\n.git\n"),
    ("CODEOWNERS", "* @team\n/docs/ @writers\n"),
    (
      "iCalendar",
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//A//B//EN\nBEGIN:VEVENT\nUID:1@a.example\nDTSTART:20260101T000000Z\nSUMMARY:Day\nEND:VEVENT\nEND:VCALENDAR\n"
    ),
    ("iCalendar", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"),
    ("vCard", "BEGIN:VCARD\nVERSION:3.0\nN:Doe;Jane;;;\nFN:Jane Doe\nEMAIL:jane@a.example\nEND:VCARD\n"),
    ("merge conflict", "<<<<<<< HEAD\n||a.example^\n=======\n||b.example^\n>>>>>>> branch\n"),
    (
      "merge conflict",
      "||x.example^\n||y.example^\n<<<<<<< HEAD\n||a.example^\n||||||| base\n=======\n||b.example^\n>>>>>>> 1234567 (words)\n||z.example^\n"
    ),
    ("merge conflict", "[Adblock Plus 2.0]\n! Title: A\n<<<<<<< ours\n##.a\n=======\n##.b\n>>>>>>> theirs\n"),
    (
      "merge conflict",
      "0.0.0.0 a.example\n<<<<<<< HEAD\n0.0.0.0 b.example\n=======\n0.0.0.0 c.example\n>>>>>>> x\n"
    ),
    ("INI", "[section]\nkey=value\nother = value\n"),
    ("INI", "; comment\n[core]\nrepositoryformatversion=0\nbare=false\n"),
    ("properties", "# comment\nname=value\nother.name=1\nurl=https://a.example/\n"),
    (".env", "API_KEY=abc\nURL=https://a.example/\nDEBUG=true\n"),
    (".editorconfig", "root = true\n\n[*]\nindent_style = space\nindent_size=2\n"),
    ("TOML", "[package]\nname = \"a\"\nversion = \"0.1.0\"\n\n[dependencies]\nserde = { version = \"1\" }\n"),
    ("TOML", "title=\"a\"\n[owner]\nname=\"b\"\n"),
    ("CSV", "id,name,count\n1,a,2\n2,b,3\n"), ("CSV", "name;count\na;1\nb;2\n"),
    ("TSV", "name\tcount\na\t1\nb\t2\n"), ("CSV", "a.example,1\nb.example,2\nc.example,3\n"),
    ("CSV", "rank,host\n1,a.example\n"),
    (
      "YAML",
      "name: build\non: [push]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n"
    ),
    ("YAML", "---\na: 1\nb: 2\n"), ("YAML", "- a\n- b\n- c\n"),
    ("YAML", "version: 2\nupdates:\n- package-ecosystem: x\n"), ("YAML", "key: value\n"),
    ("CSS", "body { margin: 0 }\n.a, .b { color: red; }\n"),
    ("CSS", ".a {\n  color: red;\n  margin: 0 auto;\n}\n"),
    ("CSS", "@import url(\"a.css\");\n@media print {\n  .a { display: none }\n}\n"),
    ("CSS", "/* comment */\n.a{color:red}\n.b{color:blue}\n"), ("CSS", ":root{\n--a:1px;\n}\n"),
    ("CSS", "#a { color: red }\n#b > .c { margin: 0 }\n"), ("CSS", "a{color:red}\n"),
    ("SCSS", "$color: red;\n.a { color: $color; &:hover { color: blue; } }\n"),
    ("Markdown", "# Title\n\nSome *text* here.\n\n- one\n- two\n"), ("Markdown", "# Title\n"),
    ("Markdown", "## Title\n\n[link](https://a.example/)\n\n```\ncode\n```\n"),
    ("Markdown", "Title\n=====\n\n* one\n* two\n"), ("Markdown", "| a | b |\n|---|---|\n| 1 | 2 |\n"),
    ("Markdown", "### Title\n\nText.\n"), ("Markdown", "- [x] done\n- [ ] open\n"),
    (
      "PEM",
      "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ\nq83v/ABCDEFGHabc+def==\n-----END CERTIFICATE-----\n"
    ),
    ("PEM", "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ\n-----END PRIVATE KEY-----\n"),
    ("ssh key", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB a@b.example\n"),
    ("PGP", "-----BEGIN PGP SIGNATURE-----\n\niQEzBAABCAAdFiEE\n=AbCd\n-----END PGP SIGNATURE-----\n"),
    (
      "diff",
      "diff --git a/list.txt b/list.txt\nindex 123..456 100644\n--- a/list.txt\n+++ b/list.txt\n@@ -1,3 +1,3 @@\n ||a.example^\n-||b.example^\n+||c.example^\n"
    ),
    ("diff", "--- a.txt\n+++ b.txt\n@@ -1 +1 @@\n-||a.example^\n+||b.example^\n"),
    (
      "diff",
      "*** a.txt\n--- b.txt\n***************\n*** 1 ****\n! ||a.example^\n--- 1 ----\n! ||b.example^\n"
    ),
    (
      "patch",
      "From 123 Mon Sep 17 00:00:00 2001\nFrom: A <a@b.example>\nDate: x\nSubject: [PATCH] y\n\n---\n list.txt | 2 +-\n"
    ),
    (
      "diff",
      "Index: list.txt\n===================================================================\n--- list.txt\t(revision 1)\n+++ list.txt\t(working copy)\n@@ -1 +1 @@\n-##.a\n+##.b\n"
    ),
    ("Makefile", "all: build\n\nbuild:\n\tcc -o a a.c\n"),
    ("Makefile", "CC=gcc\nCFLAGS=-O2\n\nall:\n\t$(CC) a.c\n"), ("Makefile", ".PHONY: all\nall:\n\techo $@\n"),
    ("shell", "#!/bin/sh\nset -e\necho hello\nexit 0\n"),
    ("shell", "#!/usr/bin/env bash\ncurl -s https://a.example/list.txt | sort -u > out.txt\n"),
    ("shell", "#!/bin/sh\nls\n"), ("shell", "cd /tmp\nls\n"),
    ("robots.txt", "User-agent: *\nDisallow: /\n"),
    (
      "robots.txt",
      "# robots\nUser-agent: Bot\nDisallow: /*?ad=\nDisallow: /private/\nSitemap: https://a.example/sitemap.xml\n"
    ), ("robots.txt", "User-agent:*\nDisallow:/\n"),
    ("ads.txt", "google.com, pub-123, DIRECT, f08c47fec0942fa0\na.example, 1, RESELLER\n"),
    ("ads.txt", "google.com,pub-123,DIRECT,f08c47fec0942fa0\na.example,1,RESELLER\n"),
    ("security.txt", "Contact: mailto:a@b.example\nExpires: 2026-12-31T00:00:00Z\n"),
    ("SQL", "CREATE TABLE a (id INT);\nINSERT INTO a VALUES (1);\n"), ("SQL", "-- dump\nSELECT * FROM a;\n"),
    ("SQL", "SELECT\n  a\nFROM\n  b\n;\n"), ("SQL", "SELECT 1;\n"),
    ("Python", "#!/usr/bin/env python3\nimport os\nprint(1)\n"), ("Python", "print(1)\n"),
    ("JavaScript", "'use strict';\nconst a = 1;\nmodule.exports = { a };\n"),
    ("JavaScript", "(function(){var a=1;})();\n"), ("JavaScript", "console.log(1);\n"),
    ("C", "#include <stdio.h>\n#define A 1\nint main(void) { return 0; }\n"),
    ("Go", "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(1)\n}\n"),
    ("Dockerfile", "FROM alpine:3\nRUN apk add x\nCMD [\"x\"]\n"),
    ("requirements.txt", "requests==2.31.0\nurllib3==2.0\nflask>=2.0\n"),
    ("go.sum", "a.example/x v1.0.0 h1:abc=\na.example/x v1.0.0/go.mod h1:def=\n"),
    ("M3U", "#EXTM3U\n#EXTINF:10,Title\nhttps://a.example/1.ts\n"),
    ("SubRip", "1\n00:00:01,000 --> 00:00:02,000\nHello\n"),
    ("WebVTT", "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n"),
    ("log", "2026-01-01 00:00:00 INFO started\n2026-01-01 00:00:01 WARN x\n"),
    ("log", "127.0.0.1 - - [01/Jan/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 1\n"),
    ("mail", "From: a@b.example\nTo: c@d.example\nSubject: x\n\nHello\n"),
    ("HTTP", "HTTP/1.1 404 Not Found\nContent-Type: text/plain\n\nNot found\n"),
    ("LaTeX", "\\documentclass{article}\n\\begin{document}\nText.\n\\end{document}\n"),
    ("RTF", "{\\rtf1\\ansi\nText\\par\n}\n"), ("PostScript", "%!PS-Adobe-3.0\n%%Title: x\n/a 1 def\n"),
    ("checksums", "d41d8cd98f00b204e9800998ecf8427e  a.txt\nd41d8cd98f00b204e9800998ecf8427e  b.txt\n"),
    ("Gemfile", "source 'https://rubygems.org'\ngem 'rails'\n"),
    ("nginx", "server {\n  listen 80;\n  server_name a.example;\n}\n"),
    ("htaccess", "RewriteEngine On\nRewriteRule ^a$ /b [L]\n"), ("crontab", "0 5 * * * /usr/bin/x\n"),
    ("fstab", "UUID=1 / ext4 defaults 0 1\n"),
  ]

  @Test(arguments: heads.indices) func foreignFilesAreNotLists(_ index: Int) {
    let (name, text) = Self.heads[index]
    let judgement = ListJudgement(of: Array(text.utf8))
    guard judgement.problem != nil else {
      Issue.record("\(name) is \(judgement): \(text.debugDescription)")
      return
    }
  }

  private static let listFolder = Repository.shared.appending(path: "lists")
  private static let lists = ((try? FileManager.default.subpathsOfDirectory(atPath: listFolder.path)) ?? [])
    .filter { $0.hasSuffix(".txt") }.sorted()

  /// All of a list is one, and each piece of it from some line on, without its heading.
  @Test(.enabled(if: !lists.isEmpty, "skipped: ../shared/lists is not there"), .slow(40), arguments: lists)
  func realListsAreRecognized(_ path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Self.listFolder.appending(path: path)))
    guard case .list = ListJudgement(of: bytes) else {
      Issue.record("\(path) is \(ListJudgement(of: bytes))")
      return
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let step = max(1, lines.count / size(2000))
    for start in stride(from: 0, to: lines.count, by: step) {
      let piece = Array(lines[start..<min(start + 40, lines.count)].joined(separator: [UInt8(ascii: "\n")]))
      switch ListJudgement(of: piece) {
      case .list, .foreign(.comments), .foreign(.empty): break
      case .conflicted: Issue.record("\(path) from line \(start)")
      case .foreign(let content):
        Issue.record(
          "\(path) from line \(start): \(content)\n\(String(decoding: piece, as: UTF8.self).prefix(400))")
      }
    }
  }

  /// Lists that resemble one of the files above in places.
  @Test(arguments: [
    "utm_source=\nfbclid=\n", "/build/\n/dist/\n*.log$important\n", "a.example\n*.lan\n",
    "ads.js=1\n||a.example^\n",
    "*.zip\n*.mov\n", "0.0.0.0 a\n0.0.0.0 b.example\n", "/*/ads/*\n", "##.a{color: red}\n||a.example^\n",
    ";a\n||a.example^\n",
    "@@-1-@@\n||a.example^\n", "||a.example^\n=======\n", "[$path=/a]##.b\n", "a=b\n/c/d\n-e-\n",
    "-ad-\n_ad_\n", "_300x250.\n_ad\nbanner-\n",
    // A single filter, as it is given to a command on its standard input.
    "||ads.example^", "@@||a.example^", "|http://a.example/", "##.ad", "a.example##.ad", "/ads/", "/build/",
    "/ads", "/ads.js", "/ads/banner.gif", "/ads-", "/ads.", "/ad_", "/ad.js?", "/banner/*", "*/ads/*",
    "/build/*",
    "-banner-", "-ad-", "-ads/", "_ad_", "_ads/", ".ads-", ".468x60/", ".com/ads/", ".gif?ad=", "&ad_",
    "&ad=", "?ad=",
    "=ad&", "&utm_source=", "ad_id=", "ads/banner", "a.example/ads/", ":8080/ads/", "://ads.",
    "ads.example:8080",
    "/ads[0-9]+/", "*$popup", "$popup,domain=a.example", "ads.example", "*.ads.example", ".ads.example",
    "0.0.0.0 a.example", "192.0.2.1", "fe80::1:2 a.example", "fd00:1:2:3:4:5:6:7 a.example", "ads:$script",
    "ads-banner-", "*AD=", "a.example:443/x",
  ])
  func listsResemblingOtherFilesAreRecognized(_ text: String) {
    guard case .list = ListJudgement(of: Array(text.utf8)) else {
      Issue.record("\(ListJudgement(of: Array(text.utf8)))")
      return
    }
  }

  /// With a named dialect, words and settings are read as filters.
  @Test(arguments: ["key=value\n", "*.log\n"]) func namedDialectReadsWordsAsFilters(_ text: String) {
    #expect(ListJudgement(of: Array(text.utf8)) != .list(.filters))
    for dialect in [Dialect.adblockPlus, .uBlockOrigin, .adGuard] {
      #expect(ListJudgement(of: Array(text.utf8), dialect: dialect) == .list(.filters))
    }
  }
}
