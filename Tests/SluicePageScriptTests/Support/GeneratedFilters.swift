import SluiceSyntax
import TestSupport

/// Filters with all forms of domains, and a plain interpretation of the hosts on which they act.
///
/// It shares no code with the scripts.
struct GeneratedFilters {
  static let hosts = [
    "a.com", "b.a.com", "c.b.a.com", "aa.com", "a.co.uk", "x.a.co.uk", "a.org", "b.org", "com", "b.a.net",
  ]
  private static let names = [
    "a.com", "b.a.com", "c.b.a.com", "a.*", "b.a.*", "b.org", "a.co.uk", "*", "/^b\\./",
  ]

  /// A generated filter with its own style, which identifies it.
  private struct Generated {
    var style: Int
    var included: [String]
    var excluded: [String]
    var isException: Bool

    var text: String {
      let domains = (included + excluded.map { "~\($0)" }).joined(separator: ",")
      return "\(domains)\(isException ? "#@#" : "##")p:style(--f\(style): 1)"
    }
  }

  /// Returns whether an entry of a list of domains includes the host.
  private func means(_ entry: String, _ host: String) -> Bool {
    func isBelow(_ host: String, _ name: String) -> Bool { host == name || host.hasSuffix(".\(name)") }
    if entry == "*" { return true }
    if entry == "/^b\\./" { return host.hasPrefix("b.") }
    guard entry.hasSuffix(".*") else { return isBelow(host, entry) }
    return [".com", ".co.uk", ".org", ".net"].contains { suffix in
      host.hasSuffix(suffix) && isBelow(String(host.dropLast(suffix.count)), String(entry.dropLast(2)))
    }
  }

  /// Returns the styles of elements on pages of the host, evaluating the filters one by one.
  func acting(on host: String, _ dialect: Dialect) -> [Int] {
    func isIncluded(_ names: [String]) -> Bool { names.contains { means($0, host) } }
    var styles: Set<Int> = []
    for filter in filters where !filter.isException {
      if (filter.included.isEmpty || isIncluded(filter.included)) && !isIncluded(filter.excluded) {
        styles.insert(filter.style)
      }
    }
    for filter in filters {
      if filter.isException, filter.included.isEmpty || isIncluded(filter.included),
        !isIncluded(filter.excluded)
      {
        styles.remove(filter.style)
      }
      // In uBlock Origin, an exclusion in one filter applies to all filters with the same text.
      if !filter.isException, dialect == .uBlockOrigin, isIncluded(filter.excluded) {
        styles.remove(filter.style)
      }
    }
    return styles.sorted()
  }

  private let filters: [Generated]

  /// The texts of the filters.
  var texts: [String] { filters.map(\.text) }

  init(_ random: inout SeededRandom) { filters = (0..<40).map { _ in Self.generated(&random) } }

  private static func generated(_ random: inout SeededRandom) -> Generated {
    func some(_ most: Int) -> [String] {
      let count = Int.random(in: 0...most, using: &random)
      return (0..<count).map { _ in names.randomElement(using: &random) ?? "*" }
    }
    let isException = Int.random(in: 0..<4, using: &random) == 0
    return Generated(
      style: Int.random(in: 0..<12, using: &random), included: some(3),
      excluded: some(1).filter { $0 != "*" }, isException: isException)
  }
}
