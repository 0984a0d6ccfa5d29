/// A content blocker's rules, in the order in which WebKit reads them.
public struct RuleList: Hashable, Sendable {
  /// The rules.
  public var rules: [Rule]

  /// A list of these rules.
  public init(_ rules: [Rule] = []) { self.rules = rules }

  /// The most rules that WebKit takes in one list: 150,000 compile, one more is rejected with "Too many
  /// rules in JSON array." (measured on WebKitGTK 2.50.6; Safari before 15 took 50,000).
  public static let maximumRules = 150_000
}

extension Rule {
  /// A rule that matches no load. WebKit rejects an empty list, so a list without rules is written as
  /// this one.
  public static let noOperation = Rule(
    trigger: Trigger(urlFilter: URLFilter(trusted: Array("^no-rules:$".utf8))),
    action: .ignorePreviousRules)
}
