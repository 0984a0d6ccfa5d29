import SluiceRules

/// A declarativeNetRequest rule as WebKit reads it. It can hold everything that WebKit accepts, including what it
/// misreads.
struct DeclarativeRule {
  var id: Int
  var priority: Int
  var action: Kind
  var condition: DeclarativeCondition
  /// The index of the rule in its ruleset.
  var index: Int
  /// The place of the rule in the JSON.
  var place: Range<Int>

  enum Kind {
    case allow, allowAllRequests, block, upgradeScheme
    case redirect(Redirect)
    case modifyHeaders(HeaderChanges)

    /// WebKit's rank of actions: of rules with equal priority, those with a lower rank come first.
    var rank: Int {
      switch self {
      case .allow: 0
      case .allowAllRequests: 1
      case .block: 2
      case .upgradeScheme: 3
      case .redirect: 4
      case .modifyHeaders: 5
      }
    }

    var isAllowAllRequests: Bool {
      switch self {
      case .allowAllRequests: true
      case .allow, .block, .upgradeScheme, .redirect, .modifyHeaders: false
      }
    }

    /// Whether the action needs the right to change requests of the site.
    var needsHostAccess: Bool {
      switch self {
      case .redirect, .modifyHeaders: true
      case .allow, .allowAllRequests, .block, .upgradeScheme: false
      }
    }
  }

  /// WebKit's order of the rules of an extension.
  static func precedes(_ left: DeclarativeRule, _ right: DeclarativeRule) -> Bool {
    (right.priority, left.action.rank) < (left.priority, right.action.rank)
  }
}

/// The condition of a declarativeNetRequest rule. Lists of domains are as written.
struct DeclarativeCondition {
  var urlFilter: [UInt8]?
  var regexFilter: [UInt8]?
  var isCaseSensitive = false
  /// The types; `nil` if the rule names none.
  var types: DeclarativeTypes?
  var loadTypes: LoadTypes = []
  var domains: [[UInt8]]?
  var excludedDomains: [[UInt8]]?
  var requestDomains: [[UInt8]]?
  var excludedRequestDomains: [[UInt8]]?
  var initiators: [[UInt8]]?
  var excludedInitiators: [[UInt8]]?
  var methods: [[UInt8]]?
  /// One of the methods, in a condition for it alone.
  var method: [UInt8]?
  var excludedMethods: [[UInt8]]?
}

/// A set of declarativeNetRequest's resource types that WebKit knows.
///
/// The bits are in the order of ``names`` and of ``webKitTypes``.
public struct DeclarativeTypes: OptionSet, Hashable, Sendable {
  /// One bit for each type.
  public let rawValue: UInt16

  /// Creates a set from these bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The page.
  public static let mainFrame = Self(rawValue: 1 << 0)
  /// The documents of frames.
  public static let subFrame = Self(rawValue: 1 << 1)
  /// All types that WebKit knows.
  public static let all = Self(rawValue: 1 << 11 - 1)

  /// The names in rules.
  static let names: [StaticString] = [
    "main_frame", "sub_frame", "stylesheet", "xmlhttprequest", "font", "image", "media", "other", "ping",
    "script", "websocket",
  ]

  private static let webKitTypes: [ResourceTypes] = [
    .topDocument, .childDocument, .styleSheet, .fetch, .font, .image, .media, .other, .ping, .script,
    .webSocket,
  ]

  /// The types whose names WebKit keeps if a rule also names an unknown type.
  static let lasting = all.subtracting(Self(rawValue: 0b1111))

  /// WebKit's names of the types.
  public var resourceTypes: ResourceTypes {
    var types: ResourceTypes = []
    for (index, type) in Self.webKitTypes.enumerated() where rawValue & 1 << UInt16(index) != 0 {
      types.formUnion(type)
    }
    return types
  }

  /// Creates the set of types that correspond to WebKit's types; others are left out.
  public init(_ types: ResourceTypes) {
    var set: Self = []
    for (index, type) in Self.webKitTypes.enumerated() where types.contains(type) {
      set.insert(Self(rawValue: 1 << UInt16(index)))
    }
    self = set
  }
}
