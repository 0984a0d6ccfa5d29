/// Values that need not be freed because the process is about to exit. Freeing a hundred thousand small
/// arrays would take longer.
final class LeakedAtExit {
  private let values: Any

  private init(_ values: Any) { self.values = values }

  /// Keeps values forever, unless the command runs again.
  static func keep(_ values: Any) {
    guard ReadFiles.current == nil else { return }
    _ = Unmanaged.passRetained(LeakedAtExit(values))
  }
}
