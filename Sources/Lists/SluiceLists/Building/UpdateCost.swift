/// The cost of an update for a client that has the lists of the last build, for the first target.
public struct UpdateCost: Hashable, Sendable {
  /// The number of rule list files.
  public var files = 0
  /// The number of files to fetch and compile, because they are new or changed.
  public var changed = 0
  /// The size of these files in bytes.
  public var bytes = 0
  /// The compressed size of these files in bytes.
  public var compressedBytes = 0
  /// The estimated CPU time to compile these files, in milliseconds; see `CompileCost`.
  public var compileMilliseconds = 0
  /// Whether there was no previous list, so that all files are new.
  public var isFirst = true
  /// The number of rules in the shard of rules newer than the base; nil if the list has no such shard.
  public var hotRules: Int?
  /// Whether the shards have a new base.
  public var hasNewBase = false
}
