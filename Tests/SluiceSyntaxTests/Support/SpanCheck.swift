import SluiceSyntax
import SluiceText

/// Returns the ranges of a line that lie outside it.
func strayRanges(of line: Line) -> [ByteRange] {
  var ranges: [ByteRange] = []
  switch line.content {
  case .blank, .comment, .continuation: break
  case .header(let range), .hint(let range): ranges = [range]
  case .metadata(let metadata): ranges = [metadata.key, metadata.value]
  case .directive(let directive): ranges = [directive.argument]
  case .hosts(let hosts): ranges = [hosts.address] + hosts.hosts
  case .rejected(let problem): ranges = [problem.span]
  case .network(let filter):
    switch filter.pattern {
    case .regex(let body): ranges.append(body)
    case .plain(let pattern): ranges += [pattern.body, pattern.range]
    }
    for option in filter.options {
      ranges += [option.range, option.name] + (option.value.map { [$0] } ?? [])
    }
  case .cosmetic(let filter):
    ranges = [filter.marker, filter.body] + filter.domains.map(\.name) + filter.modifiers.map(\.value)
  }
  return ranges.filter { $0.start < line.range.start || $0.end > line.range.end || $0.start > $0.end }
}

/// Returns why the lines of a list do not cover the input in order, or nil if only spaces and line ends are
/// between them.
///
/// A filter on several lines covers all of them.
func coverageProblem(of list: FilterList, read bytes: [UInt8]) -> String? {
  var offset = FilterList.content(of: bytes).lowerBound
  for line in list.lines {
    if list.bytes[line.range.indices].contains(where: { $0 == 0x0a || $0 == 0x0d }) {
      return "a line end inside of the line at \(line.range)"
    }
    let place = list.place(of: line.range)
    if line.content == .continuation {
      // The last line may contribute nothing; the previous one then ends with its continuation sign outside
      // the filter.
      guard place.lowerBound < offset || place.isEmpty else {
        return "a continuation of nothing at \(place)"
      }
      offset = max(offset, place.upperBound)
      continue
    }
    guard place.lowerBound >= offset, place.upperBound <= bytes.count else {
      return "a line at \(place) behind \(offset)"
    }
    // A filter on several lines may start with a line that has only the continuation sign.
    let isJoined = place != line.range
    if let problem = gapProblem(bytes, offset..<place.lowerBound, isJoined) { return problem }
    offset = place.upperBound
  }
  return gapProblem(bytes, offset..<bytes.count, false)
}

private func gapProblem(_ bytes: [UInt8], _ gap: Range<Int>, _ mayHaveSign: Bool) -> String? {
  // White space that JavaScript trims.
  let empty =
    "\t\u{B}\u{C} \n\r\u{A0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}"
    .unicodeScalars
  return String(decoding: bytes[gap], as: UTF8.self).unicodeScalars.allSatisfy {
    empty.contains($0) || mayHaveSign && $0 == "\\"
  } ? nil : "text in no line, at \(gap)"
}
