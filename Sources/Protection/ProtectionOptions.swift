/// Options of a ``Protection``.
public struct ProtectionOptions: Sendable {
  /// The maximum time that the first pages wait while small lists are compiled.
  public var firstPageBound = Duration.seconds(2)
  /// The maximum size of a small list in bytes of JSON. The first page waits for small lists. WebKit compiles
  /// about 3 MB per second.
  public var smallList = 4_000_000
  /// How long after the last change of unprotected sites to compile lists with exceptions for them; nil for
  /// never, which leaves it to switching lists per page.
  public var exceptionDelay: Duration? = .seconds(5)
  /// Whether the given number of bytes of memory is available: 20 for each byte of JSON in the next file to
  /// compile. Replacements of active lists wait until it is.
  public var hasMemory: @Sendable (Int) -> Bool = SystemMemory.hasRoom
  /// Whether lists without an active version also wait for memory. On iOS, they do: otherwise, the system
  /// could end the app at each start.
  public var firstListsNeedMemory = SystemMemory.endsProcesses
  /// How long to wait before checking the memory again.
  public var memoryDelay = Duration.seconds(60)
  /// Whether scripts report what seems to be blocked. `Protection.statistics(for:)` returns the counts.
  public var countsBlocked = false
  /// Whether the counts per site are stored and available after the next start. If false, stored counts are
  /// removed.
  public var keepsCounts = false
  /// How long after a report the counts are stored.
  public var countsDelay = Duration.seconds(30)

  /// Creates options for a browser.
  public init() {}
}
