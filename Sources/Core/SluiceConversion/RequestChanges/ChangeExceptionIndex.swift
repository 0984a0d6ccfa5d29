import SluiceRules
import SluiceSyntax

/// Finds the exceptions that may apply to a change, without a comparison with the others.
struct ChangeExceptionIndex {
  private struct Key: Hashable {
    var kind: ChangeAction.Kind
    /// The value of the option; empty for exceptions to all changes of the kind.
    var value: [UInt8]
    /// The host of the requests; nil for requests to all hosts.
    var host: [UInt8]?
  }

  /// The numbers of the exceptions to each change for each host.
  private var exact: [Key: [Int]] = [:]
  /// The numbers of the exceptions for hosts below a host; for nil those for any host.
  private var below: [Key: [Int]] = [:]

  mutating func insert(_ number: Int, kind: ChangeAction.Kind, value: [UInt8], host: [UInt8]?) {
    exact[Key(kind: kind, value: value, host: host), default: []].append(number)
    guard let host else { return }
    for parent in HostNames.parents(of: host) {
      below[Key(kind: kind, value: value, host: parent), default: []].append(number)
    }
    below[Key(kind: kind, value: value, host: nil), default: []].append(number)
  }

  /// Returns the numbers of the exceptions to a change of requests to this host and its subdomains, in their order; nil
  /// for a change of requests to all hosts. Returns nil if there are more than a limit.
  func exceptions(to action: ChangeAction, _ kind: ChangeAction.Kind, host: [UInt8]?, limit: Int) -> [Int]? {
    var found: [[Int]] = []
    var count = 0
    for value in Set([[]] + action.exceptedValues) {
      func add(_ table: [Key: [Int]], host: [UInt8]?) {
        guard let numbers = table[Key(kind: kind, value: value, host: host)] else { return }
        found.append(numbers)
        count += numbers.count
      }
      add(exact, host: nil)
      add(below, host: host)
      if let host { for name in [host] + HostNames.parents(of: host) { add(exact, host: name) } }
    }
    return count > limit ? nil : found.joined().sorted()
  }
}

extension ChangeAction {
  /// The values of the exceptions to this change alone.
  fileprivate var exceptedValues: [[UInt8]] {
    switch self {
    case .removeParameters(let names): names
    case .removeQuery: []
    case .changeHeader(let change, _):
      switch change.operation {
      case .remove: [change.header]
      case .set(let value), .append(let value): [value]
      }
    }
  }
}
