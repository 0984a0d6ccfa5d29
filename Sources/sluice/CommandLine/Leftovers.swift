/// What is not freed, because the process ends now: to free a hundred thousand small arrays one by one would take
/// longer than that.
final class Leftovers {
  private let values: Any

  private init(_ values: Any) { self.values = values }

  /// Keeps values for ever.
  static func keep(_ values: Any) { _ = Unmanaged.passRetained(Leftovers(values)) }
}
