import Testing

@testable import sluice

/// Properties that hold for every row of the table.
@Suite struct CommandTableTests {
  @Test(arguments: CommandName.allCases)
  func commandTableHasEveryCommand(name: CommandName) {
    #expect(CommandTable.command(name).name == name)
  }

  @Test(arguments: CommandName.allCases)
  func flagSpellingsAreUniquePerCommand(command: CommandName) {
    let spellings = CommandTable.flags.filter { $0.applies(to: command) }.flatMap(\.spellings)
    #expect(Set(spellings).count == spellings.count)
  }

  @Test func flagAndCommandNamesAreLowercase() {
    let names = CommandTable.flags.map(\.name) + CommandName.allCases.map(\.rawValue)
    for name in names {
      #expect(name.first?.isLetter == true && name.allSatisfy { $0 == "-" || $0.isASCII && $0.isLowercase })
    }
    for short in CommandTable.flags.compactMap(\.short) { #expect(short.isASCII && short.isLetter) }
  }

  @Test func everyFlagHasACommand() {
    for flag in CommandTable.flags {
      if case .commands(let commands) = flag.scope { #expect(!commands.isEmpty, "\(flag.name)") }
    }
  }

  @Test func flagDefaultsAreValidAndMatchArguments() {
    for flag in CommandTable.flags {
      guard let value = flag.value, case .value(let text) = value.absent else { continue }
      var arguments = Arguments()
      #expect(value.store(&arguments, text), "\(flag.name)")
      #expect("\(arguments)" == Self.defaults, "\(flag.name)")
      #expect(value.choices.isEmpty || value.choices.contains(text), "\(flag.name)")
    }
  }

  private static let defaults = "\(Arguments())"

  @Test func flagsAcceptOnlyTheirChoices() {
    for flag in CommandTable.flags {
      guard let value = flag.value else { continue }
      for choice in value.choices {
        var arguments = Arguments()
        #expect(value.store(&arguments, choice), "\(flag.name) \(choice)")
      }
      var arguments = Arguments()
      #expect(!value.store(&arguments, ""), "\(flag.name)")
      #expect("\(arguments)" == Self.defaults, "\(flag.name)")
    }
  }

  @Test func everyFlagChangesArgumentsOfItsCommands() {
    for flag in CommandTable.flags {
      guard case .commands(let commands) = flag.scope else { continue }
      for command in commands {
        let samples = ["7", "path", "https://a.example/", "10.0.0.1", "style", "hides-tag=note"]
        let texts = (flag.value?.choices ?? []) + samples
        let isSet = texts.contains { text in
          var arguments = Arguments()
          switch flag.effect {
          case .set(let set): set(&arguments)
          case .store(let value): _ = value.store(&arguments, text)
          case .showHelp, .showVersion: return false
          }
          return Self.given(to: command, arguments) != Self.given(to: command, Arguments())
        }
        #expect(isSet, "--\(flag.name) of \(command)")
      }
    }
  }

  /// Returns all values that a command receives, as text.
  private static func given(to command: CommandName, _ arguments: Arguments) -> String {
    let own: Any =
      switch command {
      case .convert: arguments.convert
      case .lint: arguments.lint
      case .lsp: arguments.languageServer
      case .initialize: arguments.initialize
      case .build: arguments.build
      case .serve: arguments.serve
      case .merge: arguments.merge
      case .check: arguments.check
      case .match: arguments.match
      case .inspect: arguments.inspect
      case .trial: arguments.trial
      case .explain: arguments.explain
      case .diff: arguments.diff
      case .report: arguments.report
      case .conformance: arguments.conformance
      case .playground: arguments.playground
      case .completions: arguments.completions
      case .man: arguments.man
      case .webKitCompile: arguments.webKitCompile
      case .webKitPage: arguments.webKitPage
      case .help: arguments.helpTopic as Any
      }
    return "\(arguments.reporting) \(own)"
  }

  @Test func helpTextsHaveNoFullStop() {
    for text in CommandTable.flags.map(\.help) + CommandTable.commands.map(\.summary) {
      #expect(text.first?.isUppercase == true && text.last != ".", "\(text)")
    }
  }

  @Test func commandExamplesParse() throws {
    for example in CommandTable.commands.flatMap(\.examples) {
      let words = example.line.split(separator: " ").map(String.init)
      guard let start = words.lastIndex(of: "sluice") else {
        Issue.record("\(example.line) does not call sluice")
        continue
      }
      _ = try ArgumentParser().parse(words[(start + 1)...].prefix { $0 != ">" && $0 != "|" }.map { $0 })
    }
  }
}
