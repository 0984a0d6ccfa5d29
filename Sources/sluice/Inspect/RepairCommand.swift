import SluiceAnalysis
import SluiceListFiles
import SluiceLists
import SluicePageInspection
import SluiceRules
import SluiceText

/// `sluice inspect --broken`: finds exceptions with which a page meets all expectations.
enum RepairCommand {
  static func run(
    _ browser: InspectedBrowser, lists: ListFiles, suffixes: PublicSuffixList,
    expectations: [PageExpectation],
    console: Console
  ) throws(CommandError) -> ExitCode {
    let repair = try PageRepair(
      browser.page, trial: browser.plainTrial, expectations: expectations, suffixes: suffixes,
      lists: { (exceptions) throws(CommandError) in try lists.lists(adding: exceptions) },
      observe: { (trial) throws(CommandError) in try browser.observe(trial) })
    switch console.reporting.format {
    case .text: try console.print(RepairText(style: console.outputStyle).render(repair))
    case .jsonLines:
      var json = JSONWriter(.hidden)
      RepairJSON().append(repair, to: &json)
      try console.write(json.bytes)
    }
    switch repair.outcome {
    case .repaired, .notBroken: return .success
    case .brokenWithoutLists, .beyondRepair: return .failure
    }
  }
}

struct RepairText {
  let style: TextStyle

  func render(_ repair: PageRepair) -> String {
    var text = ""
    switch repair.outcome {
    case .notBroken: text = "With the lists, the page meets the expectations: nothing is broken.\n"
    case .brokenWithoutLists:
      text =
        "Without any list, the page does not meet the expectations either: the lists are not the cause.\n"
      if let words = EngineText.failure(repair.without.outcome) { text += "\(words)\n" }
    case .beyondRepair:
      text = "No exceptions to the lists make the page meet the expectations.\n"
    case .repaired(let causes):
      text = style.bold("\(Format.counted(causes.count, noun: "exception")) to repair the page:") + "\n"
      for cause in causes {
        text += "\(DisplayText.escaping(cause.exception))\n"
        for filter in cause.filters.prefix(Self.limit) {
          text += "  \(style.dim("for \(DisplayText.escaping(filter.words))"))\n"
        }
      }
      text +=
        "With these exceptions, the page meets the expectations; without any one of them, it does not.\n"
    }
    for effect in repair.candidates.beyond.prefix(Self.limit) {
      let words =
        switch effect {
        case .blocks(let load): "\(InspectionWords.shown(load.url)) is blocked"
        case .hides(let document): "elements of \(InspectionWords.shown(document)) are hidden"
        }
      text += "\(style.yellow("not tried")): \(words) by a rule that no filter exception can undo\n"
    }
    return text
      + style.dim(
        "\(Format.counted(repair.loads, noun: "load")) of the page, \(Format.counted(repair.candidates.all.count, noun: "effect")) of filters that exceptions undo"
      ) + "\n"
  }

  private static let limit = 10
}

/// The repair of a page as a JSON object, described in `docs/guide/inspect.md`.
struct RepairJSON {
  func append(_ repair: PageRepair, to json: inout JSONWriter) {
    json.line("summary") { json in
      json.add("engine", text: repair.without.engine)
      json.add("outcome", text: Self.name(of: repair.outcome))
      if case .repaired(let causes) = repair.outcome {
        json.add("exceptions", objects: causes) { json, cause in
          json.add("text", text: cause.exception)
          json.add("filters", objects: cause.filters) { json, filter in json.add(filter) }
        }
      }
      if !repair.candidates.beyond.isEmpty {
        json.add(
          "notTried",
          texts: repair.candidates.beyond.map { effect in
            switch effect {
            case .blocks(let load): load.urlString
            case .hides(let document): String(decoding: document, as: UTF8.self)
            }
          })
      }
      json.add("candidates", number: repair.candidates.all.count)
      json.add("loads", number: repair.loads)
    }
  }

  private static func name(of outcome: PageRepair.Outcome) -> String {
    switch outcome {
    case .notBroken: "not-broken"
    case .brokenWithoutLists: "broken-without-lists"
    case .repaired: "repaired"
    case .beyondRepair: "beyond-repair"
    }
  }
}

/// The arguments of `sluice inspect` for loading a page in a browser.
struct EngineArguments: Sendable {
  /// Whether to load the page with and without the lists.
  var isUsed = false
  var hasNetwork = false
  /// The maximum time for a page load, in seconds.
  var timeout = EngineTrial().timeout
  /// Whether to search for exceptions with which the page meets all expectations.
  var isBroken = false
  var visible: [String] = []
  /// Requests that must be made: URLs, or URL prefixes followed by `*`.
  var requests: [String] = []
  var expectsNoError = false

  var expectsSomething: Bool { !visible.isEmpty || !requests.isEmpty || expectsNoError }
}

extension EngineArguments {
  /// The expectations for a broken page; empty without `--broken`.
  var expectations: [PageExpectation] {
    get throws(CommandError) {
      guard isBroken == expectsSomething else {
        throw isBroken
          ? CommandError.usage(
            "option '--broken' needs expectations",
            advice: "add --expect-visible, --expect-request or --expect-no-error", of: .inspect)
          : .usage(
            "options '--expect-visible', '--expect-request' and '--expect-no-error' are for '--broken'",
            advice: "add --broken", of: .inspect)
      }
      var expectations: [PageExpectation] = []
      for text in visible {
        let selector = try CommandError.of({ .badSelector(text, of: "--expect-visible", $0, in: .inspect) }) {
          () throws(SelectorProblem) in try ExpectedSelector(parsing: text)
        }
        expectations.append(.visible(selector))
      }
      for text in requests {
        guard let url = ExpectedURL(parsing: text) else {
          throw .usage(
            "option '--expect-request' takes a URL such as https://cdn.example/player.js, not '\(text)'",
            advice: "for all URLs with a beginning, end it with '*'",
            of: .inspect)
        }
        expectations.append(.loads(url))
      }
      return expectations + (expectsNoError ? [.noErrors] : [])
    }
  }
}
