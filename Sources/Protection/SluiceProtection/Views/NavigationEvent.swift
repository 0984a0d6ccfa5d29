/// An event in the main frame of a view. Events of other frames are not reported.
///
/// WebKit reports the end of a navigation late. When a new page is requested, the page that it replaces may
/// still be loading, and the end of that navigation follows later. So events name their navigation.
@nonexhaustive public enum NavigationEvent: Hashable, Sendable {
  /// A page is about to be requested. Lists that change now apply to it.
  ///
  /// - Parameter isCertain: Whether the page is certainly for the main frame. WebKitGTK does not report this.
  case asked(_ page: String, isCertain: Bool = true)
  /// The requested navigation has started.
  case started(_ page: String, NavigationID)
  /// The server redirects the current navigation.
  case redirected(_ page: String, NavigationID)
  /// The server has responded, and the response will become the page: it is neither a download nor empty.
  case answered(_ page: String)
  /// The view now shows the page.
  case committed(_ page: String, NavigationID)
  /// A navigation has ended, with or without success, before or after its commit.
  case ended(NavigationID)
  /// The web process of the view has ended. The view shows no page.
  case processEnded
}

/// The identifier of a navigation of a view.
public struct NavigationID: Hashable, Sendable {
  package let number: Int

  /// Creates an identifier from a number.
  public init(_ number: Int) { self.number = number }
}
