import SluiceConversion
import SluiceSyntax
import Testing

/// Lists with the markers of a merge conflict.
@Suite struct MergeConflictTests {
  /// The lines of each kind of list: one that both sides have, and one of each side.
  static let kinds: [(kind: ListKind, line: @Sendable (Int) -> String)] = [
    (.filters, { "||h\($0).example^" }), (.filters, { "h\($0).example##.ad" }),
    (.hosts, { "0.0.0.0 h\($0).example" }),
    (.domains, { "h\($0).example" }), (.dnsmasq, { "address=/h\($0).example/" }),
    (.unbound, { "local-zone: \"h\($0).example\" always_nxdomain" }),
    (.responsePolicyZone, { "h\($0).example CNAME ." }), (.proxyRules, { "DOMAIN-SUFFIX,h\($0).example" }),
  ]
  static let edges = [
    ("<<<<<<< HEAD", ">>>>>>> branch"), ("<<<<<<<", ">>>>>>>"), ("<<<<<<< .mine", ">>>>>>> .r12"),
    ("<<<<<<<<<<< HEAD", ">>>>>>>>>>> x"), ("<<<<<<< Updated upstream\r", ">>>>>>> Stashed changes\r"),
  ]

  private func list(_ line: (Int) -> String, _ edges: (String, String), before: Int) -> String {
    let lines =
      (0..<before).map(line) + [edges.0, line(-1), "||||||| base", "=======", line(-2), edges.1, line(-3)]
    return lines.joined(separator: "\n") + "\n"
  }

  @Test(arguments: kinds.indices, edges.indices) func conflictIsRefusedAtItsLine(_ kind: Int, edge: Int) {
    for before in [1, 30, 201, 450] {
      let text = list(Self.kinds[kind].line, Self.edges[edge], before: before)
      let error = ConversionError.foreign(name: "a.txt", content: .mergeConflict, line: before + 1)
      for accepts in [AcceptedText.nonEmptyLists, .lists, .typedFilters] {
        #expect(throws: error) { try Converter().convert(text, name: "a.txt", accepts: accepts) }
      }
      #expect(throws: error) {
        try Converter().convert([ParsedSource(name: "a.txt", list: FilterList(parsing: text))])
      }
      #expect(FilterList(parsing: text).judgement == .conflicted(Self.kinds[kind].kind))
      // A caller that accepts any text gets each marker as a line that is not a filter.
      let report = try? Converter().convert(text, accepts: .anything).report
      #expect(report?.diagnostics.count { $0.reason == .syntax(.mergeConflict) } == 4)
    }
  }

  @Test(arguments: [
    "<<<<<<< HEAD\n||a.example^\n", "||a.example^\n>>>>>>> branch\n",
    "! Title: x\n<<<<<<< HEAD\n=======\n>>>>>>> x\n",
    "[Adblock Plus 2.0]\n<<<<<<< ours\n##.a\n=======\n##.b\n>>>>>>> theirs\n",
    "[\"a.example\",\n<<<<<<< HEAD\n\"b.example\"\n=======\n\"c.example\"\n>>>>>>> x\n]\n",
  ])
  func halfConflictIsRefused(text: String) {
    #expect(throws: ConversionError.self) { try Converter().convert(text) }
    #expect(FilterList(parsing: text).judgement.problem == .mergeConflict)
  }

  /// Rows of signs that are decorations, patterns and comments.
  @Test(arguments: [
    "||a.example^\n==========\n", "||a.example^\n! <<<<<<< HEAD\n", "||a.example^\n<<<<<<\n",
    "a.example##.x >>>>>>> b\n",
    "||a.example^\n<<<<<<<x\n", "# ======= \n0.0.0.0 a.example\n", "||a.example^\n=======\n",
  ])
  func otherRowsAreNoConflict(text: String) throws {
    #expect(try Converter().convert(text).report.filters > 0)
  }

  /// A marker that was left alone makes no rule.
  @Test(arguments: ["=======", "||||||| base"]) func singleMarkerIsReported(line: String) throws {
    let converted = try convert("||a.example^\n\(line)\n")
    #expect(converted.rules.count == 1)
    #expect(converted.diagnostics == ["unsupported merge-conflict: \(line)"])
  }
}
