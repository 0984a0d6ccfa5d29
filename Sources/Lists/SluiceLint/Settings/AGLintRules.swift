/// The rules of AdGuard's AGLint, by their names in its documentation, with the rules that find the same.
enum AGLintRules {
  /// Returns the rules that find what AGLint's rule with this name finds; empty for other names.
  static func rules(named name: String) -> [LintRule] { (ids[name] ?? []).compactMap { LintRule(id: $0) } }

  private static let ids: [String: [String]] = {
    var ids: [String: [String]] = [:]
    for (names, own) in rows { for name in names { ids[name] = own } }
    return ids
  }()

  /// Names of several versions of AGLint, and the ids of rules. Names of rules that Sluice lacks are left out.
  private static let rows: [(names: [String], ids: [String])] = [
    (
      ["if-closed", "if-directive-balance"],
      ["unclosed-if", "stray-else", "stray-endif", "malformed-condition", "unknown-constant"]
    ),
    (["unknown-preprocessor-directives", "no-unknown-preprocessor-directives"], ["unknown-directive"]),
    (
      [
        "unknown-hints-and-platforms", "no-unknown-hints", "no-unknown-hint-platforms",
        "no-invalid-hint-params",
      ], ["unknown-hint"]
    ),
    (["duplicated-modifiers", "no-duplicated-modifiers"], ["idle-option"]),
    (
      ["invalid-modifiers", "invalid-modifier-name", "no-invalid-modifiers"],
      [
        "unknown-option", "wrong-value", "empty-option", "malformed-option", "option-needs-value",
        "option-takes-no-value", "option-not-negatable", "exception-option", "conflicting-options",
        "misplaced-options", "missing-dollar",
      ]
    ),
    (
      ["invalid-domain-list", "no-invalid-domains"],
      ["invalid-domain", "empty-domain-list", "unusable-domain", "impossible-host", "split-domain"]
    ),
    (["no-short-rules"], ["short-pattern"]),
    (
      [
        "no-invalid-css-syntax", "no-invalid-css-declaration", "no-duplicated-css-declaration-props",
        "no-unsupported-css-pseudo-class",
      ], ["invalid-selector", "invalid-body"]
    ),
    (["no-invalid-scriptlets"], ["unknown-scriptlet", "invalid-body"]),
    (["no-invalid-cosmetic-separator"], ["single-hash", "invalid-domain"]),
    (
      ["no-invalid-network-rule-pattern"],
      ["invalid-regex", "regex-never-matches", "pattern-never-matches", "joined-filters"]
    ),
    (["no-excluded-rules"], ["banned-filter", "banned-domain"]),
  ]
}
