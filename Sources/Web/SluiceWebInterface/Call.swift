import SluiceAnalysis
import SluiceConversion
import SluicePageInspection
import SluiceRules
import SluiceText

/// The functions of `sluice.js`. Arguments and results are arrays of bytes: first one JSON object, then lists.
public struct WebInterface {
  private var judge: RequestJudge?
  /// The arguments that made the judge, without requests.
  private var judged: (options: [UInt8], lists: [[UInt8]]) = ([], [])

  /// A function.
  @nonexhaustive public enum Function: Int, CaseIterable, Sendable {
    case convert
    case check
    case match
    case explain
    case vocabulary
  }

  /// Creates an interface without lists in memory.
  public init() {}

  /// Calls a function. A failure is a result, too: an object with the key `error`.
  public mutating func call(_ function: Int, _ parts: [[UInt8]]) -> [[UInt8]] {
    do throws(CallFailure) {
      guard let function = Function(rawValue: function), let options = parts.first else {
        throw CallFailure(code: .invalidCall, message: "this version has no such function")
      }
      let lists = Array(parts.dropFirst())
      switch function {
      case .convert: return try Self.convert(CallOptions(options), lists)
      case .check: return [try Self.check(CallOptions(options), lists.first ?? [])]
      case .match: return [try match(options, lists)]
      case .explain: return [try Self.explain(CallOptions(options), lists.first ?? [])]
      case .vocabulary: return [Self.vocabulary()]
      }
    } catch {
      return [error.json]
    }
  }

  private static func explain(_ options: CallOptions, _ text: [UInt8]) throws(CallFailure) -> [UInt8] {
    do throws(ConversionError) {
      let meaning = try FilterMeaning(String(decoding: text, as: UTF8.self), options.conversion)
      var json = JSONWriter(.hidden)
      json.object { $0.add(meaning) }
      return json.bytes
    } catch {
      throw CallFailure(error)
    }
  }

  /// Answers requests. Lists are converted again only if they or the options have changed.
  private mutating func match(_ json: [UInt8], _ lists: [[UInt8]]) throws(CallFailure) -> [UInt8] {
    let options = try CallOptions(json)
    // Requests come last, so that what is before them can be compared.
    let before = Array(json[..<(options.requests.first?.lowerBound ?? json.count)])
    var requests: [RequestDescription] = []
    for (index, range) in options.requests.enumerated() {
      do throws(RequestProblem) {
        requests.append(try RequestDescription(decodingJSON: json[range]))
      } catch {
        throw CallFailure(code: .invalidRequest, message: error.message, path: "requests[\(index)]")
      }
    }
    var current: RequestJudge
    if let judge, judged.options == before, judged.lists == lists {
      current = judge
    } else {
      // Two converted lists at once take twice the memory.
      judge = nil
      judged = ([], [])
      current = RequestJudge(
        try MatchedLists(options, lists).lists, .wellKnown,
        filterLimit: VerdictJSON.filterLimit(showsAll: false))
      judged = (before, lists)
    }
    judge = nil
    var output = JSONWriter(.hidden)
    output.openObject()
    output.array("verdicts") { output in
      for request in requests {
        let verdict = current.verdict(on: request)
        output.object { VerdictJSON(showsAll: false).append(verdict, to: &$0) }
      }
    }
    output.closeObject()
    judge = current
    return output.bytes
  }
}
