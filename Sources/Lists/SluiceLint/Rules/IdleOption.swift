import SluiceConversion
import SluiceSyntax

extension OwnRule {
  static let idleOption = OwnRule(
    .syntax, .warning, "the option '\(.text)' has no effect here\(.other)",
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
        if option.kind != .noop, option.kind != .unknown, !seen.insert(SeenOption(option, bytes)).inserted {
          reason = ": it is already there"
        } else if option.kind.isRequestType, option.isNegated, !types.isEmpty, !types.contains(option.kind) {
          // If a type is both included and excluded, no request is left, which another rule reports.
          reason = " next to types without '~'"
        } else if option.kind.isRequestType, !option.isNegated, isForEverything {
          reason = " next to 'all'"
        } else if option.kind.isParty, parties.count == 2 {
          reason = ": both parties are any"
        } else if option.kind == .matchCase, !option.isNegated, !hasLetters(filter.pattern, line) {
          reason = ": nothing in the pattern has a case"
        } else {
          continue
        }
        found.add(.idleOption, at: line.location, option.range, .words(reason))
      }
    },
    fix: .removesEntry)
}

/// An option, to find equal ones.
struct SeenOption: Hashable {
  let kind: OptionKind
  let isNegated: Bool
  let value: [UInt8]

  init(_ option: Option, _ bytes: Span<UInt8>) {
    (kind, isNegated) = option.affirmed
    value = option.value.map { bytes.array($0) } ?? []
  }
}

/// Returns whether the pattern has a letter whose case can differ in URLs. Host names have none.
private func hasLetters(_ pattern: Pattern, _ line: LintedLine) -> Bool {
  switch pattern {
  case .regex: return true
  case .plain(let plain):
    let start = plain.start == .hostLabel ? line.hostEnd : plain.body.lowerBound
    let bytes = line.bytes.span
    return (start..<plain.body.upperBound).contains { bytes[$0].isLetter || bytes[$0] >= 0x80 }
  }
}

extension OptionKind {
  /// Whether the option restricts the filter to a request type.
  fileprivate var isRequestType: Bool { row.role == .requestType }

  fileprivate var isParty: Bool { self == .thirdParty || self == .firstParty }
}
