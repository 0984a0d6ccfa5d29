extension OwnRule {
  static let hidesPage = OwnRule(
    .tooMuch, .error, "'\(.text)' hides whole pages, on all sites",
    meaning: "Every page has the element, and it contains the whole page.", example: "##body",
    instead: "select an element inside it, or add a site: `news.example##body > .ad`",
    advice: "select an element inside it, or add a site",
    check: .name(\.isWholePage))
}

extension GenericName {
  /// Whether the name selects an element that contains the whole page.
  var isWholePage: Bool {
    kind != .classOrID && ["*", "html", "body", ":root", "head", "main"].contains(text.lowercased())
  }
}
