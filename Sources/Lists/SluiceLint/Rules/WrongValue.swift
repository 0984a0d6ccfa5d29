import SluiceSyntax

extension OwnRule {
  static let wrongValue = OwnRule(
    .syntax, .error, "'\(.text)' is not a valid value of the option '\(.other)'",
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
            found.add(.wrongValue, at: line.location, name.text, .words(option.kind.rawValue))
          }
        case .text(let text):
          if !values.contains(bytes.text(text).lowercased()) {
            found.add(.wrongValue, at: line.location, text, .words(option.kind.rawValue))
          }
        case .none, .domains, .header: break
        }
      }
    })
}
