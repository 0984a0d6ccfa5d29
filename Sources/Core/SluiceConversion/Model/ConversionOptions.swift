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
  public var target = Target.standard
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
  public var constants: Set<String> = ["env_safari"]
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

  /// Creates the default options.
  public init() {}

  /// The texts that are accepted as a file of filters.
  package var acceptedFiles: AcceptedText { allowsEmptyLists ? .lists : .nonEmptyLists }
}
