import SluiceConversion
import SluiceSyntax
import SluiceTrackers

/// The scripts that apply in pages the filters that rule lists cannot express: selectors beyond CSS, styles,
/// and scriptlets.
///
/// A host app injects both scripts into every page and frame before the page's own scripts run: ``isolated``
/// into an isolated world, and ``page`` into the page's world.
public struct PageScript: Sendable {
  /// The script for an isolated world, with the data of all pages and the actions on elements; nil without
  /// filters.
  public let isolated: [UInt8]?
  /// The script for the page's own world, with scriptlets, surrogates and requests to block, but without the
  /// data of any page; nil if nothing needs it.
  public let page: [UInt8]?
  /// The number of filters that the scripts apply.
  public let filters: Int
  /// The number of exceptions to these filters.
  public let exceptions: Int
  /// The lines of these filters and exceptions, and of exceptions for entire pages. Rules and scripts
  /// together express them completely.
  public let places: Set<FilterPlace>

  /// The token that host apps must replace, in both scripts, with a secret that is new for each launch: at
  /// least 16 letters and digits that no page can guess. A script that still contains the token does nothing.
  public static let secretToken = SurrogateScript.secretToken

  /// The token that host apps with user style sheets may replace with `user` in the isolated script. The
  /// script then leaves the styles of ``PageStyles`` to them.
  public static let stylesToken = "__SLUICE_STYLES__"

  /// The name of the message handler for reports, in the world of ``isolated``.
  public static let reportHandler = "sluiceReports"

  /// The first line of both scripts, which identifies files that Sluice has written.
  package static let firstLine = "// Sluice wrote this script for pages."

  /// The world in which a scriptlet runs.
  @frozen public enum World: String, Hashable, Sendable {
    /// The world of the page's own scripts, whose objects the scriptlet changes.
    case page
    /// A world that is isolated from the page's scripts. The scriptlet only accesses the document.
    case isolated
  }

  /// The properties of a list that matter to the scripts.
  public struct List: Sendable {
    package var dialect: Dialect
    /// Whether the list may run trusted scriptlets.
    public var isTrusted: Bool

    /// Creates the properties of a parsed list that is converted with these options.
    public init(_ source: ParsedSource, options: ConversionOptions, isTrusted: Bool = false) {
      dialect = source.dialect ?? options.dialect ?? source.list.dialect
      self.isTrusted = isTrusted
    }
  }
}

/// The reactions of page scripts to requests that appear to be blocked.
public struct PageWatching: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: Int

  /// Creates the set with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Creates the set of those that are wanted.
  public init(reports: Bool, collapses: Bool) {
    self = (reports ? Self.reports : []).union(collapses ? .collapse : [])
  }

  /// Reporting them to the host app, in the format of ``PageReport``.
  public static let reports = PageWatching(rawValue: 1)
  /// Hiding the images and frames that they leave empty.
  public static let collapse = PageWatching(rawValue: 2)
}
