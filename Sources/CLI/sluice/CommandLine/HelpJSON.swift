import SluiceLists

/// The help as JSON, generated from the same table as the text. `docs/reference/formats.md` describes the format.
struct HelpJSON<Values> {
  let commands: [Command]
  let flags: [Flag<Values>]

  /// Appends a command, or all commands with the top-level flags.
  func append(_ command: Command?, to json: inout JSONWriter) {
    if let command { return append(command, to: &json) }
    json.add("version", Program.version)
    json.add("options", objects: flags.filter { $0.applies(to: nil) }) { json, flag in
      Self.append(flag, to: &json)
    }
    json.add("commands", objects: commands.shown) { json, command in
      append(command, to: &json)
    }
  }

  private func append(_ command: Command, to json: inout JSONWriter) {
    json.add("name", command.name.rawValue)
    json.add("summary", command.summary)
    json.add("details", command.details)
    json.add("usage", command.usage(flags))
    json.add("options", objects: flags.filter { $0.applies(to: command.name) }) { json, flag in
      Self.append(flag, to: &json)
    }
    json.add("examples", objects: command.examples) { json, example in
      json.add("line", example.line)
      json.add("explanation", example.explanation)
    }
    json.add("exitStatus", objects: command.exitCodes) { json, code in
      json.add("code", Int(code.rawValue))
      json.add("meaning", code.meaning)
    }
  }

  private static func append(_ flag: Flag<Values>, to json: inout JSONWriter) {
    json.add("name", "--\(flag.name)")
    if let short = flag.short { json.add("short", "-\(short)") }
    json.add("help", flag.help)
    guard let value = flag.value else { return }
    json.add("value", value.placeholder)
    if !value.choices.isEmpty {
      json.add("choices", value.choices)
    }
    switch value.absent {
    case .value(let text): json.add("default", text)
    case .described(let words): json.add("otherwise", words)
    case .required: json.add("required", true)
    }
  }
}
