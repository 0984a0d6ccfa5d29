import SluiceConversion
import SluiceRules
import SluiceSyntax
import SluiceText

/// A check for hiding filters that apply to all sites and hide parts of every page.
enum HidingBreadthCheck {
  static func check(
    _ filter: CosmeticFilter, at location: FilterPlace, _ bytes: Span<UInt8>,
    _ found: inout FindingCollector
  ) {
    guard filter.kind == .hiding || filter.kind == .extendedHiding, !filter.isException,
      filter.domains.allSatisfy({ $0.isExcluded || $0.kind == .any }), filter.modifiers.isEmpty,
      // No element name and no name in the tables is longer.
      filter.body.count <= 24
    else { return }
    guard let selector = ParsedSelector(of: bytes.extracting(filter.body.indices)),
      let simple = selector.onlySimple
    else { return }
    let start = filter.body.lowerBound
    let place = ByteRange(start + simple.range.lowerBound, start + simple.range.upperBound)
    let text = bytes.text(place).lowercased()
    switch simple.condition {
    case .type where wholePage.contains(text): found.add(.hidesPage, at: location, place)
    case .type: if elements.contains(text) { found.add(.hidesTag, at: location, place) }
    case .pseudoClass where wholePage.contains(text): found.add(.hidesPage, at: location, place)
    case .class, .id:
      // Classes and IDs are case-sensitive.
      if commonNames.contains(String(bytes.text(place).dropFirst())) {
        found.add(.hidesCommonName, at: location, place)
      }
    case .attribute, .any, .not, .has, .nth, .languages, .direction, .pseudoClass, .pseudoElement, .nesting:
      break
    }
  }

  private static let wholePage: Set<String> = ["*", "html", "body", ":root", "head", "main"]

  /// The HTML and SVG elements that pages display. Other names are custom elements, for which hiding is
  /// intended.
  private static let elements = Set(
    """
    a address article aside audio b blockquote button canvas caption cite code dd details dialog div dl dt em embed
    fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input label legend li map
    menu nav object ol p picture pre q s section select small span strong sub summary sup svg table tbody td textarea
    tfoot th thead tr u ul video
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Common class and ID names in style sheets and frameworks, including names with hyphens.
  private static let commonNames = Set(
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
}
