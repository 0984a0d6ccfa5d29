extension ConformanceProbe {
  /// The trials of the probe. A probe without trials only proves that its list is accepted.
  ///
  /// Trials are independent: whichever lists are active in a browser, no rule matches the trial of another
  /// probe.
  var trials: [ConformanceTrial] {
    switch self {
    case .control: [.init("hidden", .element(html: nil), proves: .hidden)]
    case .childDocument:
      [
        .init("frame", .document, proves: .blocked), .init("nested", .document, in: .frame, proves: .blocked),
        .init("page", .element(html: nil), proves: .shown),
      ]
    case .topDocument:
      [.init("frame", .document, proves: .loaded), .init("page", .element(html: nil), proves: .hidden)]
    case .ignoreFollowing:
      [.init("lifted", .image, proves: .loaded), .init("other", .image, proves: .blocked)]
    case .ignoreFollowingHiding:
      [
        .init("document", .element(html: nil), proves: .shown),
        .init("any", .element(html: nil), proves: .hidden),
        .init("lifted", .element(html: nil), proves: .shown),
      ]
    case .mixedConditions:
      [.init("top", .image, proves: .blocked), .init("domain", .image, proves: .loaded)]
    case .ifFrameURL:
      [.init("frame", .image, in: .frame, proves: .blocked), .init("page", .image, proves: .loaded)]
    case .frameDocument:
      [
        .init("own", .document, proves: .loaded), .init("nested-own", .document, in: .frame, proves: .loaded),
        .init("parent", .document, in: .frame, proves: .loaded), .init("blank", .document, proves: .blocked),
        .init("previous", .nextDocument, proves: .blocked),
      ]
    case .unlessFrameURL:
      [.init("frame", .image, in: .frame, proves: .blocked), .init("page", .image, proves: .loaded)]
    case .requestMethod:
      [.init("get", .fetch(.get), proves: .loaded)]
    case .methodOfDocument:
      [
        .init("fetch-post", .fetch(.post), proves: .loaded),
        .init("fetch-get", .fetch(.post), proves: .blocked),
        .init("form-post", .form), .init("form-get", .form),
      ]
    case .ifDomainFragment:
      [
        .init("named", .image, in: .pageWithFragment("https://sluice.invalid/"), proves: .blocked),
        .init("plain", .image, proves: .loaded),
      ]
    case .documentInFrames:
      [
        .init("frame", .document, proves: .blocked),
        .init("nested", .document, in: .nestedFrame, proves: .blocked),
        .init("page", .element(html: nil), proves: .hidden),
        .init("child", .element(html: nil), proves: .shown),
        .init("worker", .worker, in: .frame, proves: .loaded),
      ]
    case .typesAndContexts:
      [
        .init("frame", .fetch(.get), in: .frame, proves: .blocked),
        .init("page", .fetch(.get), proves: .loaded),
        .init("worker", .workerFetch, in: .frame),
      ]
    case .selectorHas:
      [.init("has", .element(html: "<div id='\(mark("has"))'><b>has</b></div>"), proves: .hidden)]
    case .selectorCase:
      [
        .init("id", .element(html: "<p id='\(mark("id"))-Capital'>id</p>"), proves: .hidden),
        .init("class", .element(html: "<p class='\(mark("class"))-Capital'>class</p>"), proves: .hidden),
        .init("other", .element(html: "<p class='\(mark("other"))-capital'>other</p>"), proves: .shown),
      ]
    case .selectorPopover:
      [.init("popover", .element(html: nil), proves: .hidden)]
    case .selectorFullscreen, .selectorUserValid, .selectorFocusVisible, .selectorState, .selectorTransition:
      [.init("element", .element(html: nil), proves: .hidden)]
    case .blankFrames:
      [.init("srcdoc", .sourceDocument, proves: .hidden), .init("about", .blankDocument, proves: .hidden)]
    case .beaconTypes:
      [
        .init("beacon-other", .beacon, proves: .blocked), .init("beacon-raw", .beacon, proves: .blocked),
        .init("beacon-ping", .beacon, proves: .loaded), .init("ping-ping", .ping, proves: .hidden),
        .init("ping-other", .ping, proves: .hidden), .init("ping-raw", .ping, proves: .hidden),
      ]
    case .embeddedPDF:
      [
        .init("any", .embed, proves: .blocked), .init("child", .embed), .init("image", .embed),
        .init("hidden", .embedHiding),
      ]
    case .pluginTypes: [.init("other", .embedHiding, proves: .hidden)]
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
    case .childDocument: [block("frame", child), block("nested", child), hide("page", at: page, child)]
    case .topDocument: [block("frame", top), hide("page", at: page, top)]
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
        ignoreFollowing(at: page, document), hide("document", at: page, document), hide("any", at: ".*"),
        ignoreFollowing(at: ".*", onPage), hide("lifted", at: ".*"),
      ]
    case .mixedConditions: [block("top", onPage), block("domain", #""if-domain":["sluice.invalid"]"#)]
    case .ifFrameURL:
      [
        block("frame", #""if-frame-url":["\#(frameMark("frame"))"]"#),
        block("page", #""if-frame-url":["\#(frameMark("frame"))"]"#),
      ]
    case .frameDocument:
      [
        block("own", #""if-frame-url":["[?]\#(mark("own"))"]"#),
        block("nested-own", #""if-frame-url":["[?]\#(mark("nested-own"))"]"#),
        block("parent", #""if-frame-url":["\#(frameMark("parent"))"]"#),
        block("blank", #""if-frame-url":["^about:blank"]"#),
        block("previous", #""if-frame-url":["\#(frameMark("previous"))"]"#),
      ]
    case .unlessFrameURL:
      [
        block("frame", #""unless-frame-url":["\#(page)"]"#),
        block("page", #""unless-frame-url":["\#(page)"]"#),
      ]
    case .requestMethod: [block("get", #""request-method":"post""#)]
    case .methodOfDocument:
      [
        block("fetch-post", #""request-method":"post""#), block("fetch-get", #""request-method":"get""#),
        block("form-post", #""request-method":"post""#), block("form-get", #""request-method":"get""#),
      ]
    case .ifDomainFragment:
      [
        block("named", #""if-domain":["sluice.invalid"]"#),
        block("plain", #""if-domain":["sluice.invalid"]"#),
      ]
    case .documentInFrames:
      [
        block("frame", document, inChild), block("nested", document, inChild),
        hide("page", at: page, document, inTop), hide("child", at: page, document, inChild),
        block("worker", document, inChild),
      ]
    case .typesAndContexts:
      [
        block("frame", #""resource-type":["fetch"]"#, inChild),
        block("page", #""resource-type":["fetch"]"#, inChild),
        block("worker", #""resource-type":["fetch"]"#, inChild),
        block("socket", #""resource-type":["websocket","other","ping"]"#, inTop),
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
        block("beacon-other", #""resource-type":["other"]"#),
        block("beacon-raw", #""resource-type":["raw"]"#),
        block("beacon-ping", #""resource-type":["ping"]"#), hide("ping-ping", #""resource-type":["ping"]"#),
        hide("ping-other", #""resource-type":["other"]"#), hide("ping-raw", #""resource-type":["raw"]"#),
      ]
    case .embeddedPDF:
      [block("any"), block("child", child), block("image", #""resource-type":["image"]"#), hide("hidden")]
    case .pluginTypes: [hide("other", #""resource-type":["other"]"#)]
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
