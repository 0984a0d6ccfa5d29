import SluiceListFiles

extension OwnRule {
  static let wrongHeader = OwnRule(
    .syntax, .warning, "'\(.text)' is not a valid value of '\(.other)'",
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
        if let wrong { found.add(.wrongHeader, at: line.location, line.value, .words(wrong)) }
      }
    })
}
