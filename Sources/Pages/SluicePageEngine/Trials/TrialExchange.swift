#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceSystem

/// The protocol between this program and a process that loads pages.
///
/// Each trial is a line of JSON on the standard input of the process. The answer is a JSON file in a shared
/// folder, which is renamed to its final name when it is complete.
struct TrialExchange {
  let folder: String

  /// Returns the path of the answer to the trial with this number.
  private func file(_ number: Int) -> String { "\(folder)/answer-\(number)" }

  /// The path of the file with WebKit's console output.
  var log: String { "\(folder)/log" }

  /// An answer: an observation or an error.
  enum Answer: Codable {
    case observation(EngineObservation)
    case problem(BrowserProblem)

    func get() throws(BrowserProblem) -> EngineObservation {
      switch self {
      case .observation(let observation): return observation
      case .problem(let problem): throw problem
      }
    }
  }

  static func line(_ trial: EngineTrial) throws(BrowserProblem) -> [UInt8] {
    do {
      return Array(try JSONEncoder().encode(trial)) + [0x0A]
    } catch {
      throw .died("cannot write the trial: \(error)")
    }
  }

  static func trial(_ line: [UInt8]) -> EngineTrial? {
    try? JSONDecoder().decode(EngineTrial.self, from: Data(line))
  }

  func write(_ answer: Answer, number: Int) throws {
    let data = try JSONEncoder().encode(answer)
    try data.write(to: URL(filePath: file(number)), options: .atomic)
  }

  /// Returns the answer to a trial, or `nil` if it does not exist yet.
  func answer(_ number: Int) throws(BrowserProblem) -> Answer? {
    guard
      let bytes = try? OpenFile.contents(of: file(number), followingLinks: false, atMost: Self.limit)
    else { return nil }
    Pathname.remove(file(number))
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes)) else {
      throw .died("cannot read its answer")
    }
    return answer
  }

  /// The maximum size of an answer in bytes.
  private static let limit = 512 << 20
}
