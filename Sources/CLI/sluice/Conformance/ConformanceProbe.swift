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
    case .control: "rule lists are active"
    case .childDocument: "child-document matches documents of frames"
    case .topDocument: "top-document matches the page"
    case .cspReport: "csp-report is supported"
    case .ignoreFollowing: "ignore-following-rules disables the rules after it"
    case .ignoreFollowingHiding: "ignore-following-rules disables hiding in the documents that it matches"
    case .mixedConditions: "if-domain and if-top-url can be in one list"
    case .ifFrameURL: "if-frame-url is compared with the URL of the document that sends the request"
    case .frameDocument:
      "for a frame's document, if-frame-url is compared with the former document of the frame"
    case .unlessFrameURL: "unless-frame-url is supported (unknown keys are ignored)"
    case .requestMethod: "request-method is supported (unknown keys are ignored)"
    case .methodOfDocument: "request-method is the method of the document, not of the request"
    case .ifDomainFragment: "if-domain also matches in the fragment"
    case .documentInFrames: "document with load-context equals child-document and top-document"
    case .typesAndContexts: "fetch, websocket, other and load-context are supported"
    case .selectorHas: "hiding supports :has()"
    case .selectorCase: "hiding is case-sensitive for classes and ids"
    case .selectorPopover: "hiding supports :popover-open"
    case .selectorFullscreen: "hiding supports :fullscreen"
    case .selectorUserValid: "hiding supports :user-valid"
    case .selectorFocusVisible: "hiding supports :focus-visible"
    case .selectorState: "hiding supports :state()"
    case .selectorTransition: "hiding supports :active-view-transition"
    case .blankFrames: "hiding works in frames without a URL"
    case .beaconTypes: "beacons have the types other and raw; pings have ping, other and raw"
    case .embeddedPDF: "the content of embed elements is checked"
    case .pluginTypes: "the content of embed elements also has the type other"
    case .rules150000: "150,000 rules are accepted"
    case .rules150001: "150,001 rules are accepted"
    case .conditions60000: "60,000 rules for any URL, with conditions, are accepted"
    case .megabytes6: "6 MB of JSON are accepted"
    case .megabytes11: "11 MB of JSON are accepted"
    case .megabytes19: "19 MB of JSON are accepted"
    case .megabytes24: "24 MB of JSON are accepted"
    case .megabytes40: "40 MB of JSON are accepted"
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
