import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluiceSystem

/// `sluice report LIST...|FOLDER`
enum ReportCommand {
  static let command = Command(
    name: .report,
    summary: "Write a report on lists: coverage, reasons, costs and sizes",
    details: [
      """
      Converts filter lists, several as one, or reads a folder written by 'sluice build', and writes an HTML page: \
      how many filters of each construct are exact, the reasons for the others with examples, costs to pages, sizes \
      and limits and, with --previous, changes. The page loads nothing and runs no script.
      """,
      """
      Conversion options apply to filter lists; a folder uses the options of its build file. Without LIST, or if \
      LIST is '-', it reads standard input.
      """,
    ],
    operands: "[LIST...|FOLDER]",
    usualOptions: ["output", "previous", "badges", "target", "split", "format"],
    examples: [
      ("sluice report easylist.txt -o easylist.html", "of a conversion"),
      ("sluice report public -o report.html --badges badges", "of a build, with badges"),
      ("sluice report list.txt --previous old.html -o new.html", "with what has changed"),
    ])

  static func run(_ arguments: ReportArguments, console: Console) throws(CommandError) -> ExitCode {
    let destination = try arguments.output.map { path throws(CommandError) in try Destination.named(path) }
    var outputs = [destination ?? .standardOutput]
    var badges: [(badge: ReportBadge, destination: Destination)] = []
    for badge in arguments.badges == nil ? [] : ReportBadge.allCases {
      let path = (arguments.badges ?? "").joined(badge.fileName)
      let place = try Destination.unnamed(path)
      try refuseForeign(path)
      guard !outputs[0].isSame(as: place) else {
        throw .usage(
          "both the page and a badge of '--badges' would be \(path.quotedName)",
          advice: "choose another --output",
          of: .report)
      }
      badges.append((badge, place))
    }
    outputs += badges.map(\.destination)

    var inputs: [InputFile] = []
    let content = try content(of: arguments, &inputs, steps: console.steps)
    var previous: ReportContent?
    if let path = arguments.previous {
      if let folder = ReportContent.buildFolder(path) {
        previous = try ReportContent(ofBuildIn: folder) { inputs.append($0) }
      } else {
        let report = try InputFile(path)
        inputs.append(report)
        previous = try ReportContent(inReport: report.bytes, named: report.name)
      }
    }
    try outputs.refuse(inputs: inputs)
    try refuseForeign(outputs[0], format: arguments.format)

    console.steps.begin(Step("writing"), isShown: outputs.areFiles)
    let batch = OutputBatch()
    let report =
      switch arguments.format {
      case .html: ReportPage(content, previous: previous).html
      case .json: content.documentJSON(previous: previous)
      }
    try batch.add(report, to: outputs[0])
    for (badge, destination) in badges { try batch.add(Array(badge.svg(of: content).utf8), to: destination) }
    try batch.finish()
    console.steps.end([.files: outputs.count])
    // The JSON already contains these values.
    if arguments.format == .html {
      let words = ReportBadge.allCases.map { "\($0.rawValue) \($0.value(of: content))" }
      console.message("\(DisplayText.escaping(outputs[0].name)): \(words.joined(separator: ", "))\n")
    }
    return .success
  }

  private static func content(
    of arguments: ReportArguments, _ inputs: inout [InputFile], steps: Steps
  ) throws(CommandError) -> ReportContent {
    if arguments.inputs.count == 1, let folder = ReportContent.buildFolder(arguments.inputs[0]) {
      steps.begin(Step("reading", subject: folder))
      return try ReportContent(ofBuildIn: folder) { inputs.append($0) }
    }
    inputs = try steps.read(arguments.inputs) { () throws(CommandError) in
      try InputFile.lists(arguments.inputs, of: .report)
    }
    let sources = FilterListFile.sources(inputs, options: arguments.conversion)
    return try ReportContent(converting: sources, arguments.conversion, steps: steps)
  }

  /// Throws if the destination exists and is not a report of the same format.
  private static func refuseForeign(
    _ destination: Destination, format: ReportFormat
  ) throws(CommandError) {
    switch format {
    case .html: try WrittenPage.refuseForeign(destination, flag: "--output")
    case .json: try destination.refuseForeign(flag: "--output", isOwn: ReportContent.isDocument)
    }
  }

  /// Throws if the path exists and is not a badge.
  private static func refuseForeign(_ path: String) throws(CommandError) {
    guard (try? FileStatus.of(path).kind) == .regular else { return }
    guard let bytes = try? InputFile(path).bytes,
      bytes.starts(with: ReportBadge.start.utf8)
    else {
      throw .failure(
        "\(path.quotedName) is not a badge of this command, so it is not replaced",
        advice: "name another folder")
    }
  }
}

struct ReportArguments: Sendable {
  /// The lists, which are converted together, or the output of `sluice build`.
  var inputs: [String] = []
  /// The output file; nil for standard output.
  var output: String?
  /// The report to compare with; nil for none.
  var previous: String?
  /// The folder for badges; nil to not write them.
  var badges: String?
  var format = ReportFormat.html
  var conversion = ConversionOptions()
}

enum ReportFormat: String, CaseIterable, Sendable {
  /// An HTML page for people, which contains the JSON.
  case html
  case json
}

/// A badge for a number of a report: a small SVG image with a label and a value.
enum ReportBadge: String, CaseIterable {
  case coverage
  case rules

  /// The first line of every badge, which identifies a badge.
  static let start = "<!-- a badge of sluice report -->\n"

  var fileName: String { "\(rawValue).svg" }

  /// Returns the value: the share of exact filters, or the number of rules.
  func value(of content: ReportContent) -> String {
    switch self {
    case .coverage: Percentage(of: exact(content), in: filters(content)).text
    case .rules: Format.grouped(content.lists.reduce(0) { $0 + $1.rules })
    }
  }

  /// Returns the image, with text for screen readers.
  func svg(of content: ReportContent) -> String {
    let shown = value(of: content)
    let value = XMLText.escaping(shown)
    // Letters in Verdana at 11 pixels are at most 7 pixels wide, with a few exceptions that do not occur
    // here.
    let (left, right) = (rawValue.count * 7 + 12, shown.count * 7 + 12)
    func text(_ words: String, at middle: Int) -> String {
      #"<text x="\#(middle)" y="14" text-anchor="middle">\#(words)</text>"#
    }
    return Self.start + """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(left + right)" height="20" role="img" \
      aria-label="\(rawValue): \(value)">
      <title>\(rawValue): \(value)</title>
      <rect width="\(left)" height="20" fill="\(Self.labelColor)"/>
      <rect x="\(left)" width="\(right)" height="20" fill="\(color(of: content))"/>
      <g fill="#ffffff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
      \(text(rawValue, at: left / 2))
      \(text(value, at: left + right / 2))
      </g>
      </svg>

      """
  }

  static let labelColor = "#444a52"
  /// The background colors of values. White text is readable on them.
  static let colors = (good: "#1a7f37", middling: "#8a5a00", poor: "#b3261e", neutral: "#0b57d0")

  private func color(of content: ReportContent) -> String {
    switch self {
    case .rules: return Self.colors.neutral
    case .coverage:
      let (exact, filters) = (exact(content), filters(content))
      if exact * 100 >= filters * 95 { return Self.colors.good }
      return exact * 100 >= filters * 80 ? Self.colors.middling : Self.colors.poor
    }
  }

  private func exact(_ content: ReportContent) -> Int {
    content.lists.reduce(0) { $0 + $1.converted }
  }
  private func filters(_ content: ReportContent) -> Int { content.lists.reduce(0) { $0 + $1.filters } }
}
