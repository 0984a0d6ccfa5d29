import SluiceText
import SluiceSyntax

/// A hiding filter or a hiding exception.
struct ReferenceHiding {
  let isException: Bool
  let selector: [UInt8]
  private let domains: ReferenceDomains
  private let paths: [ReferencePath]

  /// Creates a filter, or returns nil if the reference does not support it.
  init?(_ filter: CosmeticFilter, in bytes: [UInt8]) {
    isException = filter.isException
    selector = Array(bytes[filter.body.indices])
    var domains = ReferenceDomains()
    domains.add(filter.domains, isException: isException, in: bytes)
    self.domains = domains
    var paths: [ReferencePath] = []
    for modifier in filter.modifiers {
      guard modifier.kind == .path, let pattern = try? Pattern(parsing: bytes.span, modifier.value),
        let path = ReferencePath(pattern, in: bytes)
      else { return nil }
      paths.append(path)
    }
    self.paths = paths
  }

  /// Whether the filter names the sites on which it acts.
  var isSpecific: Bool { domains.hasIncluded }

  func acts(on page: ReferenceURL, _ suffixes: ReferenceDomains.Suffixes) -> Bool {
    domains.includesUnlessExcluded(page.host, suffixes) && paths.allSatisfy { $0.matches(page) }
  }
}

/// A pattern or regex for the path and query of a page.
private enum ReferencePath {
  case pattern(ReferencePattern)
  case regex([UInt8])

  init?(_ pattern: Pattern, in bytes: [UInt8]) {
    if case .regex(let body) = pattern {
      self = .regex(Array(bytes[body.indices]))
    } else if let pattern = ReferencePattern(pattern, in: bytes) {
      self = .pattern(pattern)
    } else {
      return nil
    }
  }

  func matches(_ page: ReferenceURL) -> Bool {
    let path = Array(page.text[page.authority.upperBound...])
    return switch self {
    case .pattern(let pattern): pattern.matches(ReferenceURL(path))
    case .regex(let regex): ReferenceDomains.isFound(regex, in: path)
    }
  }
}
