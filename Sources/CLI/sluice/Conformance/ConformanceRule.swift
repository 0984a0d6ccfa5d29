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
  /// A pattern that matches the page itself.
  static let pageFilter = #"/sluice-conformance\\.html"#

  /// Returns the end of a trial's URL, which is also the ID of its element.
  func mark(_ trial: String) -> String { "sluice-\(rawValue)-\(trial)" }

  /// Returns a part of the URL of the frame in which the trial runs.
  func frameMark(_ trial: String) -> String { "in-\(mark(trial))" }

  /// Returns a rule that blocks the request of a trial.
  func block(_ trial: String, _ members: String...) -> ConformanceRule {
    ConformanceRule(urlFilter: "[?]\(mark(trial))$", members: members, action: .block)
  }

  /// Returns a rule that hides the element of a trial when a URL that matches `urlFilter` is loaded. Nil
  /// means the URL of the trial.
  func hide(
    _ trial: String, at urlFilter: String? = nil, selector: String? = nil, _ members: String...
  ) -> ConformanceRule {
    ConformanceRule(
      urlFilter: urlFilter ?? "[?]\(mark(trial))$", members: members,
      action: .hide(selector: selector ?? "#\(mark(trial))"))
  }

  /// Returns a rule that overrides all following rules.
  func ignoreFollowing(at urlFilter: String, _ members: String...) -> ConformanceRule {
    ConformanceRule(urlFilter: urlFilter, members: members, action: .ignoreFollowingRules)
  }
}
