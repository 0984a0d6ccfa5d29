import SluiceConversion
import SluiceSyntax

extension OwnRule {
  static let optionName = OwnRule(
    .style, .note, "this list mostly writes '\(.other)' for '\(.text)'",
    meaning:
      "The list uses two names of one option; a single name is easier to search for. Names that it uses equally often are not reported.",
    example: "||a.example^$third-party\n||b.example^$third-party\n||c.example^$3p",
    instead: "use the name that the list uses most (`--fix` does this)", advice: "--fix renames it",
    check: .list { list, _, found in
      let bytes = list.list.bytes.span
      // The number of times that the list uses each name of the options with aliases.
      var names: [OptionKind: [String: Int]] = [:]
      list.forEachOption { option, _ in
        guard option.kind.row.hasAliases else { return }
        names[option.kind, default: [:]][bytes.text(option.name).lowercased(), default: 0] += 1
      }
      list.forEachOption { option, location in
        guard option.kind.row.hasAliases, let usual = names[option.kind].flatMap(mostFrequent),
          bytes.text(option.name).lowercased() != usual
        else { return }
        found.add(.optionName, at: location, option.name, .words(usual))
      }
    },
    fix: .line { finding, _, _ in
      if case .words(let name) = finding.detail {
        TextEdits(TextEdit(finding.span, Array(name.utf8)))
      } else {
        TextEdits()
      }
    })
}

/// Returns the most frequent of several names; nil if two of them are equally frequent.
private func mostFrequent(_ counts: [String: Int]) -> String? {
  guard counts.count > 1, let most = counts.values.max(), counts.values.count(where: { $0 == most }) == 1
  else { return nil }
  return counts.first { $0.value == most }?.key
}

extension LintedList {
  fileprivate func forEachOption(_ body: (Option, FilterPlace) -> Void) {
    for (index, line) in list.lines.enumerated() {
      guard case .network(let filter) = line.content else { continue }
      for option in filter.options { body(option, location(ofLine: index)) }
    }
  }
}
