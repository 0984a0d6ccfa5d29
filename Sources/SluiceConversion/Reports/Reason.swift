import SluiceSyntax

/// The reason why a filter is not exact, or why a line is invalid. It has a stable ID and a definition.
@frozen public enum Reason: Hashable, Sendable {
  /// The line is not a valid filter.
  case syntax(SyntaxProblem.Reason)
  /// The filter is valid, but WebKit cannot express it, or only in part.
  case conversion(ConversionReason)

  /// The stable ID, in lowercase with hyphens.
  public var id: String {
    switch self {
    case .syntax(let reason): reason.rawValue
    case .conversion(let reason): reason.rawValue
    }
  }

  /// Returns the definition of the reason. `text` is the affected part of the filter.
  public func definition(about text: String = "") -> ReasonDefinition {
    switch self {
    case .syntax(let reason): reason.definition(about: text)
    case .conversion(let reason): reason.definition(about: text)
    }
  }

  /// Returns the text that was meant by the affected part of the filter; `nil` if no single text is possible.
  package func correction(of text: String) -> String? {
    switch self {
    case .syntax(let reason): reason.correction(of: text)
    case .conversion(let reason): reason.correction(of: text)
    }
  }
}

extension Reason: CaseIterable {
  /// All reasons. Those of invalid lines come first.
  public static let allCases =
    SyntaxProblem.Reason.allCases.map { Reason.syntax($0) }
    + ConversionReason.allCases.map { Reason.conversion($0) }

  /// Returns the reason with this ID, or `nil` if the ID is unknown.
  package init?(id: String) {
    guard let reason = Self.allCases.first(where: { $0.id == id }) else { return nil }
    self = reason
  }
}

/// A note that applies to many filters and is reported once per conversion; the raw value is the stable ID.
///
/// A diagnostic for each of these filters would bury all others. The outcome of the filters does not change.
@nonexhaustive public enum ConversionNote: String, CaseIterable, Hashable, Sendable {
  /// Filters distinguish images, frames or other requests from the requests of `object` and `embed` elements.
  case objectLoads = "object-loads"
  /// WebKit compares filters with the top-level page instead of the document that makes the request.
  case framesOfOtherSites = "frames-of-other-sites"
  /// A user name in a document's URL can claim to be a site, for filters that hide on that site.
  case userNamesInURLs = "user-names-in-urls"

  /// The stable ID.
  public var id: String { rawValue }

  /// Returns the definition of the note. `filters` states the number of affected filters.
  public func definition(about filters: String = "") -> ReasonDefinition {
    switch self {
    case .objectLoads:
      .init(
        "WebKit treats requests of <object> and <embed> as images and frames, newer versions also as 'other': this affects \(filters)",
        meaning:
          "WebKit has no resource type for plugins. It treats requests of `object` and `embed` elements as images and"
          + " frames, and from WebKitGTK 2.52 on such frames are `other` too. A filter on images, frames or `other` acts on"
          + " these requests too; a filter on all other types does not. Modern pages rarely have such elements, so"
          + " these filters count as converted.",
        example: "||ads.example^$image")
    case .framesOfOtherSites:
      .init(
        "in frames of other sites WebKit compares the top page, not the frame: this affects \(filters)",
        meaning:
          "WebKit compares domains, parties and excluded sites with the top page. Filters mean the document that makes the"
          + " request or has the element. Outside of frames both are the same. In a frame of another site the filter acts as"
          + " on the page around it. These filters count as converted.",
        example: "||ads.example^$domain=news.example",
        instead: "use `--domain-scope frame` for the domains of network filters")
    case .userNamesInURLs:
      .init(
        "a user name in the URL of a page can claim to be a site, and elements are hidden as on that site: this affects \(filters)",
        meaning:
          "Rules that hide elements on a site match the URL of a document up to the end of the host. A page with the URL"
          + " `https://news.example:x@other.example/` therefore hides what filters for news.example hide, on that page only."
          + " Matching the end of the user name and port, too, would take a fifth more time to compile. These filters count"
          + " as converted.",
        example: "news.example##.ad")
    }
  }
}

/// The definitions of reasons for filters that need a script, a style or a proxy.
extension ReasonDefinition {
  static func proceduralSelector(_ text: String) -> Self {
    .init(
      "'\(text)' is not CSS: it needs a script",
      meaning:
        "The selector tests something that CSS cannot, such as an element's text, so it needs a script.",
      example: "news.example##.ad:has-text(Sponsored)",
      instead: "use CSS where it can express the same: `:has(> .label)`")
  }

  static var elementRemoval: Self {
    .init(
      "removing elements, attributes or classes needs a script",
      meaning:
        "The filter removes elements, attributes or classes; a content blocker can only hide elements.",
      example: "news.example##.ad:remove()", instead: "hide elements: `news.example##.ad`")
  }

  static var styleInjection: Self {
    .init(
      "a content blocker can hide elements, not style them",
      meaning: "The filter styles elements; a content blocker can only hide them.",
      example: "news.example#$#body { overflow: auto }")
  }

  static var scriptlet: Self {
    .init(
      "a scriptlet needs a script in the page",
      meaning: "The filter runs a scriptlet in the page. A content blocker cannot run scripts.",
      example: "news.example##+js(nowebrtc)")
  }

  static var script: Self {
    .init(
      "the filter is a script",
      meaning: "The filter runs a script in the page. A content blocker cannot run scripts.",
      example: "news.example#%#window.ads = 1;")
  }

  static var snippet: Self {
    .init(
      "a snippet needs a script in the page",
      meaning: "The filter runs an Adblock Plus snippet in the page. A content blocker cannot run scripts.",
      example: "news.example#$#log hello")
  }

  static var htmlFilter: Self {
    .init(
      "a content blocker cannot change the HTML of a page",
      meaning:
        "The filter changes the HTML of the page before it is parsed. A content blocker does not see the HTML.",
      example: "news.example##^script:has-text(ads)")
  }

  static var responseHeader: Self {
    .init(
      "a content blocker cannot change response headers",
      meaning: "The filter removes a response header. A content blocker does not see responses.",
      example: "news.example##^responseheader(refresh)")
  }

  static func cosmeticModifier(_ text: String) -> Self {
    .init(
      "the modifier '\(text)' has no counterpart in WebKit",
      meaning:
        "A modifier has no counterpart in WebKit. Without it the filter would act on more pages.",
      example: "[$app=com.example.news]news.example##.ad",
      instead: "select the pages with domains, `path` or `url`")
  }

  static func redirect(_ text: String) -> Self {
    .init(
      "a content blocker cannot answer a request with '\(text)'",
      meaning:
        "The filter asks for a harmless replacement. With `redirect` the request is blocked instead, which some pages"
        + " notice. `redirect-rule` only names a replacement for requests that other filters block, so it has no effect.",
      example: "||ads.example/a.js$script,redirect=noopjs")
  }

  static var removeparam: Self {
    .init(
      "a content blocker cannot change URLs",
      meaning: "The filter removes parameters from URLs. A content blocker cannot change URLs.",
      example: "||news.example^$removeparam=utm_source")
  }

  static var csp: Self {
    .init(
      "a content blocker cannot add a Content Security Policy to a page",
      meaning: "The filter adds a Content Security Policy to the page. A content blocker cannot add headers.",
      example: "||news.example^$csp=script-src 'self'")
  }

  static func requestModification(_ text: String) -> Self {
    .init(
      "a content blocker cannot apply '\(text)'",
      meaning: "The filter changes requests or responses. A content blocker can only block requests.",
      example: "||news.example^$replace=/ad/x/")
  }
}

/// The definitions of reasons for filters that rules of a web extension apply.
extension ReasonDefinition {
  static var parameterPattern: Self {
    .init(
      "WebKit removes parameters only by their names",
      meaning:
        "The filter removes the parameters that match a regular expression, or all parameters but some. WebKit knows only"
        + " names. A regular expression that lists names is converted: `/^(a|b)=/`.",
      example: "||shop.example^$removeparam=/^ad/", instead: "write a filter for each name")
  }

  static var changeConditions: Self {
    .init(
      "rules of web extensions can only name the hosts of pages",
      meaning:
        "The rules of web extensions can only name hosts. `name.*` becomes `name` with the usual suffixes. A filter whose"
        + " pages a regular expression matches is not converted, and an exception for such pages applies on all pages.",
      example: "||cdn.example^$removeparam=ref,domain=news.*", instead: "name each host")
  }

  static var changeExceptions: Self {
    .init(
      "an exception for other requests or changes keeps it from some of its requests",
      meaning:
        "In WebKit, an exception ends all rules that follow it. The filter is not applied to some requests, because an"
        + " exception for others applies to them too; where it redirects, these stay blocked. If rules cannot name them, the"
        + " filter is not converted. An exception that applies to all requests or pages of its host is approximated. If an"
        + " exception exempts pages that rules cannot name, no filter changes requests.",
      example: "`||a.example^$csp=img-src *` with `@@||a.example^$csp`")
  }

  static var frameInitiators: Self {
    .init(
      "the documents of frames are not changed",
      meaning:
        "The filter is for some sites. WebKit does not know which document requests that of a frame, and any page could"
        + " meet the condition on the page. The other requests are changed.",
      example: "||cdn.example^$xhr,subdocument,removeparam=ref,domain=news.example")
  }

  static var mergedPolicy: Self {
    .init(
      "WebKit adds the directives to the policy of the page",
      meaning:
        "The filter asks for an additional Content-Security-Policy. WebKit appends the directives to the page's own"
        + " policy, which ignores those that it already has.",
      example: "||a.example^$csp=script-src 'self'")
  }

  static var unknownHeader: Self {
    .init(
      "WebKit does not let extensions change this header",
      meaning: "WebKit has a fixed list of headers that rules can change.",
      example: "||a.example^$removeheader=x-ads")
  }

  static func redirectResource(_ text: String) -> Self {
    .init(
      "there is no resource named '\(text)'",
      meaning:
        "The filter redirects requests to a resource that Sluice does not have. The requests are blocked, or those of a"
        + " `redirect-rule` are left to other filters.",
      example: "||ads.example/a.html$subdocument,redirect=click2load.html",
      instead: "use one of the names in docs/reference/request-changes.md")
  }

  static var redirectOfBlocks: Self {
    .init(
      "the requests that other filters block cannot be named",
      meaning:
        "`redirect-rule` applies to the requests that other filters block. WebKit has no rule for that. The filter is"
        + " converted if a filter such as `||host^` blocks all of its requests. A rule for each filter that blocks would be"
        + " thousands of rules.",
      example: "*$script,redirect-rule=noopjs,domain=news.example",
      instead: "write `redirect` with the address of the script")
  }

  static var redirectOfImportant: Self {
    .init(
      "the requests that an important filter blocks too stay blocked",
      meaning:
        "An exception ends the redirect for some requests. Filters with `important` block these in spite of the exception,"
        + " and uBlock Origin then redirects them. WebKit has no rule for requests that two filters match. They stay blocked;"
        + " all other requests are redirected.",
      example: "||a.example^$script,redirect=noopjs\n@@||a.example/b.js\n/ads.js$script,important",
      instead: "name the host in the important filter")
  }
}
