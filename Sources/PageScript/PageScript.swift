import Conversion
import FilterSyntax

/// The scripts that apply in pages what rule lists cannot express: hiding by selectors beyond CSS, styles,
/// and scriptlets.
///
/// A host app injects both scripts into every page and frame before the page's own scripts run: ``isolated``
/// into an isolated world, ``page`` into the page's world.
public struct PageScript: Sendable {
  /// The script for an isolated world, with the data of all pages and the actions on elements; nil without
  /// filters.
  public let isolated: [UInt8]?
  /// The script for the page's own world, with scriptlets, surrogates and blocked requests, but without the
  /// data of any page; nil if nothing needs it.
  public let page: [UInt8]?
  /// The number of filters that the scripts apply.
  public let filters: Int
  /// The number of exceptions to these filters.
  public let exceptions: Int
  /// The lines of these filters and exceptions, and of exceptions for entire pages. Rules and scripts
  /// together fully apply them.
  public let lines: Set<FilterLine>

  /// The token that host apps replace, in both scripts, with a new secret for each launch: at least 16
  /// letters and digits that no page can guess. Scripts that contain the token do nothing.
  public static let secretToken = "__SLUICE_SECRET__"

  /// The name of the message handler for reports, in the world of ``isolated``.
  public static let reportHandler = "sluiceReports"

  /// The first line of both scripts, which identifies files that Sluice has written.
  public static let firstLine = "// Sluice wrote this script for pages."

  /// The world in which a scriptlet runs.
  public enum World: String, Hashable, Sendable {
    /// With the page's own scripts, whose objects it changes.
    case page
    /// Isolated from the page's scripts. It only accesses the document.
    case isolated
  }

  /// The properties of a list that matter to the scripts.
  public struct List: Sendable {
    /// The dialect of the list.
    public var dialect: Dialect
    /// Whether trusted scriptlets of the list run.
    public var isTrusted: Bool

    /// Creates the properties of a list as it is converted.
    public init(_ source: ParsedSource, options: ConversionOptions, isTrusted: Bool = false) {
      dialect = source.dialect ?? options.dialect ?? Dialect.detect(source.list)
      self.isTrusted = isTrusted
    }
  }

  /// Returns whether running the action gives the list's author full control.
  ///
  /// This is the case for scripts, and for scriptlets that uBlock Origin and AdGuard also accept only from
  /// trusted lists, by any name.
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

  /// Creates the scripts for filters that rules cannot express. Returns nil if nothing is to be done in
  /// pages.
  ///
  /// - Parameters:
  ///   - deferred: The filters.
  ///   - lists: Their lists, in the order of `DeferredFilters.sources`.
  ///   - surrogates: The scripts that replace blocked scripts.
  ///   - gaps: The requests to block in pages.
  ///   - reports: Whether the script tells the host app what seems to be blocked, in the format of
  ///     ``PageReport``. Otherwise, the scripts contain no code for it.
  ///   - problems: Receives the filters that the scripts do not apply, with the reasons.
  public init?(
    _ deferred: DeferredFilters, of lists: [List], surrogates: PageSurrogates? = nil, gaps: PageGaps? = nil,
    reports: Bool = false, problems: inout [PageFilterProblem]
  ) {
    let filters = PageFilters(deferred, of: lists)
    problems += filters.problems
    let isEmpty = filters.filters.isEmpty && !reports
    guard !isEmpty || surrogates != nil || gaps != nil else { return nil }
    let needs = PageScriptNeeds(
      filters.filters, surrogates: surrogates?.javaScript(), gaps: gaps?.javaScript(), reports: reports)
    isolated = isEmpty ? nil : needs.isolatedScript(PageTable(filters))
    page = needs.usesPage ? needs.pageScript() : nil
    (self.filters, exceptions) = (filters.filters.count, filters.exceptions.count)
    lines = filters.lines
  }
}
