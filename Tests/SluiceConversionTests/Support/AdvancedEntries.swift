import Foundation
import SluiceConversion
import Testing

/// Returns the document of the advanced filters in these lists.
func advancedDocument(_ lists: [String], threads: Int? = nil) throws -> [UInt8] {
  var options = ConversionOptions()
  options.threads = threads
  let converter = Converter(options: options)
  let sources = converter.parse(
    lists.enumerated().map { Source(name: "list\($0).txt", bytes: Array($1.utf8)) })
  return try converter.convert(sources).advancedFilters().encodedJSON()
}

/// Returns the entries of a list's document without their locations, with each string as `<text>` instead of
/// its number.
func advanced(_ list: String) throws -> [String] {
  let document = try advancedDocument([list])
  let json = try #require(
    try JSONSerialization.jsonObject(with: Data(document)) as? [String: Any])
  let strings = try #require(json["strings"] as? [String])
  return String(decoding: document, as: UTF8.self)
    .split(separator: "\n").filter { $0.hasPrefix(#"{"kind":"#) }
    .map { line in
      let end = line.range(of: #","source":0,"line":"#)?.lowerBound ?? line.endIndex
      return resolved(line[..<end], strings) + "}"
    }
}

/// Replaces the numbers of strings, which follow `:`, `[` or `,`.
///
/// The priority is the only other number here.
private func resolved(_ entry: Substring, _ strings: [String]) -> String {
  var text = ""
  var rest = entry[...]
  while let character = rest.popFirst() {
    text.append(character)
    guard "[:,".contains(character), !text.hasSuffix(#""priority":"#) else { continue }
    let digits = rest.prefix { $0.isNumber }
    guard let number = Int(digits), strings.indices.contains(number) else { continue }
    text += "<\(strings[number])>"
    rest = rest.dropFirst(digits.count)
  }
  return text
}
