/// How a ``Protection`` goes about its work.
public struct ProtectionOptions: Sendable {
  /// How long the first pages are held at most while small lists are compiled.
  public var firstPageBound = Duration.seconds(2)
  /// Up to how many bytes of JSON a list is small: the first page waits for it. WebKit compiles some 3 MB a second.
  public var smallList = 4_000_000
  /// How long after the last change of unprotected sites lists are compiled with exceptions for them; nil for never, then
  /// switching must do.
  public var exceptionDelay: Duration? = .seconds(5)
  /// Whether there is memory for so many bytes more: 20 for each byte of JSON of the file that is compiled next. Lists that are to
  /// take the place of others are compiled when there is.
  public var hasMemory: @Sendable (Int) -> Bool = SystemMemory.hasRoom
  /// Whether lists for which nothing acts yet wait for memory as well. On iOS they do: the system would end the app in each
  /// start anew.
  public var firstListsNeedMemory = SystemMemory.endsProcesses
  /// When to ask again for memory.
  public var memoryDelay = Duration.seconds(60)
  /// Whether scripts report what seems to be blocked: `Protection.statistics(for:)` counts it.
  public var countsBlocked = false
  /// Whether what was counted on sites is kept in the store, so that it is there after the next start. What was kept before is
  /// removed where it is not.
  public var keepsCounts = false
  /// How long after a report what was counted is written.
  public var countsDelay = Duration.seconds(30)

  /// What is right for a browser.
  public init() {}
}
