/// How long WebKit compiles a list, as an estimate from its rules.
///
/// Times are those of WebKitGTK 2.50.6 on one machine (docs/performance.md): they say which list takes longer, and about how
/// much.
public struct CompileCost: Hashable, Sendable {
  /// Milliseconds of processor time.
  public var milliseconds: Int

  /// The cost of a list of these rules.
  public init(of rules: [Rule]) {
    var nanoseconds = Self.ofList
    for index in rules.indices {
      let filter = rules[index].trigger.urlFilter
      nanoseconds += Self.ofRule
      nanoseconds += (filter.isHostOnly ? Self.ofHostByte : Self.ofPatternByte) * filter.bytes.count
    }
    milliseconds = nanoseconds / 1_000_000
  }

  private static let ofList = 20_000_000
  private static let ofRule = 10_000
  private static let ofHostByte = 500
  private static let ofPatternByte = 4_000
}
