import SluiceSyntax

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
      "an exception to other changes applies to some of its requests too",
      meaning:
        "In WebKit, an exception ends all rules that follow it. The filter is not applied to some requests for which"
        + " another change is excepted. If rules cannot name these requests, it is not converted. An exception that applies"
        + " to all requests or pages of its host is approximated.",
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
}
