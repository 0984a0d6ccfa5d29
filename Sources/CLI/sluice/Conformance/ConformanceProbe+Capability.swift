import SluiceRules

extension ConformanceProbe {
  /// The WebKit capability that the probe proves, alone or together with other probes; nil if it proves none.
  ///
  /// docs/conformance.md describes how to add the results of a system to the table of capabilities.
  var capability: Capability? {
    switch self {
    case .childDocument, .topDocument: .documentTypes
    case .cspReport: .cspReport
    case .ignoreFollowing, .ignoreFollowingHiding: .ignoreFollowingRules
    case .mixedConditions: .mixedConditions
    case .ifFrameURL: .ifFrameURL
    case .unlessFrameURL: .unlessFrameURL
    case .requestMethod: .requestMethod
    case .typesAndContexts: .requestTypesAndContexts
    case .selectorHas: .hasSelector
    case .selectorFullscreen: .pseudoSpellings
    case .selectorUserValid: .userValiditySelectors
    case .selectorFocusVisible: .focusVisibleSelector
    case .selectorState: .stateSelectors
    case .selectorTransition: .transitionSelectors
    case .blankFrames: .blankFrames
    case .rules150000: .largeLists
    case .control, .frameDocument, .methodOfDocument, .ifDomainFragment, .documentInFrames, .selectorCase,
      .selectorPopover, .beaconTypes, .embeddedPDF, .pluginTypes, .rules150001, .conditions60000, .megabytes6,
      .megabytes11,
      .megabytes19, .megabytes24, .megabytes40:
      nil
    }
  }
}
