import Dispatch
import Foundation

/// Work on several threads, with results in the order of the input.
enum Parallel {
  /// How many threads the machine runs at once.
  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// The results of `transform`, in order. With one thread or one element nothing is dispatched.
  static func map<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], threads: Int, _ transform: @Sendable (Input) -> Output
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
