import ContentBlocker
import Conversion
import ListBuilding

/// `sluice match LIST...`
enum MatchCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitCode {
    let paths = arguments.operands.filter { $0 != "-" }
    let readsRequests = paths.count < arguments.operands.count
    guard paths.count + 1 >= arguments.operands.count else {
      throw .usage(UsageError(.standardInputTwice, command: .match))
    }
    guard !paths.isEmpty else { throw .usage(UsageError(.noList, command: .match)) }
    let description = try description(arguments)
    guard readsRequests || description != nil else { throw .usage(UsageError(.noRequest, command: .match)) }
    guard !readsRequests || description == nil else {
      throw .usage(UsageError(.requestTwice, command: .match))
    }
    let suffixes = try SuffixSource(arguments.suffixes)
    let lists = try MatchLists(paths, arguments)
    let matcher = Matcher(lists: lists, suffixes: suffixes, arguments: arguments, console: console)
    matcher.say(lists.notes)
    if let description {
      try matcher.answer(description)
    } else {
      try matcher.answerRequests()
    }
    return .success
  }

  /// The load that the flags name; nil when they name none.
  private static func description(_ arguments: Arguments) throws(CommandError) -> RequestDescription? {
    let page = try url(arguments.page, of: "--page")
    let target = try url(arguments.url, of: "--url")
    let frame = try url(arguments.frame, of: "--frame")
    guard page != nil || target != nil || frame != nil || arguments.requestType != nil else { return nil }
    // Only a page needs no page around it.
    guard let page = page ?? (arguments.requestType == .document ? target : nil) else {
      throw .usage(UsageError(.noRequest, command: .match))
    }
    guard target != nil || arguments.requestType == nil || arguments.requestType == .document else {
      throw .usage(UsageError(.noRequest, command: .match))
    }
    return RequestDescription(url: target, page: page, frame: frame, kind: arguments.requestType)
  }

  private static func url(_ text: String?, of flag: String) throws(CommandError) -> [UInt8]? {
    guard let text else { return nil }
    guard RequestDescription.isURL(Array(text.utf8)) else {
      throw .usage(UsageError(.notAURL(flag: flag, value: text), command: .match))
    }
    return Array(text.utf8)
  }
}

/// Answers requests with the lists of a command line.
private struct Matcher {
  let lists: MatchLists
  let suffixes: SuffixSource
  let arguments: Arguments
  let console: Console

  /// Writes notes to standard error.
  func say(_ notes: [String]) {
    guard !arguments.isQuiet else { return }
    let text = notes.map { "note: \(DisplayText.escaping($0))\n" }.joined()
    console.printError(Array(text.utf8))
  }

  func answer(_ description: RequestDescription) throws(CommandError) {
    let answer = MatchAnswer(description, lists, suffixes.suffixes)
    switch arguments.format {
    case .text:
      let style = TextStyle(isColored: Terminal.of(console.output).hasColors(arguments.color))
      try console.print(MatchText(style: style, isWhole: arguments.showsAll).render(answer))
    case .jsonLines:
      var line = JSONLine()
      MatchJSON(isWhole: arguments.showsAll).append(answer, number: nil, to: &line)
      try console.write(line.bytes)
    }
    say(["public suffixes: \(suffixes.name)"])
  }

  /// Answers the JSON lines of standard input, each as soon as it is there.
  func answerRequests() throws(CommandError) {
    var stream = LineStream(.standardInput, name: "standard input")
    var output = JSONLine()
    var counts = MatchSummary()
    while let lines = try stream.nextLines() {
      for line in lines {
        counts.lines += 1
        // Blank lines between requests are none.
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
        answer(Array(line), &output, &counts)
        if output.bytes.count >= 1 << 20 { try flush(&output) }
      }
      try flush(&output)
    }
    guard !arguments.isQuiet else { return }
    console.printError(Array(counts.text(suffixes, arguments.format).utf8))
  }

  private func answer(_ line: [UInt8], _ output: inout JSONLine, _ counts: inout MatchSummary) {
    let json = MatchJSON(isWhole: arguments.showsAll)
    do throws(RequestProblem) {
      let description = try RequestDescription(decodingJSON: line.span)
      let answer = MatchAnswer(description, lists, suffixes.suffixes)
      counts.requests += 1
      if answer.isBlocked { counts.blocked += 1 }
      json.append(answer, number: counts.lines, to: &output)
    } catch {
      counts.errors += 1
      let column = line[..<min(error.offset, line.count)].scalarCount + 1
      json.append(error, number: counts.lines, column: column, to: &output)
    }
  }

  private func flush(_ output: inout JSONLine) throws(CommandError) {
    try console.write(output.bytes)
    output.removeAll()
  }
}

/// How many requests were answered.
private struct MatchSummary {
  var lines = 0
  var requests = 0
  var blocked = 0
  var errors = 0

  func text(_ suffixes: SuffixSource, _ format: DiagnosticFormat) -> String {
    switch format {
    case .text:
      "\(Format.counted(requests, "request")), \(Format.grouped(blocked)) blocked,"
        + " \(Format.counted(errors, "bad line")); public suffixes: \(DisplayText.escaping(suffixes.name))\n"
    case .jsonLines:
      {
        var line = JSONLine()
        line.object { line in
          line.key("summary")
          line.object { line in
            line.add("requests", requests)
            line.add("blocked", blocked)
            line.add("errors", errors)
            line.add("suffixes", suffixes.name)
          }
        }
        line.end()
        return String(decoding: line.bytes, as: UTF8.self)
      }()
    }
  }
}
