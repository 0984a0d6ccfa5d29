import SluiceRules

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

  private struct Definition {
    /// The statement as the page shows it.
    let statement: String
    /// The WebKit capability that the probe proves, alone or together with other probes; nil if it proves none.
    ///
    /// docs/reference/conformance.md describes how to add the results of a system to the table of capabilities.
    let capability: Capability?
    /// The content of the list; nil for the probe's ``rules``.
    let content: ConformanceContent?

    init(_ statement: String, proves capability: Capability? = nil, content: ConformanceContent? = nil) {
      (self.statement, self.capability, self.content) = (statement, capability, content)
    }
  }

  private var definition: Definition {
    switch self {
    case .control: Definition("rule lists are active")
    case .childDocument: Definition("child-document matches documents of frames", proves: .documentTypes)
    case .topDocument: Definition("top-document matches the page", proves: .documentTypes)
    case .cspReport: Definition("csp-report is supported", proves: .cspReport)
    case .ignoreFollowing:
      Definition("ignore-following-rules disables the rules after it", proves: .ignoreFollowingRules)
    case .ignoreFollowingHiding:
      Definition(
        "ignore-following-rules disables hiding in the documents that it matches",
        proves: .ignoreFollowingRules)
    case .mixedConditions: Definition("if-domain and if-top-url can be in one list", proves: .mixedConditions)
    case .ifFrameURL:
      Definition(
        "if-frame-url is compared with the URL of the document that sends the request", proves: .ifFrameURL)
    case .frameDocument:
      Definition("for a frame's document, if-frame-url is compared with the former document of the frame")
    case .unlessFrameURL:
      Definition("unless-frame-url is supported (unknown keys are ignored)", proves: .unlessFrameURL)
    case .requestMethod:
      Definition("request-method is supported (unknown keys are ignored)", proves: .requestMethod)
    case .methodOfDocument: Definition("request-method is the method of the document, not of the request")
    case .ifDomainFragment: Definition("if-domain also matches in the fragment")
    case .documentInFrames: Definition("document with load-context equals child-document and top-document")
    case .typesAndContexts:
      Definition("fetch, websocket, other and load-context are supported", proves: .requestTypesAndContexts)
    case .selectorHas: Definition("hiding supports :has()", proves: .hasSelector)
    case .selectorCase: Definition("hiding is case-sensitive for classes and ids")
    case .selectorPopover: Definition("hiding supports :popover-open")
    case .selectorFullscreen: Definition("hiding supports :fullscreen", proves: .pseudoSpellings)
    case .selectorUserValid: Definition("hiding supports :user-valid", proves: .userValiditySelectors)
    case .selectorFocusVisible: Definition("hiding supports :focus-visible", proves: .focusVisibleSelector)
    case .selectorState: Definition("hiding supports :state()", proves: .stateSelectors)
    case .selectorTransition:
      Definition("hiding supports :active-view-transition", proves: .transitionSelectors)
    case .blankFrames: Definition("hiding works in frames without a URL", proves: .blankFrames)
    case .beaconTypes: Definition("beacons have the types other and raw; pings have ping, other and raw")
    case .embeddedPDF: Definition("the content of embed elements is checked")
    case .pluginTypes: Definition("the content of embed elements also has the type other")
    case .rules150000:
      Definition("150,000 rules are accepted", proves: .largeLists, content: .copies(count: 150_000))
    case .rules150001: Definition("150,001 rules are accepted", content: .copies(count: 150_001))
    case .conditions60000:
      Definition(
        "60,000 rules for any URL, with conditions, are accepted", content: .conditions(count: 60_000))
    case .megabytes6: Definition("6 MB of JSON are accepted", content: .padding(bytes: 6_000_000))
    case .megabytes11: Definition("11 MB of JSON are accepted", content: .padding(bytes: 11_000_000))
    case .megabytes19: Definition("19 MB of JSON are accepted", content: .padding(bytes: 19_000_000))
    case .megabytes24: Definition("24 MB of JSON are accepted", content: .padding(bytes: 24_000_000))
    case .megabytes40: Definition("40 MB of JSON are accepted", content: .padding(bytes: 40_000_000))
    }
  }

  var statement: String { definition.statement }
  var capability: Capability? { definition.capability }

  /// The rules of the probe's list, after the first rule, which shows whether the list is active.
  var content: ConformanceContent { definition.content ?? .rules(rules) }

  var fileName: String { "sluice-\(rawValue).json" }
}

/// The rules of a probe's list. They follow a first rule that lets the page detect whether the list is
/// active.
enum ConformanceContent: Sendable {
  case rules([ConformanceRule])
  /// This number of rules in total. All but the first are identical and match nothing, because only their
  /// number matters.
  case copies(count: Int)
  /// This number of rules in total. All but the first match any URL, but only on a site that does not exist.
  ///
  /// With 65,535 of these rules, WebKit has been observed to abort, which would crash Safari at every start.
  /// WebKit's source shows the exact limit, so the probe tests only the number that Sluice could write.
  case conditions(count: Int)
  /// Rules with selectors that make the list exactly this size.
  case padding(bytes: Int)

  /// Whether the list is written only for size tests. These lists are 127 MB in total.
  var isLarge: Bool {
    switch self {
    case .rules: false
    case .copies, .conditions, .padding: true
    }
  }

  func list(of probe: ConformanceProbe) -> (json: [UInt8], actions: [String: Int]) {
    let alive = probe.block(ConformanceTrial.alive.name)
    var json = Array("[\(alive.json)".utf8)
    var actions = [alive.action.name: 1]
    func add(_ rule: ConformanceRule) {
      json.append(contentsOf: ",\n\(rule.json)".utf8)
      actions[rule.action.name, default: 0] += 1
    }
    switch self {
    case .rules(let rules): for rule in rules { add(rule) }
    case .copies(let count):
      let copy = ConformanceRule(urlFilter: "^sluice-none:", members: [], action: .block)
      for _ in 1..<count { add(copy) }
    case .conditions(let count):
      for number in 1..<count {
        let site = "\"if-domain\":[\"x\(number).sluice.invalid\"]"
        add(ConformanceRule(urlFilter: ".*", members: [site], action: .block))
      }
    case .padding(let bytes):
      // The selectors differ, so that WebKit cannot merge rules.
      var number = 0
      let end = 2
      while json.count + end < bytes {
        let rule = Self.padded(number, by: 0)
        let room = bytes - json.count - end - rule.json.utf8.count - 2
        // If less than two paddings remain, this rule takes the entire space and is the last rule.
        add(Self.padded(number, by: room < 2 * Self.padding ? max(room, 0) : Self.padding))
        number += 1
      }
    }
    json.append(contentsOf: "]\n".utf8)
    return (json, actions)
  }

  /// The number of bytes that are added to each rule of a padded list.
  private static let padding = 2048

  private static func padded(_ number: Int, by count: Int) -> ConformanceRule {
    let selector = ".sluice-none-\(number)-" + String(repeating: "x", count: count)
    return ConformanceRule(urlFilter: "^sluice-none:", members: [], action: .hide(selector: selector))
  }
}

/// A rule in a probe's list.
///
/// It is text rather than a `Rule`, because probes test rules that WebKit could reject or that Sluice would
/// not write.
struct ConformanceRule: Sendable {
  enum Action: Sendable {
    case block
    case hide(selector: String)
    case ignoreFollowingRules

    /// WebKit's name for the action.
    var name: String {
      switch self {
      case .block: "block"
      case .hide: "css-display-none"
      case .ignoreFollowingRules: "ignore-following-rules"
      }
    }
  }

  /// The pattern, escaped for JSON.
  let urlFilter: String
  /// Other members of the trigger, as JSON.
  let members: [String]
  let action: Action

  var json: String {
    let trigger = (["\"url-filter\":\"\(urlFilter)\""] + members).joined(separator: ",")
    let selector = if case .hide(let selector) = action { ",\"selector\":\"\(selector)\"" } else { "" }
    return "{\"trigger\":{\(trigger)},\"action\":{\"type\":\"\(action.name)\"\(selector)}}"
  }
}

extension ConformanceProbe {
  static let pageFilter = #"/sluice-conformance\\.html"#

  /// Returns the end of a trial's URL, which is also the ID of its element.
  func mark(_ trial: String) -> String { "sluice-\(rawValue)-\(trial)" }

  /// Returns a part of the URL of the frame in which the trial runs.
  func frameMark(_ trial: String) -> String { "in-\(mark(trial))" }

  func block(_ trial: String, members: String...) -> ConformanceRule {
    ConformanceRule(urlFilter: "[?]\(mark(trial))$", members: members, action: .block)
  }

  /// Returns a rule that hides the element of a trial when a URL that matches `urlFilter` is loaded. Nil
  /// means the URL of the trial.
  func hide(
    _ trial: String, at urlFilter: String? = nil, selector: String? = nil, members: String...
  ) -> ConformanceRule {
    ConformanceRule(
      urlFilter: urlFilter ?? "[?]\(mark(trial))$", members: members,
      action: .hide(selector: selector ?? "#\(mark(trial))"))
  }

  func ignoreFollowing(at urlFilter: String, _ members: String...) -> ConformanceRule {
    ConformanceRule(urlFilter: urlFilter, members: members, action: .ignoreFollowingRules)
  }
}
