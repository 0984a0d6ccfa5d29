import SluiceConversion
import SluiceSyntax

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
  public static let secretToken = "__SLUICE_SECRET__"

  /// The token that host apps with user style sheets may replace with `user` in the isolated script. The
  /// script then leaves the styles of ``PageStyles`` to them.
  public static let stylesToken = "__SLUICE_STYLES__"

  /// The name of the message handler for reports, in the world of ``isolated``.
  public static let reportHandler = "sluiceReports"

  /// The first line of both scripts, which identifies files that Sluice has written.
  public static let firstLine = "// Sluice wrote this script for pages."

  /// The world in which a scriptlet runs.
  @frozen public enum World: String, Hashable, Sendable {
    /// The world of the page's own scripts, whose objects the scriptlet changes.
    case page
    /// A world that is isolated from the page's scripts. The scriptlet only accesses the document.
    case isolated
  }

  /// The properties of a list that matter to the scripts.
  public struct List: Sendable {
    /// The dialect of the list.
    public var dialect: Dialect
    /// Whether the list may run trusted scriptlets.
    public var isTrusted: Bool

    /// Creates the properties of a parsed list that is converted with these options.
    public init(_ source: ParsedSource, options: ConversionOptions, isTrusted: Bool = false) {
      dialect = source.dialect ?? options.dialect ?? Dialect.detect(source.list)
      self.isTrusted = isTrusted
    }
  }

  /// Returns whether running the action gives the list's author full control.
  ///
  /// This is true of scripts, and of scriptlets that uBlock Origin and AdGuard also accept only from trusted
  /// lists, under any of their names.
  public static func needsTrust(_ action: DeferredAction) -> Bool {
    switch action {
    case .script: true
    case .scriptlet(let name?, _, let syntax):
      Scriptlet.resolve(name: name, dialect: syntax)?.isTrusted ?? name.hasPrefix("trusted-")
    case .scriptlet(nil, _, _), .hide, .remove, .removeAttribute, .removeClass, .style, .snippets,
      .removeHTML,
      .removeResponseHeader, .redirect, .modify, .malformed:
      false
    }
  }

  /// Creates the scripts for filters that rules cannot express. Returns nil if pages need no script.
  ///
  /// - Parameters:
  ///   - deferred: The filters.
  ///   - lists: Their lists, in the order of `DeferredFilters.sources`.
  ///   - surrogates: The scripts that replace blocked scripts.
  ///   - blockedRequests: The requests to block in pages.
  ///   - reports: Whether the scripts report requests that appear to be blocked to the host app, in the
  ///     format of ``PageReport``. Otherwise, the scripts contain no code for it.
  ///   - problems: Receives the filters that the scripts do not apply, with the reasons.
  public init?(
    _ deferred: DeferredFilters, of lists: [List], surrogates: PageSurrogates? = nil,
    blockedRequests: BlockedPageRequests? = nil,
    reports: Bool = false, problems: inout [PageFilterProblem]
  ) {
    let filters = PageFilters(deferred, of: lists)
    problems += filters.problems
    let isEmpty = filters.filters.isEmpty && !reports
    guard !isEmpty || surrogates != nil || blockedRequests != nil else { return nil }
    let needs = PageScriptNeeds(
      filters.filters, surrogates: surrogates?.javaScript(), blockedRequests: blockedRequests?.javaScript(),
      reports: reports)
    isolated = isEmpty ? nil : needs.isolatedScript(PageTable(filters))
    page = needs.usesPage ? needs.pageScript() : nil
    (self.filters, exceptions) = (filters.filters.count, filters.exceptions.count)
    places = filters.places
  }
}
