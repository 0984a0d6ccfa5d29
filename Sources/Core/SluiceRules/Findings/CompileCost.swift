/// An estimate of the time that WebKit needs to compile a list, based on its rules.
///
/// WebKit spends nearly all of the time on the selectors and on the automata. It builds the automata from all
/// distinct patterns, including those of conditions. Times are those of WebKitGTK 2.50.6 on one machine
/// (docs/reference/performance.md). They show which list takes longer, and by about how much.
public struct CompileCost: Hashable, Sendable {
  /// The estimated CPU time in milliseconds.
  public var milliseconds: Int

  /// Estimates the cost of a list of these rules.
  public init(of rules: [Rule]) {
    // `Int` has 32 bits in WebAssembly, which are two seconds.
    var nanoseconds = Self.ofList
    var patterns: Set<URLFilter> = []
    var conditions: Set<URLFilter> = []
    var domains: Set<Domain> = []
    for index in rules.indices {
      let filter = rules[index].trigger.urlFilter
      if patterns.insert(filter).inserted {
        nanoseconds += (filter.isHostOnly ? Self.ofHostByte : Self.ofPatternByte) * Int64(filter.bytes.count)
      }
      if case .hide(let selectors) = rules[index].action {
        for selector in selectors.elements {
          nanoseconds += Self.ofSelectorByte * Int64(selector.bytes.count)
        }
      }
      switch rules[index].trigger.condition {
      case .ifDomain(let values), .unlessDomain(let values):
        for value in values.elements where domains.insert(value).inserted {
          nanoseconds += Self.ofConditionByte * Int64(value.host.count)
        }
      case .ifTopURL(let values), .unlessTopURL(let values), .ifFrameURL(let values),
        .unlessFrameURL(let values):
        for value in values.elements where conditions.insert(value).inserted {
          nanoseconds += Self.ofConditionByte * Int64(value.bytes.count)
        }
      case nil: break
      }
    }
    milliseconds = Int(clamping: nanoseconds / 1_000_000)
  }

  // Nanoseconds, fitted to twelve lists and shards.
  private static let ofList: Int64 = 30_000_000
  private static let ofHostByte: Int64 = 900
  private static let ofPatternByte: Int64 = 1_500
  private static let ofConditionByte: Int64 = 6_000
  private static let ofSelectorByte: Int64 = 450
}
