import SluiceLists
import SluiceText

/// The help text, generated from the table of commands and flags, and wrapped to a width.
struct HelpText<Values> {
  /// The maximum number of columns.
  let width: Int
  let commands: [Command]
  let flags: [Flag<Values>]

  /// Returns the help for a command, or the overview for nil.
  func text(for command: Command?) -> String {
    var lines = command.map(commandLines) ?? overviewLines
    lines.append("")
    return lines.joined(separator: "\n")
  }

  /// Returns the short help for a command: its usual options without details, and its examples.
  ///
  /// A command without ``Command/usualOptions`` has no other help than the whole one.
  func brief(for command: Command?) -> String {
    guard let command, !command.usualOptions.isEmpty else { return text(for: command) }
    let all = flags.filter { $0.applies(to: command.name) }
    var lines = wrap("\(command.summary).")
    lines += ["", "Usage: \(command.usage(flags))", "", "Usual options:"]
    lines += columns(
      all.filter { command.usualOptions.contains($0.name) }.map { ($0.synopsis, $0.briefExplanation) })
    lines += exampleLines(command)
    lines.append("")
    lines += wrap(
      "'sluice \(command.name.rawValue) --help' describes the command and its \(all.count) options.")
    lines.append("")
    return lines.joined(separator: "\n")
  }

  private var overviewLines: [String] {
    var lines = wrap("Sluice \(Program.summary).")
    lines += ["", "Usage: sluice COMMAND [options]"]
    let shown = commands.shown
    // The column of names has the same width in all groups.
    let width = shown.map(\.name.rawValue.count).max() ?? 0
    for group in CommandGroup.allCases {
      lines += ["", "\(group.rawValue):"]
      lines += columns(
        shown.filter { $0.name.group == group }.map { ($0.name.rawValue, $0.summary) }, atLeast: width)
    }
    lines += flagLines(for: nil)
    lines.append("")
    lines += wrap("'sluice help COMMAND' or 'sluice COMMAND --help' describes a command.")
    return lines
  }

  private func commandLines(_ command: Command) -> [String] {
    var lines = wrap("\(command.summary).")
    lines += ["", "Usage: \(command.usage(flags))"]
    for paragraph in command.details {
      lines.append("")
      lines += wrap(paragraph)
    }
    lines += flagLines(for: command.name)
    lines += exampleLines(command)
    lines.append("")
    lines += wrap(
      "Exit status: "
        + command.exitCodes.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ") + ".")
    return lines
  }

  private func exampleLines(_ command: Command) -> [String] {
    guard !command.examples.isEmpty else { return [] }
    var lines = ["", "Examples:"]
    for example in command.examples {
      lines += wrap("# \(example.explanation)", indent: 2)
      lines.append("  \(example.line)")
    }
    return lines
  }

  private func flagLines(for command: CommandName?) -> [String] {
    ["", "Options:"]
      + columns(flags.filter { $0.applies(to: command) }.map { ($0.synopsis, $0.explanation) })
  }

  /// Returns two columns, the second one wrapped. A term that is too long for its column gets its own line.
  private func columns(_ rows: [(term: String, text: String)], atLeast least: Int = 0) -> [String] {
    let fitting = rows.map(\.term.count).filter { $0 <= 28 }
    let start = min(max(fitting.max() ?? 0, least) + 4, width / 2)
    return rows.flatMap { row in
      var lines = wrap(row.text, indent: start)
      let term = "  \(row.term)"
      guard term.count + 2 <= start, let first = lines.first else { return [term] + lines }
      lines[0] = term + first.dropFirst(term.count)
      return lines
    }
  }

  private func wrap(_ text: String, indent: Int = 0) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(margin + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [margin + line]
  }
}

extension Flag {
  /// The flag as in `-o, --output FILE`.
  fileprivate var synopsis: String {
    (short.map { "-\($0), " } ?? "    ") + "--\(name)" + (value.map { " \($0.placeholder)" } ?? "")
  }

  /// The description up to its first detail, with the default.
  fileprivate var briefExplanation: String {
    let details = [". ", ": ", "; ", ", which "].compactMap { help.firstRange(of: $0)?.lowerBound }
    let start = String(help[..<(details.min() ?? help.endIndex)])
    return value.map { "\(start) (\($0.absent.words))" } ?? start
  }

  /// The description with choices and default.
  var explanation: String {
    guard let value else { return help }
    var notes: [String] = []
    if !value.choices.isEmpty { notes.append("values: \(value.choices.joined(separator: ", "))") }
    notes.append(value.absent.words)
    return "\(help) (\(notes.joined(separator: "; ")))"
  }
}

/// The help as JSON, generated from the same table as the text. `docs/reference/formats.md` describes the format.
struct HelpJSON<Values> {
  let commands: [Command]
  let flags: [Flag<Values>]

  /// Appends a command, or all commands with the top-level flags.
  func append(_ command: Command?, to json: inout JSONWriter) {
    if let command { return append(command, to: &json) }
    json.add("version", text: Program.version)
    json.add("options", objects: flags.filter { $0.applies(to: nil) }) { json, flag in
      Self.append(flag, to: &json)
    }
    json.add("commands", objects: commands.shown) { json, command in
      append(command, to: &json)
    }
  }

  private func append(_ command: Command, to json: inout JSONWriter) {
    json.add("name", text: command.name.rawValue)
    json.add("summary", text: command.summary)
    json.add("details", texts: command.details)
    json.add("usage", text: command.usage(flags))
    json.add("options", objects: flags.filter { $0.applies(to: command.name) }) { json, flag in
      Self.append(flag, to: &json)
    }
    json.add("examples", objects: command.examples) { json, example in
      json.add("line", text: example.line)
      json.add("explanation", text: example.explanation)
    }
    json.add("exitStatus", objects: command.exitCodes) { json, code in
      json.add("code", number: Int(code.rawValue))
      json.add("meaning", text: code.meaning)
    }
  }

  private static func append(_ flag: Flag<Values>, to json: inout JSONWriter) {
    json.add("name", text: "--\(flag.name)")
    if let short = flag.short { json.add("short", text: "-\(short)") }
    json.add("help", text: flag.help)
    guard let value = flag.value else { return }
    json.add("value", text: value.placeholder)
    if !value.choices.isEmpty {
      json.add("choices", texts: value.choices)
    }
    switch value.absent {
    case .value(let text): json.add("default", text: text)
    case .described(let words): json.add("otherwise", text: words)
    case .required: json.add("required", flag: true)
    }
  }
}
