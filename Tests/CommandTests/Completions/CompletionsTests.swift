import Foundation
import TestSupport
import Testing

@testable import sluice

/// The completions of the `sluice completions` scripts, tested in the shells themselves.
@Suite struct CompletionsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  private static func has(_ shell: String) -> Bool {
    ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(shell)")
    }
  }

  /// Returns the completions that bash offers for the last of the words, split as readline does.
  private func bash(_ words: [String]) throws -> [String] {
    let array = words.map { "'\($0)'" }.joined(separator: " ")
    let result = try sh(
      """
      sluice completions bash > s.bash
      bash -c 'source ./s.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _sluice; printf "%s\\n" "${COMPREPLY[@]}"' x \
      sluice \(array)
      """)
    #expect(result.status == 0 && result.error == "")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test(.enabled(if: has("bash"), "skipped: there is no bash"))
  func bashCompletesCommandsFlagsAndValues() throws {
    #expect(try bash(["con"]) == ["convert", "conformance"])
    #expect(try bash(["--v"]) == ["--version"])
    #expect(try bash(["convert", "--dial"]) == ["--dialect"])
    #expect(try bash(["convert", "--dialect", "ad"]) == ["adguard"])
    #expect(try bash(["convert", "--dialect", "=", "ad"]) == ["adguard"])
    #expect(try bash(["convert", "--dialect", "="]) == DialectChoice.allCases.map(\.rawValue))
    #expect(try bash(["help", "pub"]) == [])
    #expect(try bash(["lint", "--select", "dup"]) == ["duplicate-filter"])
    #expect(try bash(["lint", "--ignore", "not-n"]) == ["not-needed"])
    #expect(try bash(["lint", "--severity", "dup"]).contains("duplicate-filter=error"))
    #expect(try bash(["explain", "duplicate-f"]) == ["duplicate-filter"])
    #expect(try bash(["help", "insp"]) == ["inspect"])
    #expect(try bash(["man", "insp"]) == ["inspect"])
    #expect(try bash(["completions", ""]) == ["bash", "zsh", "fish"])
    // Only operands follow `--`.
    #expect(try bash(["convert", "--", "--dial"]) == [])
    #expect(try bash(["convert", "--", "--dialect", "ad"]) == [])
    #expect(try bash(["help", "--", "insp"]) == ["inspect"])
    // File names: the script offers nothing, so that readline completes them itself.
    #expect(try bash(["convert", ""]) == [])
    #expect(try bash(["convert", "-o", "-"]) == [])
    // Commands that help does not list are not offered.
    #expect(try bash(["webkit"]) == [])
  }

  @Test(.enabled(if: has("fish"), "skipped: there is no fish"))
  func fishCompletesCommandsFlagsAndValues() throws {
    func fish(_ line: String) throws -> [String] {
      let result = try sh(
        "sluice completions fish > s.fish; HOME=$PWD fish --no-config -c 'source s.fish; complete -C \"\(line)\"'"
      )
      #expect(result.status == 0 && result.error == "")
      return result.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }
    _ = try sh("touch list.txt")
    #expect(try fish("sluice con") == ["conformance", "convert"])
    #expect(try fish("sluice convert --dial") == ["--dialect"])
    #expect(try fish("sluice convert --dialect ad") == ["adguard"])
    #expect(try fish("sluice convert --dialect=ad") == ["--dialect=adguard"])
    #expect(try fish("sluice completions f") == ["fish"])
    #expect(try fish("sluice lint --select dup") == ["duplicate-filter"])
    #expect(try fish("sluice explain duplicate-f") == ["duplicate-filter"])
    #expect(try fish("sluice convert li") == ["list.txt"])
    #expect(try fish("sluice convert -o li") == ["list.txt"])
    #expect(try fish("sluice webkit").isEmpty)
    // A file named like a command does not count as the command.
    #expect(try fish("sluice convert help --dial") == ["--dialect"])
  }

  @Test(.enabled(if: has("zsh"), "skipped: there is no zsh"))
  func zshCompletesCommandsFlagsAndValues() throws {
    _ = try sh("touch list.txt; mkdir functions; sluice completions zsh > functions/_sluice")
    // Runs zsh in a terminal of its own, as a user would, and returns the text that it shows after a tab.
    func zsh(_ line: String) throws -> String {
      let script = """
        zmodload zsh/zpty; zpty z zsh -f -i
        zpty -w z 'PS1=; fpath=($PWD/functions $fpath); autoload -Uz compinit; compinit -u -D; \
        setopt noautomenu; LISTMAX=1000; echo rea""dy'
        zpty -r z out '*ready*'
        zpty -w -n z '\(line)'$'\\t'
        sleep 0.7
        zpty -w -n z $'\\x15echo e""nd\\n'
        zpty -r z out '*end*'; print -r -- $out
        """
      try script.write(toFile: folder.path("z.zsh"), atomically: true, encoding: .utf8)
      return try sh("TERM=dumb HOME=$PWD timeout 60 zsh -f z.zsh").output
    }
    let lines = [
      ("sluice convert --dialect ad", "adguard"), ("sluice convert --dialect=ad", "adguard"),
      ("sluice con", "convert      -- Convert filter lists"),
      ("sluice convert --max-", "--max-rules        -- Maximum number of rules in a list"),
      ("sluice completions f", "fish"), ("sluice convert -o li", "list.txt"),
    ]
    for (line, offered) in some(lines, oneIn: 3) { #expect(try zsh(line).contains(offered), "\(line)") }
    #expect(try sh("zsh -n functions/_sluice").error == "")
  }

  @Test(arguments: CompletionShell.allCases)
  func completionScriptsCoverAllFlagsAndChoices(shell: CompletionShell) {
    let text = CompletionScript(commands: CommandTable.commands, flags: CommandTable.flags).text(for: shell)
    for command in CommandTable.commands where !command.isHidden {
      #expect(text.contains(command.name.rawValue))
      for flag in CommandTable.flags where flag.applies(to: command.name) {
        #expect(text.contains(shell == .fish ? "-l \(flag.name) " : "--\(flag.name)"))
        for choice in flag.value?.choices ?? [] { #expect(text.contains(choice)) }
      }
    }
  }

  @Test func unknownOrMissingShellIsUsageError() throws {
    let unknown = try sh("sluice completions tcsh")
    #expect(unknown.status == 64 && unknown.output == "" && unknown.error.contains("one of bash, zsh, fish"))
    #expect(try sh("sluice completions").status == 64)
  }

  @Test func colorVariablesRespectNoColor() throws {
    func isColoured(_ environment: String) throws -> Bool {
      try sh("\(environment) sluice convert missing.txt").error.contains("\u{1B}[")
    }
    #expect(try !isColoured("NO_COLOR= CLICOLOR_FORCE="))
    #expect(try isColoured("NO_COLOR= CLICOLOR_FORCE=1"))
    #expect(try !isColoured("NO_COLOR= CLICOLOR_FORCE=0"))
    #expect(try !isColoured("NO_COLOR=1 CLICOLOR_FORCE=1"))
    #expect(try sh("sluice -V").output == sh("sluice --version").output)
  }
}
