#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceText

extension OwnRule {
  static let staleHeader = OwnRule(
    .syntax, .note, isOff: true, "the list was last modified on \(.text), \(.other) ago",
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
          found.add(.staleHeader, at: line.location, line.value, .words("\(days) days"))
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
