/// An event in the main frame of a view; events of other frames are not told.
///
/// WebKit says of the end of a navigation late: the page that a new navigation replaces may still be loading when the new one
/// is asked for, and its end comes after that. So events say which navigation they belong to.
public enum NavigationEvent: Hashable, Sendable {
  /// A page is about to be requested. Lists that are changed now are those that it gets.
  ///
  /// - Parameter isCertain: Whether the page is one of the main frame. WebKitGTK does not say.
  case asked(_ page: String, isCertain: Bool = true)
  /// The navigation that was asked for has begun.
  case started(_ page: String, NavigationID)
  /// The server redirects the navigation that has begun.
  case redirected(_ page: String, NavigationID)
  /// The server answers, and the answer will be the page: it is neither a download nor without content.
  case answered(_ page: String)
  /// The page stands in the view from now on.
  case committed(_ page: String, NavigationID)
  /// A navigation has ended, well or not: one that was committed, or one that came to nothing.
  case ended(NavigationID)
  /// The web process of the view has ended. The view shows no page.
  case processEnded
}

/// Tells the navigations of one view apart.
public struct NavigationID: Hashable, Sendable {
  package let number: Int

  /// The navigation of this number.
  public init(_ number: Int) { self.number = number }
}
