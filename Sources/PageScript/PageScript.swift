import Conversion
import FilterSyntax

/// The scripts that do in pages what rule lists cannot: elements hidden by selectors that CSS does not have, styles, and
/// scriptlets. A host puts both into every page and frame, before the page's own scripts run: ``isolated`` into a world of its own, ``page`` into the page's.
public struct PageScript: Sendable {
  /// The script for a world of the host's own: the data of all pages, and what is done to elements. nil where there are
  /// no filters.
  public let isolated: [UInt8]?
  /// The script for the page's own world: scriptlets, without the data of any page, surrogates, and requests that are kept back. nil where nothing
  /// needs it.
  public let page: [UInt8]?
  /// Filters that are done in pages.
  public let filters: Int
  /// Exceptions to them.
  public let exceptions: Int
  /// The lines of these, and of exceptions for whole pages: what they mean is done by rules and scripts together.
  public let lines: Set<FilterLine>

  /// What hosts put a secret of each launch in the place of, in both scripts: at least 16 letters and digits that
  /// no page can guess. While it stands there the scripts do nothing.
  public static let secretToken = "__SLUICE_SECRET__"

  /// The name of the message handler, in the world of ``isolated``, to which reports go.
  public static let reportHandler = "sluiceReports"

  /// The first line of both scripts, by which a program knows those that were written before.
  public static let firstLine = "// Sluice wrote this script for pages."

  /// Where a scriptlet runs.
  public enum World: String, Hashable, Sendable {
    /// With the page's own scripts, whose objects it changes.
    case page
    /// Apart from them: it touches nothing but the document.
    case isolated
  }

  /// What a list is to the script.
  public struct List: Sendable {
    /// What the list is written for.
    public var dialect: Dialect
    /// Whether its trusted scriptlets are run.
    public var isTrusted: Bool

    /// A list as it is converted.
    public init(_ source: ParsedSource, options: ConversionOptions, isTrusted: Bool = false) {
      dialect = source.dialect ?? options.dialect ?? Dialect.detect(source.list)
      self.isTrusted = isTrusted
    }
  }

  /// Returns whether a program that runs the action gives the list's author its powers: a script of theirs, or a scriptlet
  /// that uBlock Origin and AdGuard also take from trusted lists only, by whatever name.
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

  /// The scripts for filters that rules cannot express.
  ///
  /// - Parameters:
  ///   - deferred: The filters.
  ///   - lists: Their lists, in the order of `DeferredFilters.sources`.
  ///   - surrogates: What takes the place of scripts that are blocked.
  ///   - gaps: What is to be blocked in pages.
  ///   - reports: Whether the script is to tell its host what seems to be blocked, as ``PageReport`` reads it. Nothing
  ///     of it is in a script otherwise.
  ///   - problems: Receives what is not done in pages, and why.
  /// - Returns: nil when there is nothing to do in pages.
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
