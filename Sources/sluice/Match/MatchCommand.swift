import SluiceAnalysis
import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluicePageInspection
import SluiceSystem
import SluiceText

/// `sluice match LIST...`
enum MatchCommand {
  static let command = Command(
    name: .match,
    summary: "Show what lists do with a request, and which rule and filter decide",
    details: [
      """
      LIST is a rule list in JSON or a filter list, distinguished by content. Each rule list decides on its own, \
      as in WebKit: a request is blocked if one of them blocks it. All filter lists are converted as one list, \
      as 'sluice convert' does with the same flags. Rules count from 0.
      """,
      """
      With --page only, the page load itself is matched. With '-', requests are read from standard input, one \
      JSON object per line with the keys url, page, type and frame, and each is answered with one. docs/guide/match.md \
      describes both.
      """,
      """
      With --selector, --element or --html, it shows which filters hide elements of the page, and which exceptions \
      prevent it.
      """,
    ],
    operands: "LIST... [-]",
    usualOptions: [
      "page", "url", "type", "frame", "html", "element", "target", "source-map", "all", "format",
    ],
    examples: [
      (
        "sluice match --page https://a.example/ --url https://b.example/x.js ads.txt",
        "which line of a list blocks a script"
      ),
      (
        "sluice match --page https://a.example/ --selector .ad ads.txt",
        "the filter that hides an element, or the exception that prevents it"
      ),
      (
        "sluice match --source-map list.map - list.json < requests.jsonl",
        "many requests, with a list that was converted with --source-map"
      ),
    ])

  static func run(_ arguments: MatchArguments, console: Console) throws(CommandError) -> ExitCode {
    let paths = arguments.lists.filter { $0 != "-" }
    try InputFile.refuseStandardInputTwice(arguments.lists, of: .match)
    guard !paths.isEmpty else {
      throw .usage(.operands("no LIST given", "name a filter list or a rule list"), of: .match)
    }
    let description = try description(arguments)
    if let asked = try ElementCommand.question(arguments) {
      return try ElementCommand.run(asked, paths: paths, arguments: arguments, console: console)
    }
    if let url = paths.first(where: RemoteURL.matches(_:)) {
      throw CommandError.unreadable(url, because: .notFound).adding(
        "to match a request, name it with --url \(url.quotedForShell)")
    }
    let readsRequests = paths.count < arguments.lists.count
    guard readsRequests || description != nil else {
      throw .usage(
        "no request given",
        advice: "name one with --page URL and --url URL, or '-' to read them as JSON lines",
        of: .match)
    }
    guard !readsRequests || description == nil else {
      throw .usage(
        "options '--page', '--url', '--type' and '--frame' cannot be combined with '-', which reads requests",
        advice: "remove '-' or these options", of: .match)
    }
    let suffixes = try SuffixSource(arguments.suffixes)
    var conversion = arguments.conversion
    if arguments.showsChanges { conversion.redirectRuleset = WebExtensionRuleText.ruleset }
    var files = try ListFiles(
      paths, sourceMaps: arguments.sourceMaps, conversion: conversion, steps: console.steps)
    var matcher = Matcher(files, suffixes: suffixes, arguments: arguments, console: console)
    if arguments.showsChanges { matcher.changes = files.changes() }
    console.message(notes: files.notes)
    if let description {
      try matcher.answer(description)
    } else {
      try matcher.answerRequests()
    }
    return .success
  }

  private static func description(_ arguments: MatchArguments) throws(CommandError) -> RequestDescription? {
    let page = try url(arguments.page, of: "--page")
    let target = try url(arguments.url, of: "--url")
    let frame = try url(arguments.frame, of: "--frame")
    let type = arguments.requestType
    let set = [("--url", target != nil), ("--type", type != nil), ("--frame", frame != nil)].filter(\.1).first
    // A request needs a page, unless it loads the page itself.
    guard let page = page ?? (type == .document ? target : nil) else {
      if let (flag, _) = set {
        throw .usage(
          "no page given for the request of '\(flag)'",
          advice: "name the page that makes it with --page URL; --page alone matches the page load itself",
          of: .match)
      }
      return nil
    }
    guard target != nil || type == nil || type == .document else {
      throw .usage("no URL given for the request of '--type'", advice: "name it with --url URL", of: .match)
    }
    return RequestDescription(url: target, page: page, frame: frame, kind: type)
  }

  private static func url(_ text: String?, of flag: String) throws(CommandError) -> [UInt8]? {
    guard let text else { return nil }
    guard RequestDescription.isURL(Array(text.utf8)) else {
      throw .usage(
        "option '\(flag)' takes a URL with a scheme, such as https://news.example/, not '\(text)'",
        of: .match)
    }
    return Array(text.utf8)
  }
}

private struct Matcher {
  private var judge: RequestJudge
  private let scripted: ScriptedFilters?
  private let suffixes: SuffixSource
  private let arguments: MatchArguments
  private let console: Console
  /// The changes of requests; nil if they are not shown.
  var changes: MatchedChanges?

  init(_ files: ListFiles, suffixes: SuffixSource, arguments: MatchArguments, console: Console) {
    judge = RequestJudge(
      files.lists, suffixes: suffixes.suffixes,
      filterLimit: VerdictJSON.filterLimit(showsAll: arguments.showsAll))
    scripted = files.scripted
    (self.suffixes, self.arguments, self.console) = (suffixes, arguments, console)
  }

  mutating func answer(_ description: RequestDescription) throws(CommandError) {
    let verdict = judge.verdict(on: description)
    let change = changes?.change(of: verdict)
    switch console.reporting.format {
    case .text:
      let text = MatchText(style: console.outputStyle, showsAll: arguments.showsAll)
      let effects = scripted?.effects(after: verdict) ?? []
      try console.print(text.render(verdict, inPage: effects) + text.render(change))
    case .jsonLines:
      var json = JSONWriter(.hidden)
      append(verdict, number: nil, to: &json)
      try console.write(json.bytes)
    }
    console.message(notes: ["public suffixes: \(suffixes.name)"])
    if console.reporting.isText {
      console.message("help: \(MatchText.nextStep(after: verdict, isChanged: change != nil, arguments))\n")
    }
  }

  /// Answers the JSON lines on standard input, each as soon as it arrives.
  mutating func answerRequests() throws(CommandError) {
    var stream = LineStream(.standardInput, name: "standard input")
    // If the user types requests, a progress line would disturb the input.
    console.steps.begin(Step("answering requests"), isShown: !OpenFile.standardInput.isTerminal)
    var output = JSONWriter(.hidden)
    var counts = MatchSummary()
    while let lines = try stream.nextLines() {
      for line in lines {
        counts.lines += 1
        // Blank lines between requests are skipped.
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
        answer(Array(line), to: &output, counts: &counts)
        if output.bytes.count >= 1 << 20 { try flush(&output) }
      }
      try flush(&output)
      console.steps.advance(Step("answering requests", subject: nil, done: counts.requests))
    }
    console.steps.end([.requests: counts.requests])
    console.message(counts.text(suffixes, format: console.reporting.format))
  }

  private mutating func answer(_ line: [UInt8], to output: inout JSONWriter, counts: inout MatchSummary) {
    do throws(RequestProblem) {
      let description = try RequestDescription(decodingJSON: line)
      let verdict = judge.verdict(on: description)
      counts.requests += 1
      if verdict.isBlocked { counts.blocked += 1 }
      append(verdict, number: counts.lines, to: &output)
    } catch {
      counts.errors += 1
      let column = line[..<min(error.offset, line.count)].scalarCount + 1
      VerdictJSON(showsAll: arguments.showsAll).append(
        error, number: counts.lines, column: column, to: &output)
    }
  }

  private func append(_ verdict: Verdict, number: Int?, to output: inout JSONWriter) {
    let writer = VerdictJSON(showsAll: arguments.showsAll)
    writer.append(verdict, number: number, to: &output) { json in
      writer.append(scripted?.effects(after: verdict) ?? [], to: &json)
      if let change = changes?.change(of: verdict) { json.add(change) }
    }
  }

  private func flush(_ output: inout JSONWriter) throws(CommandError) {
    try console.write(output.bytes)
    output.removeAll()
  }
}

private struct MatchSummary {
  var lines = 0
  var requests = 0
  var blocked = 0
  var errors = 0

  func text(_ suffixes: SuffixSource, format: DiagnosticFormat) -> String {
    switch format {
    case .text:
      return "\(Format.counted(requests, noun: "request")), \(Format.grouped(blocked)) blocked,"
        + " \(Format.counted(errors, noun: "bad line")); public suffixes: \(DisplayText.escaping(suffixes.name))\n"
    case .jsonLines:
      var json = JSONWriter(.hidden)
      json.line("summary") { json in
        json.add("requests", number: requests)
        json.add("blocked", number: blocked)
        json.add("errors", number: errors)
        json.add("suffixes", text: suffixes.name)
      }
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }
}

struct MatchArguments: Sendable {
  /// The lists, and `-` to read requests from standard input.
  var lists: [String] = []
  /// The URL of the page. The next three properties describe the request.
  var page: String?
  var url: String?
  var requestType: Request.Kind?
  var frame: String?
  /// The question about elements, instead of a request.
  var elements = ElementArguments()
  /// The public suffix list; nil for the system's list.
  var suffixes: String?
  var sourceMaps: [String] = []
  var conversion = ConversionOptions()
  /// Whether to show how a web extension with the rules of `convert --request-changes` changes the request.
  var showsChanges = false
  /// Whether to print output that is otherwise truncated.
  var showsAll = false
}

/// The lines of a stream. They are available as soon as they arrive, because the writing program may wait for
/// an answer.
struct LineStream {
  private let file: OpenFile
  private let name: String
  /// The maximum number of bytes per read; a pipe can return fewer.
  private let piece: Int
  private var rest: [UInt8] = []
  private var isAtEnd = false

  init(_ file: OpenFile, name: String, piece: Int = 1 << 20) {
    self.file = file
    self.name = name
    self.piece = piece
  }

  /// Returns the available complete lines, at least one, without line breaks; nil at the end of the stream.
  mutating func nextLines() throws(CommandError) -> [ArraySlice<UInt8>]? {
    while !isAtEnd {
      let new = try CommandError.of({ .unreadable(name, because: $0) }) { () throws(SystemError) in
        try file.readSome(atMost: piece)
      }
      isAtEnd = new.isEmpty
      // Only the new bytes are searched, because a long line can arrive in many pieces.
      let lineEnd = new.lastIndex(of: 0x0A).map { rest.count + $0 + 1 }
      rest += new
      guard rest.count <= Self.maximumLength || lineEnd != nil else {
        throw .failure(to: "read", name, reason: "a line is longer than 64 MiB")
      }
      guard let end = isAtEnd ? rest.endIndex : lineEnd, end > 0 else { continue }
      let whole = rest[..<end]
      rest = Array(rest[end...])
      var lines = whole.split(separator: 0x0A, omittingEmptySubsequences: false)
      if whole.last == 0x0A { lines.removeLast() }
      return lines
    }
    return nil
  }

  /// The maximum length of a line in bytes.
  private static let maximumLength = 1 << 26
}
