/// A view that shows pages.
@MainActor public protocol ProtectedView: AnyObject {
  /// What the view gets its rule lists and scripts from. Related views have one together.
  var holder: any RuleListHolder { get }
  /// The address of the page that it shows; nil before the first.
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

/// What happens to the page of a view, in its own frame; what happens in frames within it is not told.
public enum NavigationEvent: Hashable, Sendable {
  /// A page is about to be asked for; lists that are changed now are those that it gets.
  case asked(String)
  /// Its server sends the view elsewhere.
  case redirected(String)
  /// The server answers, and the answer will be the page: it is neither a download nor without content.
  case answered(String)
  /// The page stands in the view's window from now on.
  case committed(String)
  /// The load has ended, well or not; the page that is shown is the one that the view says.
  case ended
}
