import SluiceConversion
import SluiceListFiles
import SluiceSyntax
import SluiceText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The rules about files that should be lists. Other rules say nothing about these files.
extension OwnRule {
  static let errorPage = replaced(
    .errorPage, meaning: "An error page, or another answer of a server, stands in place of the list.",
    example: "404: Not Found")

  static let lfsPointer = replaced(
    .lfsPointer, meaning: "A Git LFS pointer stands in place of the list, because its file was not fetched.",
    example: "version https://git-lfs.github.com/spec/v1", instead: "run `git lfs pull`")

  static let emptiedList = replaced(
    .emptiedList, meaning: "The list has no filter. `--allow-empty` accepts such lists.",
    example: "[Adblock Plus 2.0]")

  static let notAList = replaced(
    .notAList, meaning: "The file is not a filter list.", example: "This is a text\nof several lines")

  private static func replaced(
    _ rule: LintRule.Own, meaning: String, example: String,
    instead: String = "restore the last good version of the list"
  ) -> OwnRule {
    OwnRule(
      .syntax, severity: .error, message: "\(.other)",
      meaning: meaning
        + " In folders, only files that were lists in an earlier version, that a build file names, or that"
        + " have the header of a list are errors; other files are skipped.",
      example: example, instead: instead,
      check: .list { list, _, found in
        guard let refused = list.refused, LintRule.Own(about: refused.content) == rule else { return }
        let index = min(refused.line, list.list.lines.count) - 1
        found.add(
          rule, at: list.location(ofLine: index), span: list.list.lines[index].range,
          detail: .words(refused.content.message))
      })
  }
}

extension LintRule.Own {
  /// The rule about a file that should be a list and has this content.
  package init(about content: ForeignContent) {
    switch content {
    case .empty, .comments: self = .emptiedList
    case .page, .signIn, .errorText, .xml, .json: self = .errorPage
    case .lfsPointer: self = .lfsPointer
    case .mergeConflict, .ruleList, .userscript, .regexes, .nameServer, .squid, .privoxy, .table, .markdown,
      .text,
      .archive,
      .utf16, .binary:
      self = .notAList
    }
  }

  /// Whether findings are about a file that should be a list.
  package var isAboutFile: Bool {
    self == .errorPage || self == .lfsPointer || self == .emptiedList || self == .notAList
  }
}

extension OwnRule {
  static let missingHeader = OwnRule(
    .syntax, severity: .note, message: "the list has no '! \(.other):' line",
    meaning:
      "Programs show the title of a list and update it as `! Expires:` says. Without these lines they show the URL and"
      + " guess the interval. The rule applies only to files that begin with `[Adblock Plus …]` or have other header"
      + " lines: parts of a list need no header.",
    example: "[Adblock Plus 2.0]\n||ads.example^", instead: "write `! Title: …` and `! Expires: 4 days`",
    advice: "add it to the first lines",
    check: .list { list, _, found in
      guard let start = list.header.start else { return }
      for key in ["Title", "Expires"]
      where !list.header.metadata.contains(where: { $0.key == key.lowercased() }) {
        found.add(.missingHeader, at: start.location, span: start.range, detail: .words(key))
      }
    })

  static let wrongHeader = OwnRule(
    .syntax, severity: .warning, message: "'\(.text)' is not a valid value of '\(.other)'",
    meaning:
      "Programs do not understand the value of a header line. `Expires` needs a time, `Homepage` and `Redirect` need a"
      + " URL.",
    example: "! Title: A list\n! Expires: soon\n||ads.example^", instead: "write `! Expires: 4 days`",
    advice: "write 'Expires: 4 days' or 'Expires: 12 hours'; Homepage and Redirect need a URL",
    check: .list { list, _, found in
      for line in list.header.metadata where line.isFirst {
        let value = list.list.bytes.span.text(line.value)
        let isURL = value.hasPrefix("http://") || value.hasPrefix("https://")
        let wrong: String? =
          switch line.key {
          case "expires": ExpiryText.duration(value) == nil ? "Expires" : nil
          case "homepage": isURL ? nil : "Homepage"
          case "redirect": isURL ? nil : "Redirect"
          case _: nil
          }
        if let wrong { found.add(.wrongHeader, at: line.location, span: line.value, detail: .words(wrong)) }
      }
    })

  static let staleHeader = OwnRule(
    .syntax, severity: .note, isOff: true, message: "the list was last modified on \(.text), \(.other) ago",
    meaning:
      "`! Last modified:` is more than a year old: either the list or the line is out of date. The rule is off by default.",
    example: "! Title: A list\n! Last modified: 2001-01-01\n||ads.example^",
    instead: "write today's date, or leave the line to the program that publishes the list",
    advice: "write today's date",
    check: .list { list, context, found in
      for line in list.header.metadata where line.isFirst && line.key == "last modified" {
        guard let date = date(list.list.bytes.span.text(line.value)) else { continue }
        // A year can have any number of digits, which could overflow.
        let days = Int(max(-1e9, min(context.today.timeIntervalSince(date) / 86_400, 1e9)))
        if days > maximumAge {
          found.add(.staleHeader, at: line.location, span: line.value, detail: .words("\(days) days"))
        }
      }
    })
}

/// The maximum age of a list in days.
private let maximumAge = 366

/// Parses the day from `21 Nov 2026 05:51 UTC`, `2026-11-21T05:51:06.000Z` or `2026-11-21`.
private func date(_ text: String) -> Date? {
  let words = text.split(whereSeparator: { $0 == " " || $0 == "T" })
  let numbers = (words.first ?? "").split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
  if numbers.count == 3 { return date(year: numbers[0], month: numbers[1], day: numbers[2]) }
  guard words.count >= 3 else { return nil }
  let name = words[1].lowercased()
  let month = months.firstIndex { $0 == name || $0.prefix(3) == name }
  return date(year: Int(words[2]), month: month.map { $0 + 1 }, day: Int(words[0]))
}

private let months = [
  "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
  "november", "december",
]

private func date(year: Int?, month: Int?, day: Int?) -> Date? {
  guard let year, let month, let day, 0...999_999 ~= year else { return nil }
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = .gmt
  let components = DateComponents(calendar: calendar, year: year, month: month, day: day)
  return components.isValidDate ? components.date : nil
}

extension OwnRule {
  static let wrongChecksum = OwnRule(
    .syntax, severity: .error, message: "the checksum does not match the list",
    meaning:
      "The list was changed or cut after its checksum was computed. Old versions of Adblock Plus reject such lists; other"
      + " programs ignore the checksum.",
    example: "! Title: A list\n! Checksum: AAAAAAAAAAAAAAAAAAAAAA\n||ads.example^",
    instead: "remove the line, which current programs do not need, or update it",
    advice: "remove the line, or update it",
    check: .list { list, _, found in
      for line in list.header.metadata
      where line.key == "checksum" && !ListMetadata(parsing: list.original).hasRightChecksum(list.original) {
        found.add(.wrongChecksum, at: line.location, span: line.value)
      }
    })

  static let format = OwnRule(
    .style, severity: .note, message: "the filters of lines \(.other) are not sorted or not combined",
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
          .format, at: list.location(ofLine: first), span: list.list.lines[first].range,
          detail: .words("\(first + 1) to \(section.lines.upperBound)"))
      }
    },
    fix: .list { list, dialect in ListFormatter(list, dialect: dialect).edits(in: list) })

  static let trailingBlank = OwnRule(
    .syntax, severity: .note, message: "trailing space",
    meaning: "Spaces at the end of a line have no meaning, and make equal lines differ.",
    example: "||ads.example^ ", instead: "remove it (`--fix` does this)", advice: "remove it",
    check: .line { line, found in
      guard let end = line.list.end(of: line.line), end > line.range.upperBound else { return }
      found.add(.trailingBlank, at: line.location, span: ByteRange(line.range.upperBound, end))
    },
    fix: .line { finding, _, _ in TextEdits(TextEdit(finding.span)) })

  static let carriageReturn = OwnRule(
    .syntax, severity: .note, message: "the line ends with CR LF",
    meaning:
      "The list has Windows line endings. Programs read them, but an editor that converts them changes every line.",
    example: "||ads.example^\\r", instead: "save the list with LF line endings (`--fix` does this)",
    advice: "save the list with LF line endings",
    check: .list { list, _, found in
      // Reported once per list.
      let bytes = list.list.bytes.span
      for (index, line) in list.list.lines.enumerated() {
        guard let end = list.list.end(of: line), end + 1 < bytes.count, bytes[end] == 0x0D,
          bytes[end + 1] == 0x0A
        else { continue }
        return found.add(.carriageReturn, at: list.location(ofLine: index), span: ByteRange(end, end + 1))
      }
    },
    fix: .line { finding, _, list in
      let bytes = list.bytes.span
      var edits = TextEdits()
      for index in finding.span.lowerBound..<bytes.count - 1
      where bytes[index] == 0x0D && bytes[index + 1] == 0x0A {
        edits.append(TextEdit(ByteRange(index, index + 1)))
      }
      return edits
    })
}
