import Testing

extension Trait where Self == TimeLimitTrait {
  /// For what would run for hours, or forever, if it were wrong. All tests start at once and wait for each other on
  /// two cores, so that the time of one says nothing of its own work: only what hangs meets this limit.
  public static var ends: Self { .timeLimit(.minutes(20)) }
}
