/// A view that shows pages.
@MainActor public protocol ProtectedView: AnyObject {
  /// What the view gets its rule lists and scripts from. Related views have one together.
  var holder: any RuleListHolder { get }
  /// The address of the page that it shows, not of one that is on its way; nil before the first.
  var page: String? { get }
}

/// What holds rule lists and scripts for views: WebKit's user content manager, or controller.
@MainActor public protocol RuleListHolder: AnyObject {
  /// Lets a list act.
  func add(_ list: any CompiledRuleList)
  /// Lets a list act no longer.
  func remove(_ list: any CompiledRuleList)
  /// Puts these scripts into all frames of the pages that are opened from now on, in the place of those of the last
  /// call; scripts of others stay.
  func setScripts(_ scripts: [PageScriptText])
}

/// A script for pages, ready to run.
public struct PageScriptText: Hashable, Sendable {
  /// The script.
  public var text: String
  /// Whether it runs in the page's own world; in the world ``world`` otherwise.
  public var isOfPage: Bool

  /// The name of the world in which scripts run that are not of the page.
  public static let world = "sluice"

  /// A script.
  public init(text: String, isOfPage: Bool) { (self.text, self.isOfPage) = (text, isOfPage) }
}
