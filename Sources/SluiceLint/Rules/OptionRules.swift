import SluiceConversion
import SluiceSyntax
import SluiceText

extension OwnRule {
  static let optionName = OwnRule(
    .style, severity: .note, message: "this list mostly writes '\(.other)' for '\(.text)'",
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
        found.add(.optionName, at: location, span: option.name, detail: .words(usual))
      }
    },
    fix: .line { finding, _, _ in
      if case .words(let name) = finding.detail {
        TextEdits(TextEdit(finding.span, text: Array(name.utf8)))
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

extension OwnRule {
  static let optionOrder = OwnRule(
    .style, severity: .note, message: "options are not in the order '\(.other)'",
    meaning:
      "Options in a fixed order are easier to compare: parties, then types by name, then the rest, domains last.",
    example: "||ads.example^$domain=a.example,script,third-party",
    instead: "write `$third-party,script,domain=…` (`--fix` does this)", advice: "--fix sorts them",
    check: .network { filter, line, found in
      let bytes = line.bytes.span
      let order = OptionOrder.sorted(filter.options, in: bytes)
      guard order != filter.options, let first = filter.options.first, let last = filter.options.last
      else { return }
      let names = order.map { bytes.text($0.range) }.joined(separator: ",")
      found.add(
        .optionOrder, at: line.location, span: ByteRange(first.range.lowerBound, last.range.upperBound),
        detail: .words(names))
    },
    fix: .line { finding, line, list in
      guard case .network(let filter) = line.content else { return TextEdits() }
      let bytes = list.bytes.span
      let texts = OptionOrder.sorted(filter.options, in: bytes).map { bytes.array($0.range) }
      return TextEdits(TextEdit(finding.span, text: Array(texts.joined(separator: [ASCII.comma]))))
    })
}

/// The order of options: party, request types, other options, and options with domains last; each by name.
private enum OptionOrder {
  static func sorted(_ options: [Option], in bytes: Span<UInt8>) -> [Option] {
    options.map { ($0, rank: rank(of: $0.kind), name: bytes.lowercased($0.name)) }.sorted {
      $0.rank != $1.rank ? $0.rank < $1.rank : $0.name.lexicographicallyPrecedes($1.name)
    }.map(\.0)
  }

  private static func rank(of kind: OptionKind) -> Int {
    switch kind.row.role {
    case .party: 0
    case .requestType, .pageType: 1
    case .condition, .modifier, .pageException, .effect, .unknown: kind == .badfilter ? 4 : 2
    case .domains: 3
    }
  }
}

extension OwnRule {
  static let defaultOption = OwnRule(
    .notNeeded, severity: .note, message: "the option '\(.text)' is the default",
    meaning: "The option states the default.", example: "||ads.example^$~match-case,script",
    instead: "remove it (`--fix` does this)", advice: "remove it",
    check: .network { filter, line, found in
      let bytes = line.bytes.span
      guard filter.options.contains(where: { $0.statesDefault(inException: filter.isException) }) else {
        return
      }
      var seen: Set<SeenOption> = []
      for option in filter.options {
        // An option that is there twice has no effect, which another rule reports.
        let isFirst = seen.insert(SeenOption(option, in: bytes)).inserted
        guard isFirst, option.statesDefault(inException: filter.isException) else { continue }
        found.add(.defaultOption, at: line.location, span: option.range)
      }
    },
    fix: .removesEntry)

  static let idleOption = OwnRule(
    .syntax, severity: .warning, message: "the option '\(.text)' has no effect here\(.other)",
    meaning:
      "The filter does the same without the option. Examples are a type after a `~` together with types without one, a"
      + " type together with `all`, both parties, and `match-case` for a pattern without letters.",
    example: "||ads.example^$script,~image", instead: "remove it: `||ads.example^$script`",
    advice: "remove it, or the option that makes it redundant",
    check: .network { filter, line, found in
      guard !filter.options.isEmpty else { return }
      let bytes = line.bytes.span
      var types: Set<OptionKind> = []
      var isForEverything = false
      var parties: Set<OptionKind> = []
      for option in filter.options {
        if option.kind == .all { isForEverything = true }
        if option.kind.isRequestType, !option.isNegated { types.insert(option.kind) }
        if option.kind.isParty { parties.insert(option.affirmed.kind) }
      }
      var seen: Set<SeenOption> = []
      for option in filter.options {
        let reason: String
        if option.kind != .noop, option.kind != .unknown, !seen.insert(SeenOption(option, in: bytes)).inserted
        {
          reason = ": it is already there"
        } else if option.kind.isRequestType, option.isNegated, !types.isEmpty, !types.contains(option.kind) {
          // If a type is both included and excluded, no request is left, which another rule reports.
          reason = " next to types without '~'"
        } else if option.kind.isRequestType, !option.isNegated, isForEverything {
          reason = " next to 'all'"
        } else if option.kind.isParty, parties.count == 2 {
          reason = ": both parties are any"
        } else if option.kind == .matchCase, !option.isNegated, !hasLetters(filter.pattern, line: line) {
          reason = ": nothing in the pattern has a case"
        } else {
          continue
        }
        found.add(.idleOption, at: line.location, span: option.range, detail: .words(reason))
      }
    },
    fix: .removesEntry)
}

struct SeenOption: Hashable {
  let kind: OptionKind
  let isNegated: Bool
  let value: [UInt8]

  init(_ option: Option, in bytes: Span<UInt8>) {
    (kind, isNegated) = option.affirmed
    value = option.value.map { bytes.array($0) } ?? []
  }
}

/// Returns whether the pattern has a letter whose case can differ in URLs. Host names have none.
private func hasLetters(_ pattern: Pattern, line: LintedLine) -> Bool {
  switch pattern {
  case .regex: return true
  case .plain(let plain):
    let start = plain.start == .hostLabel ? line.hostEnd : plain.body.lowerBound
    let bytes = line.bytes.span
    return (start..<plain.body.upperBound).contains { bytes[$0].isLetter || bytes[$0] >= 0x80 }
  }
}

extension OptionKind {
  fileprivate var isRequestType: Bool { row.role == .requestType }

  fileprivate var isParty: Bool { self == .thirdParty || self == .firstParty }
}

extension OwnRule {
  static let wrongValue = OwnRule(
    .syntax, severity: .error, message: "'\(.text)' is not a valid value of the option '\(.other)'",
    meaning: "The option has a fixed set of values that does not include this one. Programs drop the filter.",
    example: "||ads.example^$method=fetch", instead: "write a valid value: `method=get|post`",
    advice: "'sluice explain wrong-value' lists the values",
    check: .network { filter, line, found in
      let bytes = line.bytes.span
      for option in filter.options {
        guard let values = option.kind.row.knownValues, let value = try? option.read(in: bytes)
        else { continue }
        switch value {
        case .names(let names, _):
          for name in names where !name.isRegex && !values.contains(bytes.text(name.text).lowercased()) {
            found.add(.wrongValue, at: line.location, span: name.text, detail: .words(option.kind.rawValue))
          }
        case .text(let text):
          if !values.contains(bytes.text(text).lowercased()) {
            found.add(.wrongValue, at: line.location, span: text, detail: .words(option.kind.rawValue))
          }
        case .none, .domains, .header: break
        }
      }
    })

  static let upperCase = OwnRule(
    .style, severity: .note, message: "'\(.text)' has uppercase letters, which have no meaning here",
    meaning: "Option names and hosts are case-insensitive. In lowercase, equal names look equal.",
    example: "||Ads.example^$Script", instead: "write it in lowercase (`--fix` does this)",
    advice: "--fix converts it to lowercase",
    check: .line { line, found in
      let bytes = line.bytes.span
      func check(_ range: ByteRange) {
        guard range.indices.contains(where: { bytes[$0].isCapital }) else { return }
        found.add(.upperCase, at: line.location, span: range)
      }
      if case .network(let filter) = line.content {
        if case .plain(let plain) = filter.pattern, plain.start == .hostLabel {
          check(ByteRange(plain.body.lowerBound, PatternConverter.hostEnd(bytes, body: plain.body)))
        }
        for option in filter.options { check(option.name) }
      }
      guard !line.hasModifiers else { return }
      for entry in line.domains.joined() where entry.kind == .host || entry.kind == .entity {
        check(entry.name)
      }
    },
    fix: .line { finding, _, list in
      TextEdits(TextEdit(finding.span, text: list.bytes.span.lowercased(finding.span)))
    })
}
