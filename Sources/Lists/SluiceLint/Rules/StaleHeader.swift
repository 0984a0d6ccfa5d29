import Foundation
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
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.timeZone = TimeZone(secondsFromGMT: 0)
  for (format, words) in [("yyyy-MM-dd", 1), ("d MMM yyyy", 3)] {
    formatter.dateFormat = format
    let start = text.split(whereSeparator: { $0 == " " || $0 == "T" }).prefix(words).joined(separator: " ")
    if let date = formatter.date(from: start) { return date }
  }
  return nil
}
