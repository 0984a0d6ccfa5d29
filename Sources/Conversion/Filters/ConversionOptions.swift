import ContentBlocker
import FilterSyntax

/// What to do when a rule list would exceed its limit.
public enum LimitPolicy: String, CaseIterable, Sendable {
  /// Convert nothing and say by how much.
  case stop
  /// Leave out blocking rules from the end, never an exception, and report them.
  case truncate
}

/// How to convert.
public struct ConversionOptions: Sendable {
  /// The WebKit that the output is for.
  public var target = Target.standard
  /// Whether network and cosmetic filters become one rule list or two.
  public var split = ListSplit.none
  /// Which of the forms that mean the same is wanted.
  public var preferredForm = FormPreference.auto
  /// Whose host the domains of a network filter are.
  public var domainScope = DomainScope.page
  /// In which documents hiding filters act that name no site.
  public var genericHiding = GenericHiding.everywhere
  /// How many rules a rule list may have; nil for the target's own limit.
  public var maximumRules: Int?
  /// How many bytes of JSON a rule list may have; nil for any number.
  public var maximumBytes: Int?
  /// What to do beyond these.
  public var limitPolicy = LimitPolicy.stop
  /// The dialect of the inputs; nil to detect that of each.
  public var dialect: Dialect?
  /// The names that hold in `!#if`. Lists use `env_safari`, `ext_ublock`, `adguard_app_ios` and the like.
  public var constants: Set<String> = ["env_safari"]
  /// Whether the result says which filters each rule comes from.
  public var makesSourceMap = false
  /// How many threads to use; nil for as many as the machine has cores. The output does not depend on it.
  public var threads: Int?
  /// Whether a list without a filter is meant to be one, and not a file that was lost. For whoever judges lists before they
  /// are converted.
  package var allowsEmptyLists = false
  /// Whether no limit holds, because the lists are cut to one later.
  package var ignoresLimit = false

  /// The defaults.
  public init() {}
}
