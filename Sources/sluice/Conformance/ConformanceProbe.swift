/// A statement about WebKit that only a test can prove, with its own rule list.
///
/// WebKit's behavior differs between versions, and its behavior on Apple's systems is barely documented.
enum ConformanceProbe: String, CaseIterable, Sendable {
  case control
  case childDocument = "child-document"
  case topDocument = "top-document"
  case cspReport = "csp-report"
  case ignoreFollowing = "ignore-following"
  case ignoreFollowingHiding = "ignore-following-hiding"
  case mixedConditions = "mixed-conditions"
  case ifFrameURL = "if-frame-url"
  case frameDocument = "frame-document"
  case unlessFrameURL = "unless-frame-url"
  case requestMethod = "request-method"
  case methodOfDocument = "method-of-document"
  case ifDomainFragment = "if-domain-fragment"
  case documentInFrames = "document-in-frames"
  case typesAndContexts = "types-and-contexts"
  case selectorHas = "selector-has"
  case selectorCase = "selector-case"
  case selectorPopover = "selector-popover"
  case selectorFullscreen = "selector-fullscreen"
  case selectorUserValid = "selector-user-valid"
  case selectorFocusVisible = "selector-focus-visible"
  case selectorState = "selector-state"
  case selectorTransition = "selector-transition"
  case blankFrames = "blank-frames"
  case beaconTypes = "beacon-types"
  case embeddedPDF = "embedded-pdf"
  case pluginTypes = "plugin-types"
  case rules150000 = "rules-150000"
  case rules150001 = "rules-150001"
  case conditions60000 = "conditions-60000"
  case megabytes6 = "megabytes-6"
  case megabytes11 = "megabytes-11"
  case megabytes19 = "megabytes-19"
  case megabytes24 = "megabytes-24"
  case megabytes40 = "megabytes-40"

  /// The statement as the page shows it.
  var statement: String {
    switch self {
    case .control: "rule lists act"
    case .childDocument: "child-document: the documents of frames"
    case .topDocument: "top-document: the page"
    case .cspReport: "csp-report is known"
    case .ignoreFollowing: "ignore-following-rules lifts what stands behind it"
    case .ignoreFollowingHiding: "ignore-following-rules lifts hiding, for the loads that it matches"
    case .mixedConditions: "if-domain and if-top-url in one list"
    case .ifFrameURL: "if-frame-url is the address of the document that loads"
    case .frameDocument: "a frame's document has as if-frame-url what was in the frame before"
    case .unlessFrameURL: "unless-frame-url is known: unknown keys are ignored"
    case .requestMethod: "request-method is known: unknown keys are ignored"
    case .methodOfDocument: "request-method is the method of the document, not of the request"
    case .ifDomainFragment: "if-domain is looked for in the fragment too"
    case .documentInFrames: "document with load-context is child-document and top-document"
    case .typesAndContexts: "fetch, websocket, other and load-context are known"
    case .selectorHas: "hiding knows :has()"
    case .selectorCase: "hiding tells capitals in classes and ids"
    case .selectorPopover: "hiding knows :popover-open"
    case .selectorFullscreen: "hiding knows :fullscreen"
    case .selectorUserValid: "hiding knows :user-valid"
    case .selectorFocusVisible: "hiding knows :focus-visible"
    case .selectorState: "hiding knows :state()"
    case .selectorTransition: "hiding knows :active-view-transition"
    case .blankFrames: "hiding acts in frames without an address"
    case .beaconTypes: "beacons are other and raw, pings are ping, other and raw"
    case .embeddedPDF: "what embed shows is judged"
    case .pluginTypes: "what embed shows is judged as other too"
    case .rules150000: "150,000 rules are taken"
    case .rules150001: "150,001 rules are taken"
    case .conditions60000: "60,000 rules for any address, with conditions, are taken"
    case .megabytes6: "6 MB of JSON are taken"
    case .megabytes11: "11 MB of JSON are taken"
    case .megabytes19: "19 MB of JSON are taken"
    case .megabytes24: "24 MB of JSON are taken"
    case .megabytes40: "40 MB of JSON are taken"
    }
  }

  /// The rules of the probe's list, after the first rule, which shows whether the list is active.
  var content: ConformanceContent {
    switch self {
    case .rules150000: .copies(count: 150_000)
    case .rules150001: .copies(count: 150_001)
    case .conditions60000: .conditions(count: 60_000)
    case .megabytes6: .padding(bytes: 6_000_000)
    case .megabytes11: .padding(bytes: 11_000_000)
    case .megabytes19: .padding(bytes: 19_000_000)
    case .megabytes24: .padding(bytes: 24_000_000)
    case .megabytes40: .padding(bytes: 40_000_000)
    case .control, .childDocument, .topDocument, .cspReport, .ignoreFollowing, .ignoreFollowingHiding,
      .mixedConditions, .ifFrameURL, .frameDocument, .unlessFrameURL, .requestMethod, .methodOfDocument,
      .ifDomainFragment, .documentInFrames, .typesAndContexts, .selectorHas, .selectorCase, .selectorPopover,
      .selectorFullscreen, .selectorUserValid, .selectorFocusVisible, .selectorState, .selectorTransition,
      .blankFrames, .beaconTypes, .embeddedPDF, .pluginTypes:
      .rules(rules)
    }
  }

  /// The file name of the probe's list.
  var fileName: String { "sluice-\(rawValue).json" }
}
