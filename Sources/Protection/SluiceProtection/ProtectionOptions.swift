/// Options of a ``Protection``.
public struct ProtectionOptions: Sendable {
  /// The maximum time that the first pages wait for the first lists, which WebKit compiles at about 3 MB of JSON
  /// per second. If nil, they wait until each list is active or cannot be.
  public var firstPageBound: Duration? = .seconds(10)
  /// The delay between the last change of unprotected sites and the compilation of lists with exceptions for
  /// them. If nil, such lists are never compiled, and lists are only switched per page.
  public var exceptionDelay: Duration? = .seconds(5)
  /// Returns whether the given number of bytes of memory is available. It is asked for 20 bytes for each byte
  /// of JSON in the next file to compile. Replacements of active lists wait until the memory is available.
  public var hasMemory: @Sendable (Int) -> Bool = SystemMemory.hasRoom
  /// Whether lists without an active version also wait for memory. On iOS, they do: otherwise, the system
  /// could end the app at each start.
  public var firstListsNeedMemory = SystemMemory.endsProcesses
  /// The delay between two checks of the memory.
  public var memoryDelay = Duration.seconds(60)
  /// Whether scripts report requests that seem to be blocked. `Protection.statistics(for:)` returns the
  /// counts.
  public var countsBlocked = false
  /// Whether the counts per site are stored and available after the next start. If false, stored counts are
  /// removed.
  public var keepsCounts = false
  /// The delay between a report and the storing of the counts.
  public var countsDelay = Duration.seconds(30)

  /// Creates options for a browser.
  public init() {}
}
