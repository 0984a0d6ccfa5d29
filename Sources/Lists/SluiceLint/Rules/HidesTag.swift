extension OwnRule {
  static let hidesTag = OwnRule(
    .tooMuch, .warning, "'\(.text)' hides every element with that name, on all sites",
    meaning: "The selector consists only of the name of an element that every page has.",
    example: "##div", instead: "add a class, an id or an attribute, or add a site",
    check: .name { $0.kind == .tag && !$0.isWholePage && elements.contains($0.text.lowercased()) })
}

/// The HTML and SVG elements that pages display. Other names are custom elements, for which hiding is
/// intended.
private let elements = Set(
  """
  a address article aside audio b blockquote button canvas caption cite code dd details dialog div dl dt em embed
  fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input label legend li map
  menu nav object ol p picture pre q s section select small span strong sub summary sup svg table tbody td textarea
  tfoot th thead tr u ul video
  """.split(whereSeparator: \.isWhitespace).map(String.init))
