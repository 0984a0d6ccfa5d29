import SluiceSyntax

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
