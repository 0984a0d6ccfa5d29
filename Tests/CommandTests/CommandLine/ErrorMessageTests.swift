import TestSupport
import Testing

@testable import sluice

/// The messages for common mistakes.
///
/// Each says in one form what is wrong and what to do.
@Suite struct ErrorMessageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||ads.example^\n", to: "list.txt")
    try folder.write("<!DOCTYPE html>\n<html><body>404 Not Found</body></html>\n", to: "page.html")
    try folder.write("[]\n", to: "empty.json")
    try folder.write("# Lists\n\nSee [the list](https://lists.example/).\n", to: "README.md")
    _ = try Shell.run("mkdir lists; sluice convert -q list.txt -o list.json", in: folder)
  }

  /// - Parameter status: How the run ends.
  private func expect(_ script: String, _ status: Int32, _ message: String, _ help: String) throws {
    let result = try Shell.run(script, in: folder)
    #expect(result.status == status, "\(script): \(result.error)")
    #expect(result.output.isEmpty, "\(script)")
    #expect(result.error.hasPrefix("sluice: error: \(message)\n"), "\(script): \(result.error)")
    #expect(result.error.contains("\n  = help: \(help)"), "\(script): \(result.error)")
    for line in result.error.split(separator: "\n") { #expect(!line.hasSuffix("."), "\(line)") }
  }

  private static let commandLines: [(words: String, message: String, help: String)] = [
    ("convrt list.txt", "unknown command 'convrt'", "did you mean 'convert'?"),
    ("list.txt", "unknown command 'list.txt'", "to convert a list, use 'sluice convert list.txt'\n"),
    ("convert list.txt --outpt x", "unknown option '--outpt'", "did you mean '--output'?\n"),
    ("-o x convert list.txt", "option '-o' belongs after the command", "write 'sluice convert -o'\n"),
    ("convert list.txt --fix", "option '--fix' is not for 'sluice convert'", "it is for 'sluice lint'\n"),
    ("convert --version", "option '--version' needs a command", "write 'sluice --version'\n"),
    ("convert list.txt -o", "option '-o' needs a value", "write '-o FILE'\n"),
    ("convert -o --split list.txt", "option '-o' needs a value", "write '-o--split' for a value that begins"),
    ("convert --quiet=yes list.txt", "option '--quiet' takes no value", "write '--quiet' alone\n"),
    (
      "convert --format josnl list.txt",
      "option '--format' takes one of text, jsonl, github, sarif, junit, gitlab, not 'josnl'",
      "did you mean 'jsonl'?\n"
    ),
    (
      "convert --target safari-15 list.txt",
      "option '--target' takes any, safari-N or ios-N from 16.4, macos-N from 13.3, webkitgtk-N from 2.38, or host"
        + " where this machine has a WebKit, not 'safari-15'", "'sluice help convert' lists its options\n"
    ),
    (
      "convert --max-rules 1e6 list.txt",
      "option '--max-rules' takes a whole number from 1 to 150,000, not '1e6'", "'sluice help convert'"
    ),
    ("convert - -", "standard input ('-') can be read only once", "name '-' once\n"),
    (
      "convert --split list.txt", "option '--split' needs a name for the two files that it writes",
      "--output NAME writes NAME.network.json"
    ),
    (
      "convert --page-collapse list.txt", "option '--page-collapse' requires '--page-script'",
      "add --page-script NAME\n"
    ),
    (
      "convert --page-reports list.txt", "option '--page-reports' requires '--page-script'",
      "add --page-script NAME\n"
    ),
    (
      "convert --trusted list.txt", "option '--trusted' requires '--page-script'",
      "add --page-script NAME\n"
    ),
    ("merge list.txt", "a merge needs the name of the first file to write", "add --output NAME.json"),
    ("init", "no KIND given", "name one of safari, gnome-web, trackers, list\n"),
    ("init safri", "unknown kind 'safri'", "did you mean 'safari'?\n"),
    ("init app", "unknown kind 'app'", "name one of safari, gnome-web, trackers, list\n"),
    ("convert --watch", "option '--watch' needs files that can change", "name the files\n"),
    ("lint --watch -", "option '--watch' needs files that can change", "name the files\n"),
    ("check --watch", "option '--watch' needs files that can change", "name the files\n"),
    (
      "convert --watch list.txt",
      "option '--watch' needs the name of the file to write after each change",
      "add --output FILE\n"
    ),
    (
      "lint --watch --fix list.txt", "options '--watch' and '--fix' cannot be combined",
      "leave out one of them\n"
    ),
    (
      "lint --watch --staged list.txt", "options '--watch' and '--staged' cannot be combined",
      "leave out one of them\n"
    ),
    ("match list.txt", "no request given", "name one with --page URL and --url URL"),
    ("match", "no LIST given", "name a filter list or a rule list\n"),
    (
      "match --page news.example list.txt",
      "option '--page' takes a URL with a scheme, such as https://news.example/, not 'news.example'",
      "'sluice help match'"
    ),
    ("inspect page.har", "no LIST given", "name a list after the page\n"),
    ("try list.txt", "no page given", "name a saved page, or a folder of them, with --page PATH\n"),
    ("diff list.txt", "two lists are compared: OLD and NEW", "name the old and the new list"),
    ("diff list.txt lists", "cannot compare a list with a folder", "name two lists or two folders\n"),
    (
      "lint --git HEAD --staged", "options '--git' and '--staged' both select the changed lines",
      "leave out one of them\n"
    ),
    (
      "lint --select stile list.txt",
      "option '--select' takes rules or groups: docs/reference/lint-rules.md lists them, not 'stile'",
      "did you mean 'style'?\n"
    ),
    (
      "explain procedural-selectr", "unknown reason 'procedural-selectr'",
      "did you mean 'procedural-selector'?\n"
    ),
    ("completions powershell", "unknown shell 'powershell'", "name one of bash, zsh, fish\n"),
    ("conformance", "no DIR given", "name the folder to write\n"),
    ("playground", "no DIR given", "name the folder to write\n"),
    (
      "serve --address 1.2.3", "option '--address' takes an IPv4 address or localhost, not '1.2.3'",
      "'sluice help serve'"
    ),
    ("man a b", "unexpected argument 'b'", "'sluice man' takes at most 1 argument\n"),
    ("lsp x", "unexpected argument 'x'", "'sluice lsp' takes no arguments besides options\n"),
  ]

  @Test(arguments: commandLines)
  func commandLineErrorsHaveHelp(words: String, message: String, help: String) throws {
    let result = try Shell.run("sluice \(words)", in: folder)
    #expect(result.status == 64 && result.output.isEmpty, "\(words)")
    #expect(result.error.hasPrefix("sluice: error: \(message)"), "\(words): \(result.error)")
    #expect(result.error.contains("\n  = help: \(help)"), "\(words): \(result.error)")
    for line in result.error.split(separator: "\n") { #expect(!line.hasSuffix("."), "\(line)") }
  }

  /// Suggested commands quote any file name as one word, so that they can be copied.
  @Test func namesInSuggestedCommandsAreShellQuoted() throws {
    #expect("it's; $(x)".quotedForShell == #"'it'\''s; $(x)'"#)
    #expect("lists/a-b_1.txt".quotedForShell == "lists/a-b_1.txt")
    for word in ["", "a b", "~/a", "a=b", "a?", "a*", "ä", "#a", "a&b"] {
      #expect(word.quotedForShell == "'\(word)'")
    }
    let result = try Shell.run(#"sluice convert "https://lists.example/it's.txt""#, in: folder)
    #expect(
      result.error.contains(#"curl -fsS 'https://lists.example/it'\''s.txt' -o list.txt"#), "\(result.error)")
  }

  private static let fileErrors: [(words: String, message: String, help: String)] = [
    (
      "convert nope.txt", "cannot read 'nope.txt': No such file or directory",
      "check the path; '-' reads standard input\n"
    ),
    ("convert lst.txt", "cannot read 'lst.txt': No such file or directory", "did you mean 'list.txt'?\n"),
    ("lint list", "cannot read 'list': No such file or directory", "did you mean 'lists'?\n"),
    (
      "check ./Lst.json", "cannot read './Lst.json': No such file or directory",
      "did you mean './list.json'?\n"
    ),
    ("build lists/slice.json", "cannot read 'lists/slice.json': No such file or directory", "check the path"),
    ("build lis.json", "cannot read 'lis.json': No such file or directory", "did you mean 'list.json'?\n"),
    (
      "convert README.md", "README.md:1: this is a Markdown document, not a filter list",
      "name the lists themselves: a README only describes them\n"
    ),
    ("convert lists", "cannot read 'lists': it is a folder", "name the lists in it, such as lists/*.txt\n"),
    (
      "match list.txt https://a.example/x.js",
      "cannot read 'https://a.example/x.js': it is a URL, and this command reads files",
      "to match a request, name it with --url https://a.example/x.js\n"
    ),
    (
      "convert https://lists.example/ads.txt",
      "cannot read 'https://lists.example/ads.txt': it is a URL, and this command reads files",
      "fetch it first: curl -fsS https://lists.example/ads.txt -o list.txt\n"
    ),
    (
      "convert page.html", "page.html:1: this is an HTML page, not a filter list",
      "a server may have answered"
    ),
    (
      "convert list.json", "list.json:1: this is a rule list in WebKit's JSON, not a filter list",
      "'sluice check' and 'sluice match' read rule lists\n"
    ),
    ("convert /dev/null", "'/dev/null' is empty", "--allow-empty"),
    ("convert list.txt -o lists", "cannot write 'lists': it is a folder", "name a file in it, such as"),
    (
      "convert list.txt -o no/x.json", "cannot write 'no/x.json': there is no folder 'no'",
      "make it first: mkdir -p no\n"
    ),
    (
      "convert list.txt -o list.txt", "'list.txt' is an input and would be overwritten",
      "choose another --output\n"
    ),
    ("lint lists", "there is no list in 'lists'", "in folders, lists are files named *.txt"),
    (
      "build list.txt", "list.txt: is a filter list, and a build file is JSON5 that names lists",
      "use 'sluice convert', or name the list in sluice.json: {lists: [{name: \"ads\", sources: [\"my.txt\"]}]}\n"
    ),
    (
      "build nope.json", "cannot read 'nope.json': No such file or directory",
      "check the path of the build file\n"
    ),
    ("serve nowhere", "cannot serve 'nowhere': it is not a directory", "build it first: sluice build\n"),
  ]

  @Test(arguments: fileErrors)
  func fileErrorsHaveHelp(words: String, message: String, help: String) throws {
    try expect("sluice \(words)", 2, message, help)
  }

  /// A build file with a mistake, the location and message, and the help unless the message includes it.
  @Test(
    arguments: [
      (#"{lists: [{name: "a", sources: "list.txt"}]}"#, #"1:31: 'sources' takes a list: ["my.txt"]"#, nil),
      (#"{lists: {name: "a"}}"#, #"1:9: 'lists' takes a list: [{name: "ads", sources: ["my.txt"]}]"#, nil),
      (
        #"{lists: [{name: "a", sources: [1]}]}"#,
        #"1:32: each of 'sources' must be a path, a URL or an object: {file: "my.txt"}"#, nil
      ),
      ("[]", #"1:1: the file must be an object: {lists: [{name: "ads", sources: ["my.txt"]}]}"#, nil),
      ("{}", "1:1: the key 'lists' is missing", #"add lists: [{name: "ads", sources: ["my.txt"]}]"#),
      ("{lists: []}", "1:9: no list to build", #"add one: {name: "ads", sources: ["my.txt"]}"#),
      (#"{lists: [{sources: ["list.txt"]}]}"#, "1:10: the key 'name' is missing", #"add name: "ads""#),
      (
        #"{lists: [{name: "a", sorces: ["list.txt"]}]}"#, "1:22: unknown key 'sorces'",
        "did you mean 'sources'?"
      ),
      (
        #"{lists: [{name: "manifest", sources: ["list.txt"]}]}"#,
        "1:17: the name 'manifest' is taken by manifest.json, the build's record of its files",
        "choose another name, such as manifest-list"
      ),
      (
        #"{lists: [{sources: ["list.txt"], name: "Report"}]}"#,
        "1:40: the name 'Report' is taken by report.json, the build's report on the filters",
        "choose another name, such as Report-list"
      ),
      (
        #"{lists: [{name: "NOTICE", sources: ["list.txt"]}]}"#,
        "1:17: the name 'NOTICE' is taken by NOTICE, the build's file of sources and licenses",
        "choose another name, such as NOTICE-list"
      ),
      (
        #"{lists: [{name: "a", sources: ["list.txt"], expires: "soon"}]}"#, "1:54: 'soon' is not a duration",
        #"write it as in "4 days" or "12 hours""#
      ),
      (
        #"{lists: [{name: "a", licence: "MIT", sources: ["list.txt"]}]}"#, "1:22: unknown key 'licence'",
        "did you mean 'license'?"
      ),
      (
        #"{lists: [{name: "a", sources: [{file: "list.txt", licence: "MIT"}]}]}"#,
        "1:51: unknown key 'licence'", "did you mean 'license'?"
      ),
      (
        #"{lists: [{name: "a b", sources: ["list.txt"]}]}"#, "1:17: 'a b' cannot be the name of a list",
        "use up to 64 letters, digits, '-' and '_': it becomes a-b.json"
      ),
      (
        #"{lists: [{name: "a", sources: ["list.txt"], targets: "safari-17"}]}"#,
        #"1:54: 'targets' takes a list: ["safari-17"]"#, nil
      ),
      (
        #"{lists: [{name: "a", sources: ["list.txt"] targets: []}]}"#, "1:44: a ',' is missing",
        "the file is JSON5: {key: value} for objects, [value] for lists, commas in between, text in quotation marks"
      ),
      (
        "{lists: [{\n  name: \"a\",\n  sources: [\"list.txt\", \"gone.txt\"],\n}]}",
        "3:25: cannot read 'gone.txt': No such file or directory",
        "paths are relative to the build file: looked for"
      ),
      (
        "{lists: [{name: \"a\", sources: [\n  {file: \"gone.txt\", name: \"x\"}\n]}]}",
        "2:10: cannot read 'gone.txt': No such file or directory",
        "paths are relative to the build file: looked for"
      ),
      (
        #"{lists: [{name: "a", sources: ["gone/"]}]}"#,
        "1:32: cannot read 'gone/': No such file or directory",
        "paths are relative to the build file: looked for"
      ),
      (
        #"{lists: [{name: "a", sources: ["page.html"]}]}"#,
        "1:32: page.html: is an HTML page, not a filter list",
        "sources are filter lists: check the content of the file"
      ),
      (
        #"{lists: [{name: "a", sources: ["ftp://a.example/b"]}]}"#,
        "1:32: 'ftp://a.example/b' is neither an http or https URL nor a path",
        "name a file next to the build file, or begin the URL with https://"
      ),
      (
        #"{lists: [{name: "a", sources: ["list.txt"], outputs: {split: "actoin"}}]}"#,
        "1:62: unknown value 'actoin'", "did you mean 'action'?"
      ),
      (
        #"{lists: [{name: "a", sources: ["list.txt"]}, {name: "A", sources: ["list.txt"]}]}"#,
        "1:47: 'A' and 'a' differ only in case, which some file systems ignore",
        "files are named after the list: give each list its own name"
      ),
    ] as [(String, String, String?)])
  func buildFileErrorsHaveLocationAndHelp(text: String, message: String, help: String?) throws {
    try folder.write(text, to: "sluice.json")
    let result = try Shell.run("sluice build -o out --cache cache", in: folder)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.error.hasPrefix("sluice: error: sluice.json:\(message)\n"), "\(result.error)")
    #expect(result.error.contains("\n  = help: \(help ?? "")") == (help != nil), "\(result.error)")
  }

  @Test func missingBuildFileErrorShowsExample() throws {
    try expect(
      "cd lists; sluice build", 2, "sluice.json: not found in this folder or any parent",
      "write one with 'sluice init', or name a build file")
  }

  /// The help about JSON alone would not help with a filter list.
  @Test func checkRecognizesFilterList() throws {
    let result = try Shell.run("sluice check list.txt", in: folder)
    #expect(result.status == 1)
    #expect(
      result.output.contains(
        "\nlist.txt: note: this is a filter list, not a rule list\n  = help: 'sluice lint' reviews it, "
          + "'sluice convert' makes a rule list of it\n"), "\(result.output)")
    for list in ["list.json", "empty.json", "page.html"] {
      #expect(!(try Shell.run("sluice check \(list)", in: folder).output.contains("filter list")), "\(list)")
    }
  }

  @Test(arguments: ["localhost", "LOCALHOST", "127.0.0.1"])
  func serveAcceptsLoopbackNames(address: String) throws {
    let script = """
      "$SLUICE" serve --address \(address) --port 0 . > url & tries=0
      while [ $tries -lt 100 ] && ! [ -s url ]; do sleep 0.1; tries=$((tries + 1)); done
      kill $!; cat url
      """
    #expect(try Shell.run(script, in: folder).output.hasPrefix("http://127.0.0.1:"))
  }
}
