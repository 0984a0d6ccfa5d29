import FilterSyntax

/// The spans of a line that do not lie within it.
func strayRanges(of line: Line) -> [ByteRange] {
  var ranges: [ByteRange] = []
  switch line.content {
  case .blank, .comment: break
  case .header(let range), .hint(let range): ranges = [range]
  case .metadata(let metadata): ranges = [metadata.key, metadata.value]
  case .directive(let directive): ranges = [directive.argument]
  case .hosts(let hosts): ranges = [hosts.address] + hosts.hosts
  case .rejected(let problem): ranges = [problem.span]
  case .network(let filter):
    switch filter.pattern {
    case .regex(let body): ranges.append(body)
    case .plain(let pattern): ranges.append(pattern.body)
    }
    for option in filter.options {
      ranges += [option.range, option.name] + (option.value.map { [$0] } ?? [])
    }
  case .cosmetic(let filter):
    ranges = [filter.marker, filter.body] + filter.domains.map(\.name) + filter.modifiers.map(\.value)
  }
  return ranges.filter { $0.start < line.range.start || $0.end > line.range.end || $0.start > $0.end }
}

/// Why the lines of a list do not cover its bytes in order, or nil: only blanks and line ends lie between.
func coverageProblem(of list: FilterList) -> String? {
  var offset = FilterList.content(of: list.bytes).lowerBound
  for line in list.lines {
    guard line.range.lowerBound >= offset, line.range.upperBound <= list.bytes.count else {
      return "a line at \(line.range) behind \(offset)"
    }
    if let problem = gapProblem(list.bytes, offset..<line.range.lowerBound) { return problem }
    if list.bytes[line.range.indices].contains(where: { $0 == 0x0a || $0 == 0x0d }) {
      return "a line end inside of the line at \(line.range)"
    }
    offset = line.range.upperBound
  }
  return gapProblem(list.bytes, offset..<list.bytes.count)
}

private func gapProblem(_ bytes: [UInt8], _ gap: Range<Int>) -> String? {
  bytes[gap].allSatisfy { [0x20, 0x09, 0x0a, 0x0d].contains($0) } ? nil : "text in no line, at \(gap)"
}
