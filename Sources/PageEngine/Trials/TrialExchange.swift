import Foundation
import Platform

/// How a process that tries pages is asked, and answers: each trial comes as a line of JSON on its standard input, and is
/// answered by a file of JSON in a folder that both have, which gets its name when it is whole.
struct TrialExchange {
  let folder: String

  /// The file of an answer, by the number of its trial.
  private func file(_ number: Int) -> String { "\(folder)/answer-\(number)" }

  /// What WebKit writes of consoles.
  var log: String { "\(folder)/log" }

  /// An answer, or why there is none.
  enum Answer: Codable {
    case observation(EngineObservation)
    case unavailable(String)
    case died(String)
    case timeout
  }

  static func line(_ trial: EngineTrial) throws(BrowserProblem) -> [UInt8] {
    do {
      return Array(try JSONEncoder().encode(trial)) + [0x0A]
    } catch {
      throw .died("the trial cannot be written: \(error)")
    }
  }

  static func trial(_ line: [UInt8]) -> EngineTrial? {
    try? JSONDecoder().decode(EngineTrial.self, from: Data(line))
  }

  func write(_ answer: Answer, number: Int) throws {
    let data = try JSONEncoder().encode(answer)
    try data.write(to: URL(filePath: file(number)), options: .atomic)
  }

  /// The answer to a trial; nil while there is none.
  func answer(_ number: Int) throws(BrowserProblem) -> Answer? {
    guard
      let bytes = try? FileDescriptor.contents(of: file(number), followingLinks: false, atMost: Self.limit)
    else { return nil }
    Path.remove(file(number))
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes)) else {
      throw .died("its answer cannot be read")
    }
    return answer
  }

  /// The most bytes of an answer.
  private static let limit = 512 << 20
}

extension TrialExchange.Answer {
  init(_ problem: BrowserProblem) {
    switch problem {
    case .unavailable(let words): self = .unavailable(words)
    case .noScratchFolder(let words): self = .died("there is no room for temporary files: \(words)")
    case .timeout: self = .timeout
    case .died(let words): self = .died(words)
    case .interrupted: self = .died("it was interrupted")
    }
  }
}
