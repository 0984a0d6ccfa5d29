/// A rule of a probe's list.
///
/// It is text and no `Rule`: what a WebKit might not take, or Sluice would not write, is what is tried.
struct ConformanceRule: Sendable {
  enum Action: Sendable {
    case block
    case hide(selector: String)
    case ignoreFollowingRules

    /// WebKit's name of it.
    var name: String {
      switch self {
      case .block: "block"
      case .hide: "css-display-none"
      case .ignoreFollowingRules: "ignore-following-rules"
      }
    }
  }

  /// The pattern as it stands in JSON.
  let urlFilter: String
  /// The other members of the trigger, as JSON.
  let members: [String]
  let action: Action

  /// The rule as JSON.
  var json: String {
    let trigger = (["\"url-filter\":\"\(urlFilter)\""] + members).joined(separator: ",")
    let selector = if case .hide(let selector) = action { ",\"selector\":\"\(selector)\"" } else { "" }
    return "{\"trigger\":{\(trigger)},\"action\":{\"type\":\"\(action.name)\"\(selector)}}"
  }
}

extension ConformanceProbe {
  /// The page itself.
  static let pageFilter = #"/sluice-conformance\\.html"#

  /// What the address of a trial ends with, and the id of its element.
  func mark(_ trial: String) -> String { "sluice-\(rawValue)-\(trial)" }

  /// What the address of the frame has in it in which a trial is made.
  func frameMark(_ trial: String) -> String { "in-\(mark(trial))" }

  /// Blocks what a trial loads.
  func block(_ trial: String, _ members: String...) -> ConformanceRule {
    ConformanceRule(urlFilter: "[?]\(mark(trial))$", members: members, action: .block)
  }

  /// Hides the element of a trial where something of this address is loaded; nil for what the trial loads.
  func hide(
    _ trial: String, at urlFilter: String? = nil, selector: String? = nil, _ members: String...
  ) -> ConformanceRule {
    ConformanceRule(
      urlFilter: urlFilter ?? "[?]\(mark(trial))$", members: members,
      action: .hide(selector: selector ?? "#\(mark(trial))"))
  }

  /// Lifts all rules behind it.
  func ignoreFollowing(at urlFilter: String, _ members: String...) -> ConformanceRule {
    ConformanceRule(urlFilter: urlFilter, members: members, action: .ignoreFollowingRules)
  }
}
