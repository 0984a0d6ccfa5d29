import Testing

extension Trait where Self == TimeLimitTrait {
  /// A limit for tests that would run for hours or forever if they were wrong.
  ///
  /// All tests start at once and wait for each other on two cores, so the duration of a test does not reflect
  /// its own work. Only a test that hangs reaches this limit. Browsers run one after the other, at full size for an
  /// hour.
  public static var ends: Self { .timeLimit(.minutes(SlowTrait.runsWhole ? 90 : 20)) }
}
