extension ConformanceProbe {
  /// The trials of the probe. A probe without trials only proves that its list is accepted.
  ///
  /// Trials are independent: whichever lists are active in a browser, no rule matches the trial of another
  /// probe.
  var trials: [ConformanceTrial] {
    switch self {
    case .control: [.init("hidden", attempt: .element, proves: .hidden)]
    case .childDocument:
      [
        .init("frame", attempt: .document, proves: .blocked),
        .init("nested", attempt: .document, frames: 1, proves: .blocked),
        .init("page", attempt: .element, proves: .shown),
      ]
    case .topDocument:
      [
        .init("frame", attempt: .document, proves: .loaded),
        .init("page", attempt: .element, proves: .hidden),
      ]
    case .ignoreFollowing:
      [.init("lifted", attempt: .image, proves: .loaded), .init("other", attempt: .image, proves: .blocked)]
    case .ignoreFollowingHiding:
      [
        .init("document", attempt: .element, proves: .shown),
        .init("any", attempt: .element, proves: .hidden),
        .init("lifted", attempt: .element, proves: .shown),
      ]
    case .mixedConditions:
      [.init("top", attempt: .image, proves: .blocked), .init("domain", attempt: .image, proves: .loaded)]
    case .ifFrameURL:
      [
        .init("frame", attempt: .image, frames: 1, proves: .blocked),
        .init("page", attempt: .image, proves: .loaded),
      ]
    case .frameDocument:
      [
        .init("own", attempt: .document, proves: .loaded),
        .init("nested-own", attempt: .document, frames: 1, proves: .loaded),
        .init("parent", attempt: .document, frames: 1, proves: .loaded),
        .init("blank", attempt: .document, proves: .blocked),
        .init("previous", attempt: .nextDocument, proves: .blocked),
      ]
    case .unlessFrameURL:
      [
        .init("frame", attempt: .image, frames: 1, proves: .blocked),
        .init("page", attempt: .image, proves: .loaded),
      ]
    case .requestMethod:
      [.init("get", attempt: .fetch, method: .get, proves: .loaded)]
    case .methodOfDocument:
      [
        .init("fetch-post", attempt: .fetch, method: .post, proves: .loaded),
        .init("fetch-get", attempt: .fetch, method: .post, proves: .blocked),
        .init("form-post", attempt: .form), .init("form-get", attempt: .form),
      ]
    case .ifDomainFragment:
      [
        .init("named", attempt: .image, fragment: "https://sluice.invalid/", proves: .blocked),
        .init("plain", attempt: .image, proves: .loaded),
      ]
    case .documentInFrames:
      [
        .init("frame", attempt: .document, proves: .blocked),
        .init("nested", attempt: .document, frames: 2, proves: .blocked),
        .init("page", attempt: .element, proves: .hidden),
        .init("child", attempt: .element, proves: .shown),
        .init("worker", attempt: .worker, frames: 1, proves: .loaded),
      ]
    case .typesAndContexts:
      [
        .init("frame", attempt: .fetch, method: .get, frames: 1, proves: .blocked),
        .init("page", attempt: .fetch, method: .get, proves: .loaded),
        .init("worker", attempt: .workerFetch, frames: 1),
      ]
    case .selectorHas:
      [.init("has", attempt: .element, html: "<div id='\(mark("has"))'><b>has</b></div>", proves: .hidden)]
    case .selectorCase:
      [
        .init("id", attempt: .element, html: "<p id='\(mark("id"))-Capital'>id</p>", proves: .hidden),
        .init(
          "class", attempt: .element, html: "<p class='\(mark("class"))-Capital'>class</p>", proves: .hidden),
        .init(
          "other", attempt: .element, html: "<p class='\(mark("other"))-capital'>other</p>", proves: .shown),
      ]
    case .selectorPopover:
      [.init("popover", attempt: .element, proves: .hidden)]
    case .selectorFullscreen, .selectorUserValid, .selectorFocusVisible, .selectorState, .selectorTransition:
      [.init("element", attempt: .element, proves: .hidden)]
    case .blankFrames:
      [
        .init("srcdoc", attempt: .sourceDocument, proves: .hidden),
        .init("about", attempt: .blankDocument, proves: .hidden),
      ]
    case .beaconTypes:
      [
        .init("beacon-other", attempt: .beacon, proves: .blocked),
        .init("beacon-raw", attempt: .beacon, proves: .blocked),
        .init("beacon-ping", attempt: .beacon, proves: .loaded),
        .init("ping-ping", attempt: .ping, proves: .hidden),
        .init("ping-other", attempt: .ping, proves: .hidden),
        .init("ping-raw", attempt: .ping, proves: .hidden),
      ]
    case .embeddedPDF:
      [
        .init("any", attempt: .embed, proves: .blocked), .init("child", attempt: .embed),
        .init("image", attempt: .embed),
        .init("hidden", attempt: .embedHiding),
      ]
    case .pluginTypes: [.init("other", attempt: .embedHiding, proves: .hidden)]
    case .cspReport, .rules150000, .rules150001, .conditions60000, .megabytes6, .megabytes11, .megabytes19,
      .megabytes24, .megabytes40:
      []
    }
  }

  var rules: [ConformanceRule] {
    let page = Self.pageFilter
    let (child, document) = (#""resource-type":["child-document"]"#, #""resource-type":["document"]"#)
    let top = #""resource-type":["top-document"]"#
    let onPage = #""if-top-url":["\#(page)"]"#
    let (inTop, inChild) = (#""load-context":["top-frame"]"#, #""load-context":["child-frame"]"#)
    return switch self {
    case .control: [hide("hidden", at: page)]
    case .childDocument:
      [
        block("frame", members: child), block("nested", members: child),
        hide("page", at: page, members: child),
      ]
    case .topDocument: [block("frame", members: top), hide("page", at: page, members: top)]
    case .cspReport:
      [
        ConformanceRule(
          urlFilter: "[?]\(mark("report"))$", members: [#""resource-type":["csp-report"]"#], action: .block)
      ]
    case .ignoreFollowing:
      [ignoreFollowing(at: "[?]\(mark("lifted"))$"), block("lifted"), block("other")]
    case .ignoreFollowingHiding:
      [
        // The exception applies to the page's own request, but not to its other requests.
        ignoreFollowing(at: page, document), hide("document", at: page, members: document),
        hide("any", at: ".*"),
        ignoreFollowing(at: ".*", onPage), hide("lifted", at: ".*"),
      ]
    case .mixedConditions:
      [block("top", members: onPage), block("domain", members: #""if-domain":["sluice.invalid"]"#)]
    case .ifFrameURL:
      [
        block("frame", members: #""if-frame-url":["\#(frameMark("frame"))"]"#),
        block("page", members: #""if-frame-url":["\#(frameMark("frame"))"]"#),
      ]
    case .frameDocument:
      [
        block("own", members: #""if-frame-url":["[?]\#(mark("own"))"]"#),
        block("nested-own", members: #""if-frame-url":["[?]\#(mark("nested-own"))"]"#),
        block("parent", members: #""if-frame-url":["\#(frameMark("parent"))"]"#),
        block("blank", members: #""if-frame-url":["^about:blank"]"#),
        block("previous", members: #""if-frame-url":["\#(frameMark("previous"))"]"#),
      ]
    case .unlessFrameURL:
      [
        block("frame", members: #""unless-frame-url":["\#(page)"]"#),
        block("page", members: #""unless-frame-url":["\#(page)"]"#),
      ]
    case .requestMethod: [block("get", members: #""request-method":"post""#)]
    case .methodOfDocument:
      [
        block("fetch-post", members: #""request-method":"post""#),
        block("fetch-get", members: #""request-method":"get""#),
        block("form-post", members: #""request-method":"post""#),
        block("form-get", members: #""request-method":"get""#),
      ]
    case .ifDomainFragment:
      [
        block("named", members: #""if-domain":["sluice.invalid"]"#),
        block("plain", members: #""if-domain":["sluice.invalid"]"#),
      ]
    case .documentInFrames:
      [
        block("frame", members: document, inChild), block("nested", members: document, inChild),
        hide("page", at: page, members: document, inTop), hide("child", at: page, members: document, inChild),
        block("worker", members: document, inChild),
      ]
    case .typesAndContexts:
      [
        block("frame", members: #""resource-type":["fetch"]"#, inChild),
        block("page", members: #""resource-type":["fetch"]"#, inChild),
        block("worker", members: #""resource-type":["fetch"]"#, inChild),
        block("socket", members: #""resource-type":["websocket","other","ping"]"#, inTop),
      ]
    case .selectorHas: [hide("has", at: page, selector: "#\(mark("has")):has(b)")]
    case .selectorCase:
      [
        hide("id", at: page, selector: "#\(mark("id"))-Capital"),
        hide("class", at: page, selector: ".\(mark("class"))-Capital"),
        hide("other", at: page, selector: ".\(mark("other"))-Capital"),
      ]
    case .selectorPopover: [hide("popover", at: page, selector: "#\(mark("popover")):not(:popover-open)")]
    case .selectorFullscreen: [hideElement(":fullscreen")]
    case .selectorUserValid: [hideElement(":user-valid")]
    case .selectorFocusVisible: [hideElement(":focus-visible")]
    case .selectorState: [hideElement(":state(x)")]
    case .selectorTransition: [hideElement(":active-view-transition")]
    case .blankFrames: [hide("srcdoc", at: ".*"), hide("about", at: ".*")]
    case .beaconTypes:
      [
        block("beacon-other", members: #""resource-type":["other"]"#),
        block("beacon-raw", members: #""resource-type":["raw"]"#),
        block("beacon-ping", members: #""resource-type":["ping"]"#),
        hide("ping-ping", members: #""resource-type":["ping"]"#),
        hide("ping-other", members: #""resource-type":["other"]"#),
        hide("ping-raw", members: #""resource-type":["raw"]"#),
      ]
    case .embeddedPDF:
      [
        block("any"), block("child", members: child), block("image", members: #""resource-type":["image"]"#),
        hide("hidden"),
      ]
    case .pluginTypes: [hide("other", members: #""resource-type":["other"]"#)]
    case .rules150000, .rules150001, .conditions60000, .megabytes6, .megabytes11, .megabytes19, .megabytes24,
      .megabytes40:
      []
    }
  }

  /// Returns a rule that hides the trial's element if WebKit knows a pseudo-class. No element of the page
  /// matches the pseudo-class, and a WebKit that does not know it drops the rule.
  private func hideElement(_ pseudoClass: String) -> ConformanceRule {
    hide("element", at: Self.pageFilter, selector: "#\(mark("element")):not(\(pseudoClass))")
  }
}
