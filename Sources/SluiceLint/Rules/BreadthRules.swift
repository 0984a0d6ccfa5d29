import SluiceConversion
import SluiceSyntax
import SluiceText

extension OwnRule {
  static let matchesEverything = OwnRule(
    .tooMuch, severity: .error, message: "the pattern matches every URL\(.other)",
    meaning: "Every URL contains the pattern, and no option limits the filter.",
    example: "*", instead: "add the host, or options that limit the filter",
    check: .breadth(.everything))

  static let shortPattern = OwnRule(
    .tooMuch, severity: .warning, message: "a pattern as short as '\(.text)' matches by accident\(.other)",
    meaning:
      "A pattern of fewer than four characters without an option matches many URLs by accident. Adblock Plus and AdGuard"
      + " refuse most of these patterns.",
    example: "/ad", instead: "write more of the URL: `/ads/banner`, `||ads.example^`",
    advice: "write more of the URL, or the host",
    check: .breadth(.short))

  static let publicSuffix = OwnRule(
    .tooMuch, severity: .error,
    message: "'\(.text)' is a public suffix: the filter blocks every site below it\(.other)",
    meaning:
      "Anybody can register a site below a public suffix such as `com` or `co.uk`. The filter acts on all of them, and no"
      + " option limits it.",
    example: "||co.uk^", instead: "write the host that you mean",
    check: .breadth(.suffix))

  static let wholeCDN = OwnRule(
    .tooMuch, severity: .warning, message: "'\(.text)' serves files for many different sites\(.other)",
    meaning:
      "The host belongs to a content delivery network or to file storage that many sites use. The filter blocks all of"
      + " their files.",
    example: "||cdn.jsdelivr.net^", instead: "add the path: `||cdn.jsdelivr.net/npm/ads@`",
    advice: "add the path, or the customer's own host",
    check: .breadth(.cdn))

  static let openHost = OwnRule(
    .tooMuch, severity: .note,
    message: "'\(.text)' matches only the beginning of a host: '\(.text).other.example' matches too",
    meaning:
      "The pattern ends with a host and has no `^`, so it matches every host that begins with it: `||shop.example` also"
      + " matches `https://shop.example.net/` and `https://shop.examples/`.",
    example: "||shop.example", instead: "write `||shop.example^`", advice: "write '^' after the host",
    check: .network { filter, line, found in
      guard case .plain(let plain) = filter.pattern, isOpen(plain, hostEnd: line.hostEnd, in: line.bytes.span)
      else { return }
      found.add(.openHost, at: line.location, span: plain.body)
    })
}

/// Returns whether a pattern ends with a host name that has no end anchor, so that longer hosts match too.
///
/// Patterns that end with a dot, a wildcard or an incomplete name are assumed to be intentional.
private func isOpen(_ plain: PlainPattern, hostEnd: Int, in bytes: Span<UInt8>) -> Bool {
  guard plain.start == .hostLabel, !plain.isEndAnchored, plain.body.count > 3,
    plain.body.upperBound == plain.range.upperBound, hostEnd == plain.body.upperBound
  else { return false }
  let labels = bytes.array(plain.body).split(separator: ASCII.dot, omittingEmptySubsequences: false)
  guard labels.count > 1, let last = labels.last, last.contains(where: { $0.isLetter || $0 >= 0x80 })
  else { return false }
  return labels.allSatisfy { !$0.isEmpty && !$0.contains(ASCII.star) }
}

extension OwnRule {
  static let hidesPage = OwnRule(
    .tooMuch, severity: .error, message: "'\(.text)' hides whole pages, on all sites",
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

extension OwnRule {
  static let hidesTag = OwnRule(
    .tooMuch, severity: .warning, message: "'\(.text)' hides every element with that name, on all sites",
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

extension OwnRule {
  static let hidesCommonName = OwnRule(
    .tooMuch, severity: .warning, message: "'\(.text)' is a name that many pages use for ordinary content",
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
