import SluiceSyntax

/// The dialect of a list, and whether it is certain.
package struct ListDialect: Hashable, Sendable {
  /// The dialect that decides what a line with only a host name means.
  package let dialect: Dialect
  /// The dialect that decides the meaning of all other filters, or `nil` if it is not certain. Where dialects
  /// differ, a filter then has the meaning that blocks less.
  let certain: Dialect?

  /// Creates the dialect of a list about which nothing is known.
  init() { (dialect, certain) = (.adblockPlus, nil) }

  /// Creates the dialect of a list: the one that is named for it, otherwise the detected one.
  package init(of source: ParsedSource, _ options: ConversionOptions) {
    if let named = source.dialect ?? options.dialect {
      (dialect, certain) = (named, named)
      return
    }
    dialect = source.list.dialect
    certain = source.list.isDialectCertain ? dialect : nil
  }
}

/// The name that decides whether a list of domains includes a host, if the list includes a name and excludes
/// one above it: `domain=page.com|~com`.
enum DomainPrecedence {
  case longer
  case excluded
}

extension ListDialect {
  /// How the path of a domain in a cosmetic filter is compared with pages.
  enum PathReading {
    /// The path of a page begins with it.
    case beginning
    /// The path or query of a page contains it.
    case anywhere
  }

  /// Returns how paths of domains are compared with pages, or `nil` if the dialect has none.
  func pathReading(isException: Bool) -> PathReading? {
    switch certain {
    case .adblockPlus: nil
    case .uBlockOrigin: .beginning
    case .adGuard: .anywhere
    // The filter then hides less.
    case .hosts, nil: isException ? .anywhere : .beginning
    }
  }

  /// Whether an exception for pages also applies to frames, on the pages that its domains name. The exception
  /// `@@||frame.com^$elemhide,domain=page.com` matches no page, but it matches a frame.
  var exceptsFramesOfPages: Bool {
    switch certain {
    case .adblockPlus, .hosts, nil: true
    case .uBlockOrigin, .adGuard: false
    }
  }

  /// Whether an important block also applies on the pages that exceptions without `important` exempt from all
  /// blocks.
  var importantOverridesPageExceptions: Bool {
    switch certain {
    case .adGuard: true
    case .adblockPlus, .uBlockOrigin, .hosts, nil: false
    }
  }

  func precedence(isException: Bool) -> DomainPrecedence {
    switch certain {
    case .adblockPlus: .longer
    case .uBlockOrigin, .adGuard: .excluded
    case .hosts, nil: isException ? .longer : .excluded
    }
  }
}
