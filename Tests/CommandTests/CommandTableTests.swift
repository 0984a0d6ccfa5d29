import Testing

@testable import sluice

/// What must hold for every row of the table.
@Suite struct CommandTableTests {
  @Test func everyCommandNameHasOneRow() {
    #expect(
      CommandTable.commands.map(\.name.rawValue).sorted() == CommandName.allCases.map(\.rawValue).sorted())
  }

  @Test(arguments: CommandName.allCases)
  func noCommandHasTwoFlagsOfOneSpelling(command: CommandName) {
    let spellings = CommandTable.flags.filter { $0.applies(to: command) }.flatMap(\.spellings)
    #expect(Set(spellings).count == spellings.count)
  }

  @Test func namesAreLowerCaseWords() {
    let names = CommandTable.flags.map(\.name) + CommandName.allCases.map(\.rawValue)
    for name in names {
      #expect(name.first?.isLetter == true && name.allSatisfy { $0 == "-" || $0.isASCII && $0.isLowercase })
    }
    for short in CommandTable.flags.compactMap(\.short) { #expect(short.isASCII && short.isLetter) }
  }

  @Test func everyFlagBelongsSomewhere() {
    for flag in CommandTable.flags {
      if case .commands(let commands) = flag.scope { #expect(!commands.isEmpty, "\(flag.name)") }
    }
  }

  @Test func everyDefaultIsAnAllowedValueAndTheValueWithoutTheFlag() {
    for flag in CommandTable.flags {
      guard let value = flag.value, case .value(let text) = value.absent else { continue }
      var arguments = Arguments()
      #expect(value.store(&arguments, text), "\(flag.name)")
      #expect(arguments == Arguments(), "\(flag.name)")
      #expect(value.choices.isEmpty || value.choices.contains(text), "\(flag.name)")
    }
  }

  @Test func everyChoiceIsTakenAndNothingElse() {
    for flag in CommandTable.flags {
      guard let value = flag.value else { continue }
      for choice in value.choices {
        var arguments = Arguments()
        #expect(value.store(&arguments, choice), "\(flag.name) \(choice)")
      }
      var arguments = Arguments()
      #expect(!value.store(&arguments, ""), "\(flag.name)")
      #expect(arguments == Arguments(), "\(flag.name)")
    }
  }

  @Test func everyFlagSetsSomething() {
    for flag in CommandTable.flags {
      var arguments = Arguments()
      switch flag.effect {
      case .set(let set): set(&arguments)
      case .store(let value):
        let others = value.choices + ["7", "path", "https://a.example/", "10.0.0.1"]
        #expect(
          others.contains {
            arguments = Arguments()
            return value.store(&arguments, $0) && arguments != Arguments()
          }, "\(flag.name)")
      case .showHelp, .showVersion: continue
      }
      #expect(arguments != Arguments(), "\(flag.name)")
    }
  }

  @Test func helpTextsAreSentencesWithoutFullStop() {
    for text in CommandTable.flags.map(\.help) + CommandTable.commands.map(\.summary) {
      #expect(text.first?.isUppercase == true && text.last != ".", "\(text)")
    }
  }

  @Test func theExamplesAreValidCommandLines() throws {
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
