extension OwnRule {
  static let hidesCommonName = OwnRule(
    .tooMuch, .warning, "'\(.text)' is a name that many pages use for ordinary content",
    meaning:
      "Style sheets and frameworks use this class or id for ordinary content, and the filter applies to all sites.",
    example: "##.container", instead: "make the selector more specific, or add a site",
    // Classes and IDs are case-sensitive.
    check: .name { $0.kind == .classOrID && commonNames.contains(String($0.text.dropFirst())) })
}

/// Common class and ID names in style sheets and frameworks, including names with hyphens.
private let commonNames = Set(
  """
  active app article avatar back body bottom box btn button buttons card cards center clear clearfix col collapse
  column columns comment comments container container-fluid content content-wrapper copyright date description
  dialog disabled dropdown entry error features fixed flex footer form grid group header heading hero hidden home
  icon image images img info inner input item items label last layout left link links list login logo main
  main-content menu message modal nav navbar navigation next open outer overlay page page-content pagination panel
  photo player post posts prev price primary product products right root row search secondary section selected
  show sidebar site site-content slide slider social strong sub submit subtitle tab table tabs tag tags text
  thumbnail time title toggle toolbar tooltip top user video view visible widget wrap wrapper
  """.split(whereSeparator: \.isWhitespace).map(String.init))
