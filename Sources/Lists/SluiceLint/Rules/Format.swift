extension OwnRule {
  static let format = OwnRule(
    .style, .note, "the filters of lines \(.other) are not sorted or not combined",
    meaning:
      "The filters between two comments, blank lines or instructions are not sorted, contain duplicates, or differ only"
      + " in their domains. `--fix` sorts and combines a section like FOP, the tool of EasyList: it sorts hiding"
      + " filters by selector and other filters by text, and combines filters that differ only in their domains. The"
      + " meaning of the list does not change; comments, `!#if` and hints stay in place.",
    example: "||b.example^\n||a.example^",
    instead: "sort it (`sluice lint --fix --select format` does this)",
    advice: "'sluice lint --fix --select format' sorts and combines them",
    check: .list { list, _, found in
      for section in ListFormatter(list.list, dialect: list.dialect).sections {
        let first = section.lines.lowerBound
        found.add(
          .format, at: list.location(ofLine: first), list.list.lines[first].range,
          .words("\(first + 1) to \(section.lines.upperBound)"))
      }
    },
    fix: .list { list, dialect in ListFormatter(list, dialect: dialect).edits(in: list) })
}
