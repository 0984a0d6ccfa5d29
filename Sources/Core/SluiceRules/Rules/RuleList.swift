/// The rules of a content blocker, in the order in which WebKit reads them.
public struct RuleList: Hashable, Sendable {
  /// The rules.
  public var rules: [Rule]

  /// Creates a list of these rules.
  public init(_ rules: [Rule] = []) { self.rules = rules }

  /// The maximum number of rules in a list. 150,000 rules compile; WebKit rejects one more with "Too many
  /// rules in JSON array." (measured on WebKitGTK 2.50.6). Before Safari 15 the limit was 50,000.
  public static let maximumRules = 150_000
}

extension Rule {
  /// A rule that matches no request. WebKit rejects an empty list, so a list without rules is written with
  /// this one.
  public static let noOperation = Rule(
    trigger: Trigger(urlFilter: URLFilter(trusted: Array("^no-rules:$".utf8))),
    action: .ignorePreviousRules)
}
