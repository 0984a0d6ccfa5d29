import Dispatch
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Executes work on several threads and keeps the results in input order.
enum Parallel {
  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Returns the results of `transform`, in input order. A single thread or element runs on the calling
  /// thread.
  static func map<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], threads: Int, transform: @Sendable (Input) -> Output
  ) -> [Output] {
    guard threads > 1, inputs.count > 1 else { return inputs.map(transform) }
    return [Output](unsafeUninitializedCapacity: inputs.count) { buffer, count in
      // Each element is written once, by the thread that has its index.
      nonisolated(unsafe) let results = buffer
      DispatchQueue.concurrentPerform(iterations: inputs.count) { index in
        results.initializeElement(at: index, to: transform(inputs[index]))
      }
      count = inputs.count
    }
  }
}
