import TestSupport

/// Something that a list can have many of. A new kind is combined with all others.
struct CostKind: Sendable, CustomStringConvertible {
  let description: String
  /// Returns lines for this many of it.
  let lines: @Sendable (Int) -> [String]

  /// All kinds: lines, and names in a few lines.
  static let all =
    HostileLine.all.map { line in CostKind(description: line.name) { line.lines($0) } } + names.map(ofNames)

  static func named(_ name: String) -> CostKind? { all.first { $0.description == name } }

  /// Templates of lines with many names: `{a}` and `{b}` stand for lists of names, `{i}` for the number of the line.
  static let names = [
    "@@*$script,denyallow={a},domain={b}", "*$script,denyallow={a},domain={b}",
    "*$script,to={a},domain={b}", "*$important,script,to={a},domain={b}",
    "/ad{i}^^^/$to={a}", "-x-$~script,third-party,to={a},match-case", "/ad{i}/$to={a},denyallow={b}",
    "||x{i}.example^$domain={a}", "||x{i}.example^$~script,domain={a}",
    "/(aa|bb|cc|dd){i}x(ee|ff|gg|hh)/$domain={a}", "/^https:\\/\\/(a|b|c)0\\.t\\.example\\/{i}/$to={a}",
    "@@$document,elemhide,generichide,urlblock,genericblock,domain={a}",
    "@@$specifichide,script,denyallow={a},domain={b}", "@@/x{i}/$cookie,to={a},domain={b}",
    "/x{i}^^/$cookie,domain={a}", "*$document,script,to={a},domain={b}", "*$all,denyallow={a},domain={b}",
    "{a}##.ad{i}", "[$path=/p{i}]{a}##.ad", "[$path=/q{i}]{a}#@#.ad", "[$path=/[pq]{i}/]{a}#@#.ad",
    "{a}#?#.ad:has-text(x{i})", "{a}#@?#.ad:has-text(x{i})", "{a}##+js(set, x, {i})",
    "{a}#@#+js(set, x, {i})",
    "0.0.0.0 {a}", "[$domain={a}]##.ad{i}", "##:is({c})", "##.ad:not({c})",
  ]

  private static func ofNames(_ template: String) -> CostKind {
    CostKind(description: template) { count in
      // The lists of some options have another separator.
      let separator = template.hasPrefix("0.0.0.0") ? " " : template.contains("}#") ? "," : "|"
      func list(_ letter: String) -> String {
        (0..<count).map { "\(letter)\($0).t.example" }.joined(separator: separator)
      }
      let classes = (0..<count).map { ".c\($0)-name" }.joined(separator: ",")
      return (0..<4).map {
        template.replacing("{a}", with: list("a")).replacing("{b}", with: list("b"))
          .replacing("{c}", with: classes).replacing("{i}", with: "\($0)")
      }
    }
  }
}
