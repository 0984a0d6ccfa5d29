import Foundation
import SluiceSystem
import Testing

extension Trait where Self == ConditionTrait {
  /// Marks a test that ends programs with signals.
  ///
  /// Programs inherit which signals are ignored: in a run under `nohup`, or in the background of a script, they
  /// would continue, and the test would wait for them without end.
  static var signals: Self {
    .enabled(
      if: [SIGHUP, SIGINT, SIGQUIT, SIGTERM].allSatisfy { !DeferredSignals.isIgnored($0) },
      "skipped: this run ignores signals, as under nohup; env --default-signal starts one that does not")
  }
}
