import SluiceText

extension OwnRule {
  static let defaultOption = OwnRule(
    .notNeeded, .note, "the option '\(.text)' is the default",
    meaning: "The option states the default.", example: "||ads.example^$~match-case,script",
    instead: "remove it (`--fix` does this)", advice: "remove it",
    check: .network { filter, line, found in
      let bytes = line.bytes.span
      for (index, option) in filter.options.enumerated()
      where option.statesDefault(inException: filter.isException) {
        let seen = SeenOption(option, bytes)
        // An option that is there twice has no effect, which another rule reports.
        guard !filter.options[..<index].contains(where: { SeenOption($0, bytes) == seen }) else { continue }
        found.add(.defaultOption, at: line.location, option.range)
      }
    },
    fix: .removesEntry)
}
