import FilterSyntax

/// The definitions of reasons for filters that need a script, a style or a proxy.
extension ReasonDefinition {
  static func proceduralSelector(_ text: String) -> Self {
    .init(
      "'\(text)' is not CSS: it needs a script",
      meaning:
        "The selector asks for what CSS does not have, such as an element's text, and needs a script.",
      example: "news.example##.ad:has-text(Sponsored)",
      instead: "use CSS if it can say it: `:has(> .label)`")
  }

  static var elementRemoval: Self {
    .init(
      "removing elements, or attributes and classes of them, needs a script",
      meaning:
        "The filter removes elements, attributes or classes; a content blocker can only hide elements.",
      example: "news.example##.ad:remove()", instead: "hide elements: `news.example##.ad`")
  }

  static var styleInjection: Self {
    .init(
      "a content blocker can hide elements, not style them",
      meaning: "The filter gives elements a style; a content blocker can only hide them.",
      example: "news.example#$#body { overflow: auto }")
  }

  static var scriptlet: Self {
    .init(
      "a scriptlet needs a script in the page",
      meaning: "The filter runs a scriptlet in the page, which a content blocker cannot.",
      example: "news.example##+js(nowebrtc)")
  }

  static var script: Self {
    .init(
      "the filter is a script",
      meaning: "The filter is a script for the page, which a content blocker cannot run.",
      example: "news.example#%#window.ads = 1;")
  }

  static var snippet: Self {
    .init(
      "a snippet needs a script in the page",
      meaning: "The filter runs a snippet of Adblock Plus in the page, which a content blocker cannot.",
      example: "news.example#$#log hello")
  }

  static var htmlFilter: Self {
    .init(
      "a content blocker cannot change the text of a page",
      meaning:
        "The filter changes the text of the page before it is parsed; a content blocker does not see it.",
      example: "news.example##^script:has-text(ads)")
  }

  static var responseHeader: Self {
    .init(
      "a content blocker cannot change headers of responses",
      meaning: "The filter removes a header of the response; a content blocker does not see it.",
      example: "news.example##^responseheader(refresh)")
  }

  static func cosmeticModifier(_ text: String) -> Self {
    .init(
      "the modifier '\(text)' has no counterpart in WebKit",
      meaning:
        "A modifier of the filter has no counterpart, and without it the filter would act elsewhere too.",
      example: "[$app=com.example.news]news.example##.ad",
      instead: "name the pages by domains, `path` or `url`")
  }

  static func redirect(_ text: String) -> Self {
    .init(
      "a content blocker cannot answer a request with '\(text)'",
      meaning:
        "The list wants a harmless replacement. With `redirect` the request is blocked instead, which some pages notice;"
        + " `redirect-rule` only says with what to replace requests that other filters block, so nothing is done.",
      example: "||ads.example/a.js$script,redirect=noopjs")
  }

  static var removeparam: Self {
    .init(
      "a content blocker cannot change URLs",
      meaning: "The filter takes parameters off URLs; a content blocker cannot change URLs.",
      example: "||news.example^$removeparam=utm_source")
  }

  static var csp: Self {
    .init(
      "a content blocker cannot add a policy to a page",
      meaning: "The filter adds a Content Security Policy to the page, which a content blocker cannot.",
      example: "||news.example^$csp=script-src 'self'")
  }

  static func requestModification(_ text: String) -> Self {
    .init(
      "a content blocker cannot do what '\(text)' asks for",
      meaning: "The filter changes requests or responses; a content blocker can only block them.",
      example: "||news.example^$replace=/ad/x/")
  }
}
