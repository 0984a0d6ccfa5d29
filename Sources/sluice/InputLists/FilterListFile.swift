import SluiceConversion
import SluiceSyntax

/// Files that a command reads as filter lists.
enum FilterListFile {
  /// Returns the files as lists. Their conversion throws for a file that is not a filter list, and for a list
  /// without filters, unless the options allow empty lists.
  static func sources(_ files: [InputFile], options: ConversionOptions) -> [Source] {
    files.map { source($0, accepts: options.acceptedFiles) }
  }

  /// Returns a file as a list, with its judgement if it was made.
  static func source(_ file: InputFile, accepts: AcceptedText) -> Source {
    var source = Source(name: file.name, bytes: file.bytes, accepts: accepts)
    source.judgement = file.judgement
    return source
  }

  /// Throws if a judged file is not a filter list, or has no filter although it needs one.
  static func refuseForeign(_ file: InputFile, accepts: AcceptedText) throws(CommandError) {
    guard let content = file.foreignContent, accepts.refuses(content) else { return }
    let line = ListJudgement.foreign(content).problemLine(in: file.bytes)
    throw ConversionError.foreign(name: file.name, content: content, line: line).report
  }

  /// Returns the files of a folder that are lists, and notes about the others. A list without filters counts
  /// as a list.
  static func lists(
    among files: [InputFile], _ options: ConversionOptions
  ) -> (lists: [InputFile], notes: [String]) {
    var lists: [InputFile] = []
    var notes: [String] = []
    for file in files.map({ $0.judged(as: options.dialect) }) {
      if let content = file.foreignContent, !content.isEmpty {
        notes.append(note(on: file, content))
      } else {
        lists.append(file)
      }
    }
    return (lists, notes)
  }

  static func note(on file: InputFile, _ content: ForeignContent) -> String {
    "\(file.name): left out: \(content.words), not a filter list"
  }
}

extension ForeignContent {
  var advice: [String] {
    switch self {
    case .empty, .comments: ["--allow-empty reads it as a list without filters"]
    case .page, .xml, .errorText:
      ["a server may have answered with an error page: 'curl --fail' writes none"]
    case .signIn: ["the server asks to sign in: fetch the list from a URL that needs no account"]
    case .lfsPointer: ["'git lfs pull' fetches the file"]
    case .mergeConflict: ["keep the filters of one side or of both, and remove the markers"]
    case .ruleList: ["'sluice check' and 'sluice match' read rule lists"]
    case .markdown: ["name the lists themselves: a README only describes them"]
    case .text, .table:
      ["if it is a list, begin it with [Adblock Plus 2.0], or name what it is written for with --dialect"]
    case .archive: ["unpack it first; gzip is unpacked here"]
    case .utf16, .binary: ["save the list as UTF-8"]
    case .json: ["arrays of domains are read, alone or under the key 'domains'"]
    case .userscript: ["a browser extension runs userscripts"]
    case .regexes: ["filters with regexes are written between slashes: /^ad[0-9]+\\./"]
    case .nameServer, .squid, .privoxy: ["only the domains are read, one per line"]
    }
  }
}

extension Steps {
  /// Reports the detected kind and dialect of lists.
  func record(_ sources: [ParsedSource], options: ConversionOptions) {
    guard isRecording else { return }
    for source in sources {
      record(
        Step("judging", subject: source.name, reading: source.reading(options)), amounts: [:], duration: .zero
      )
    }
  }
}

extension Converter {
  func result(of sources: [ParsedSource]) throws(CommandError) -> ConversionResult {
    try CommandError.of { () throws(ConversionError) in try convert(sources) }
  }
}

extension Steps {
  /// Parses and converts lists, and reports each as a step.
  func convert(
    _ sources: [Source], converter: Converter, subject: String? = nil
  ) throws(CommandError) -> (parsed: [ParsedSource], result: ConversionResult) {
    begin(Step("parsing", subject: subject))
    let parsed = converter.parse(sources)
    end([.lists: parsed.count, .lines: parsed.reduce(0) { $0 + $1.list.lines.count }])
    record(parsed, options: converter.options)
    begin(Step("converting", subject: subject))
    let result = try converter.result(of: parsed)
    end([.filters: result.report.filters, .rules: result.rules])
    return (parsed, result)
  }
}

extension ConversionResult {
  var rules: Int { lists.reduce(0) { $0 + $1.rules.rules.count } }
}

extension ConversionReport {
  /// Returns a note if some filters of a list are not converted; otherwise, nil.
  func note(of name: String) -> String? {
    let left = count(.unsupported) + count(.needsScript)
    guard left > 0 else { return nil }
    return
      "\(name): \(Format.counted(left, noun: "filter")) cannot be expressed and \(left == 1 ? "is" : "are") ignored;"
      + " 'sluice convert' lists them"
  }
}
