import SluiceRules
import SluiceSyntax

/// The policy for rule lists that exceed a limit.
@nonexhaustive public enum LimitPolicy: String, CaseIterable, Sendable {
  /// Throws a ``ConversionError`` that states the size and the limit.
  case stop
  /// Drops blocking rules from the end of the list, never exceptions, and reports them.
  case truncate
}

/// Options for a conversion.
public struct ConversionOptions: Sendable {
  /// The WebKit versions that the output is for.
  public var target: Target
  /// The number of rule lists: one, or two with network filters and cosmetic filters apart.
  public var split = ListSplit.none
  /// The preferred form of the output. All forms behave the same.
  public var preferredForm = FormPreference.auto
  /// The document that the `domain` option of network filters refers to.
  public var domainScope = DomainScope.page
  /// The documents in which generic hiding filters apply.
  public var genericHiding = GenericHiding.everywhere
  /// The maximum number of rules in a rule list, or `nil` for the maximum that WebKit accepts.
  public var maximumRules: Int?
  /// The maximum size of a rule list in bytes of JSON, or `nil` for no limit.
  public var maximumBytes: Int?
  /// The policy for rule lists that exceed a limit.
  public var limitPolicy = LimitPolicy.stop
  /// The dialect of the inputs, or `nil` to detect the dialect of each input.
  public var dialect: Dialect?
  /// The names that are true in `!#if` conditions, such as `env_safari`, `ext_ublock` or `adguard_app_ios`.
  public var constants: Set<String> = ListPlatform.commonConstants
  /// Whether the result has a ``SourceMap``.
  public var makesSourceMap = false
  /// The name, without `.json`, of the ruleset with the ``RequestChanges`` of the conversion. A web extension with it
  /// redirects requests, and the rule list leaves these requests to it. Nil if no requests are redirected.
  public var redirectRuleset: String?
  /// The number of threads, or `nil` for one per core. The output does not depend on it.
  public var threads: Int?
  /// Whether a file without filters is accepted where ``acceptedFiles`` decides. The converter itself ignores
  /// this: each ``Source`` says what it accepts.
  package var allowsEmptyLists = false
  /// Whether to ignore all limits, because the lists are truncated later.
  package var ignoresLimit = false

  /// Creates the default options for WebKit versions.
  public init(target: Target = .standard) { self.target = target }

  /// The texts that are accepted as a file of filters.
  package var acceptedFiles: AcceptedText { allowsEmptyLists ? .lists : .nonEmptyLists }
}

/// Chooses the form of rule lists. The choice depends only on the rules and the options.
package struct FormChoice {
  private let preference: FormPreference
  /// The maximum size in bytes, or `nil` for no limit. Larger lists use the smaller form.
  private let maximum: Int?
  private let advised: Int?

  package init(_ options: ConversionOptions) {
    preference = options.preferredForm
    maximum = options.maximumBytes
    advised = options.target.advisedSize?.bytes
  }

  /// Returns the form for a list of these rules, which are in the form ``ListForm/compile``.
  package func form(of rules: [Rule]) -> ListForm {
    switch preference {
    case .compile: return .compile
    case .size: return .size
    case .auto:
      // The recommended size is only an estimate, and counting all bytes takes a twelfth of the conversion
      // time.
      if let advised, RuleList(rules).estimatedSize > advised { return .size }
      if let maximum, RuleList(rules).encodedSize > maximum { return .size }
      return .compile
    }
  }
}

/// The number of rule lists that a conversion writes.
@nonexhaustive public enum ListSplit: String, CaseIterable, Sendable {
  /// One list.
  case none
  /// Two lists: network filters and cosmetic filters.
  case action
  /// Two lists if a single one would slow pages down or express less than the filters specify; otherwise one.
  ///
  /// The choice depends on the target and the filters. With `ignore-following-rules`, one list is as good as
  /// two. Without it, a list with both kinds of filters has two drawbacks:
  ///
  /// - Documents cannot share its style sheet, which costs 8 ms per document with EasyList (docs/reference/limits.md).
  /// - Exceptions to hiding do not apply in frames.
  case whereBetter
}
