import SluiceConversion

/// The arguments of all commands. A command line sets only those of its own command.
struct Arguments: CommandLineValues {
  var reporting = Reporting()
  var convert = ConvertArguments()
  var lint = LintArguments()
  var languageServer = LanguageServerArguments()
  var initialize = InitArguments()
  var build = BuildArguments()
  var serve = ServeArguments()
  var merge = MergeArguments()
  var check = CheckArguments()
  var match = MatchArguments()
  var inspect = InspectArguments()
  var trial = TryArguments()
  var explain = ExplainArguments()
  var diff = DiffArguments()
  var report = ReportArguments()
  var conformance = ConformanceArguments()
  var playground = PlaygroundArguments()
  var completions = CompletionsArguments()
  var man = ManArguments()
  var webKitCompile = WebKitCompileArguments()
  var webKitPage = WebKitPageArguments()
  /// The command to show help for; nil for the overview of all commands.
  var helpTopic: String?

  mutating func append(operand: String, of command: CommandName) {
    switch command {
    case .convert: convert.files.append(operand)
    case .lint: lint.files.append(operand)
    case .initialize: initialize.append(operand)
    case .build: build.file = operand
    case .serve: serve.folder = operand
    case .merge: merge.files.append(operand)
    case .check: check.files.append(operand)
    case .match: match.lists.append(operand)
    case .inspect: inspect.operands.append(operand)
    case .trial: trial.lists.append(operand)
    case .explain: explain.text = operand
    case .diff: diff.lists.append(operand)
    case .report: report.inputs.append(operand)
    case .conformance: conformance.folder = operand
    case .playground: playground.folder = operand
    case .completions: completions.shell = operand
    case .man: man.command = operand
    case .webKitCompile: webKitCompile.files.append(operand)
    case .webKitPage: webKitPage.operands.append(operand)
    // These commands take no operands; the parser rejects any.
    case .lsp, .fetchLists: break
    case .help: helpTopic = operand
    }
  }
}

extension Arguments {
  /// The options for converting filter lists. Setting them sets the options of every command, because the
  /// commands share flags.
  var conversion: ConversionOptions {
    get { convert.conversion }
    set {
      convert.conversion = newValue
      lint.options.conversion = newValue
      languageServer.conversion = newValue
      merge.options.conversion = newValue
      match.conversion = newValue
      inspect.conversion = newValue
      trial.conversion = newValue
      explain.conversion = newValue
      diff.conversion = newValue
      report.conversion = newValue
    }
  }
}
