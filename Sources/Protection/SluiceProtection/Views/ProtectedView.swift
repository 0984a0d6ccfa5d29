/// A view that shows web pages.
@MainActor public protocol ProtectedView: AnyObject {
  /// The object that provides the view's rule lists and scripts. Related views share a holder.
  var holder: any RuleListHolder { get }
  /// The address of the page that is shown, not of one that is loading; nil before the first page.
  var page: String? { get }
}

/// An object that holds rule lists and scripts for views: WebKit's user content manager or controller.
@MainActor public protocol RuleListHolder: AnyObject {
  /// Adds a list.
  func add(_ list: any CompiledRuleList)
  /// Removes a list.
  func remove(_ list: any CompiledRuleList)
  /// Sets the scripts for all frames of pages that open from now on, replacing those of the last call.
  /// Scripts of other code stay.
  func setScripts(_ scripts: [PageScriptText])
  /// Sets the styles of pages, replacing those of the last call. Style sheets of other code stay.
  func setStyles(_ styles: [PageStyleSheet])
}

extension RuleListHolder {
  /// Does nothing.
  public func setStyles(_ styles: [PageStyleSheet]) {}
}

/// A user style sheet for the top-level pages of a host.
public struct PageStyleSheet: Hashable, Sendable {
  /// The host as browsers write it, without wildcards.
  public var host: String
  /// The rules.
  public var text: String

  /// Creates a style sheet.
  public init(host: String, text: String) { (self.host, self.text) = (host, text) }
}

/// A page script, ready to run.
public struct PageScriptText: Hashable, Sendable {
  /// The source text of the script.
  public var text: String
  /// Whether the script runs in the page's own world. Otherwise, it runs in the world named ``world``.
  public var isOfPage: Bool

  /// The name of the isolated script world.
  public static let world = "sluice"

  /// Creates a script.
  public init(text: String, isOfPage: Bool) { (self.text, self.isOfPage) = (text, isOfPage) }
}
