/// What it costs a client that has the lists of the last build to have those of this one, for the first target.
public struct UpdateCost: Hashable, Sendable {
  /// How many files with rules the list has.
  public var files = 0
  /// How many of them are to be fetched and compiled: those that are new or not what they were.
  public var changed = 0
  /// Bytes of these.
  public var bytes = 0
  /// Bytes of these as they are compressed.
  public var compressedBytes = 0
  /// Milliseconds of processor time to compile them, as an estimate: `CompileCost`.
  public var compileMilliseconds = 0
  /// Whether there was no list before, so that all of it is new.
  public var isFirst = true
  /// Rules in the shard of those that are newer than the base; nil for lists without such.
  public var hotRules: Int?
  /// Whether the shards have a new base.
  public var hasNewBase = false
}
