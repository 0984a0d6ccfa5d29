enum CompletionsCommand {
  static let command = Command(
    name: .completions, summary: "Write shell completions for commands, options and values",
    details: [
      """
      For bash, save the output as ~/.local/share/bash-completion/completions/sluice; for zsh, as _sluice in a \
      folder of fpath; for fish, as ~/.config/fish/completions/sluice.fish.
      """
    ],
    operands: "SHELL", maximumOperands: 1,
    completion: .words { CompletionShell.allCases.map(\.rawValue) },
    examples: [("sluice completions fish > ~/.config/fish/completions/sluice.fish", "for fish, for good")],
    exitCodes: [.success, .failure, .usage])

  static func run<Values>(
    _ arguments: CompletionsArguments, script: CompletionScript<Values>, console: Console
  ) throws(CommandError) -> ExitCode {
    guard let shell = arguments.shell.flatMap(CompletionShell.init(rawValue:)) else {
      let shells = CompletionShell.allCases.map(\.rawValue).joined(separator: ", ")
      let problem = arguments.shell.map { "unknown shell '\($0)'" } ?? "no SHELL given"
      throw .usage(.operands(problem, "name one of \(shells)"), of: .completions)
    }
    try console.print(script.text(for: shell))
    return .success
  }
}

struct CompletionsArguments: Sendable {
  /// The name of the shell, as given.
  var shell: String?
}

enum CompletionShell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}

/// The completion script for a shell, generated from the same table as the parser and the help. Values
/// without known choices complete to file names.
struct CompletionScript<Values> {
  let commands: [Command]
  let flags: [Flag<Values>]

  func text(for shell: CompletionShell) -> String {
    let lines =
      switch shell {
      case .bash: bashLines
      case .zsh: zshLines
      case .fish: fishLines
      }
    return lines.joined(separator: "\n") + "\n"
  }

  private func flags(of command: Command?) -> [Flag<Values>] {
    flags.filter { $0.applies(to: command?.name) }
  }

  /// Returns the operands of a command that the script completes; empty for files.
  private func operandChoices(of command: Command) -> [String] {
    switch command.completion {
    case .files: []
    case .words(let words): words()
    case .commands: commands.shown.map(\.name.rawValue)
    }
  }

  // MARK: bash

  /// The bash script. It works with the bash 3.2 of macOS, which has no `mapfile` and no `compopt`. Bash
  /// splits words at `=`.
  private var bashLines: [String] {
    var lines = [
      "# bash completion of sluice: made by 'sluice completions bash'",
      "_sluice() {",
      "  local IFS=$'\\n' words= flags= current=${COMP_WORDS[COMP_CWORD]} previous= word= operands=",
      "  COMPREPLY=()",
      "  [ \"$COMP_CWORD\" -gt 0 ] && previous=${COMP_WORDS[COMP_CWORD-1]}",
      "  if [ \"$current\" = '=' ]; then current=",
      "  elif [ \"$previous\" = '=' ]; then previous=${COMP_WORDS[COMP_CWORD-2]}",
      "  fi",
      // After `--`, only operands follow.
      "  [ \"$COMP_CWORD\" -gt 2 ] && for word in \"${COMP_WORDS[@]:2:COMP_CWORD-2}\"; do",
      "    [ \"$word\" = '--' ] && operands=yes previous=",
      "  done",
      "  if [ \"$COMP_CWORD\" -le 1 ]; then",
      "    words=\(bashWords(commands.shown.map(\.name.rawValue)))",
      "    flags=\(bashWords(flags(of: nil).flatMap(\.spellings)))",
      "  else case ${COMP_WORDS[1]} in",
    ]
    for command in commands.shown {
      lines.append("    \(command.name.rawValue))")
      lines.append("      case $previous in")
      for flag in flags(of: command) {
        guard let value = flag.value else { continue }
        let pattern = flag.spellings.joined(separator: "|")
        lines.append(
          value.known.isEmpty
            ? "        \(pattern)) return ;;" : "        \(pattern)) words=\(bashWords(value.known)) ;;")
      }
      lines.append("        *)")
      lines.append("          words=\(bashWords(operandChoices(of: command)))")
      lines.append("          flags=\(bashWords(flags(of: command).flatMap(\.spellings))) ;;")
      lines.append("      esac ;;")
    }
    return lines + [
      "  esac fi",
      "  [ -n \"$operands\" ] && flags=",
      "  case $current in -*) words=$flags ;; esac",
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))",
      "}",
      "complete -o default -F _sluice sluice",
    ]
  }

  private func bashWords(_ words: [String]) -> String { "$'\(words.joined(separator: "\\n"))'" }

  // MARK: zsh

  private var zshLines: [String] {
    var lines = [
      "#compdef sluice",
      "# zsh completion of sluice: made by 'sluice completions zsh'",
      "_sluice() {",
      "  if (( CURRENT == 2 )); then",
      "    local -a commands",
      "    commands=(",
    ]
    lines += commands.shown.map { "      \(("\($0.name.rawValue):\($0.summary)").quotedForShell)" }
    lines += [
      "    )",
      "    _describe -t commands command commands",
      "    _arguments -S : \\",
    ]
    lines += flags(of: nil).flatMap(zshSpecifications).map { "      \($0) \\" }
    lines += [
      "      '*: :'", "    return", "  fi", "  local command=$words[2]", "  shift words", "  (( CURRENT-- ))",
    ]
    lines.append("  case $command in")
    for command in commands.shown {
      lines.append("    \(command.name.rawValue))")
      lines.append("      _arguments -s -S : \\")
      lines += flags(of: command).flatMap(zshSpecifications).map { "        \($0) \\" }
      let choices = operandChoices(of: command)
      lines.append(
        choices.isEmpty
          ? "        '*:file:_files' ;;"
          : "        '1: :(\(choices.joined(separator: " ")))'\(command.maximumOperands == 1 ? "" : " '*:file:_files'") ;;"
      )
    }
    return lines + ["  esac", "}", "_sluice \"$@\""]
  }

  private func zshSpecifications(of flag: Flag<Values>) -> [String] {
    let help = "[\(flag.summary.escaped("[]\\:"))]"
    return flag.spellings.map { spelling in
      guard let value = flag.value else { return "*\(spelling)\(help)".quotedForShell }
      let equals = spelling.hasPrefix("--") ? "=" : "+"
      let action = value.known.isEmpty ? "_files" : "(\(value.known.joined(separator: " ")))"
      return "*\(spelling)\(equals)\(help):\(value.placeholder.escaped("[]\\:")):\(action)".quotedForShell
    }
  }

  // MARK: fish

  private var fishLines: [String] {
    var lines = [
      "# fish completion of sluice: made by 'sluice completions fish'",
      "function __sluice_command",
      "  set -l words (commandline -opc)",
      "  if test (count $argv) -eq 0",
      "    test (count $words) -eq 1",
      "  else",
      "    test (count $words) -gt 1; and test \"$words[2]\" = \"$argv[1]\"",
      "  end",
      "end",
      "complete -c sluice -n __sluice_command -f",
    ]
    lines += commands.shown.map {
      "complete -c sluice -n __sluice_command -a \($0.name.rawValue) -d \($0.summary.quotedForFish)"
    }
    lines += flags(of: nil).map { fishLine($0, condition: "__sluice_command") }
    for command in commands.shown {
      let condition = "'__sluice_command \(command.name.rawValue)'"
      let choices = operandChoices(of: command)
      if !choices.isEmpty {
        let files = command.maximumOperands == 1 ? " -f" : ""
        lines.append("complete -c sluice -n \(condition)\(files) -a '\(choices.joined(separator: " "))'")
      }
      lines += flags(of: command).map { fishLine($0, condition: condition) }
    }
    return lines
  }

  private func fishLine(_ flag: Flag<Values>, condition: String) -> String {
    var line = "complete -c sluice -n \(condition) -l \(flag.name)"
    if let short = flag.short { line += " -s \(short)" }
    if let value = flag.value {
      line += value.known.isEmpty ? " -r -F" : " -x -a '\(value.known.joined(separator: " "))'"
    }
    return line + " -d \(flag.summary.quotedForFish)"
  }
}

extension Flag.Value {
  fileprivate var known: [String] { choices.isEmpty ? words : choices }
}

extension Flag {
  /// The first part of the description, which fits in a menu line.
  fileprivate var summary: String {
    let end = help.indices.first { ";:".contains(help[$0]) || help[$0...].hasPrefix(". ") }
    return String(help[..<(end ?? help.endIndex)])
  }
}

extension String {
  /// Returns the text with a backslash before each of the given characters.
  fileprivate func escaped(_ characters: String) -> String {
    String(flatMap { characters.contains($0) ? ["\\", $0] : [$0] })
  }

  fileprivate var quotedForFish: String { "'\(escaped("'\\"))'" }
}
