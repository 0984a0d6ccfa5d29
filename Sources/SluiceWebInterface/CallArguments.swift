import SluiceAnalysis
import SluiceConversion
import SluicePageInspection
import SluiceRules
import SluiceSyntax
import SluiceText

/// The options of all calls, read from JSON.
struct CallOptions {
  var conversion = ConversionOptions()
  var accepts = AcceptedText.lists
  var check = CheckOptions()
  /// The names of the lists. Lists without a name are numbered.
  var names: [String] = []
  /// The number of the most expensive filters to return; nil to estimate no costs.
  var costs: Int?
  /// Whether to return rules of a web extension that change requests.
  var makesRequestChanges = false
  /// The requests, as ranges of the JSON.
  var requests: [Range<Int>] = []
  var path = JSONPath()
  private var failure: CallFailure?

  /// The keys of the object. `sluice.js` writes the last two.
  private enum Option: String, CaseIterable {
    case target, split, prefer, domainScope, genericHiding, dialect, accepts, onLimit, platform, define
    case maxRules, maxBytes, maxFindings, sourceMap, requestChanges, costs
    case names, requests
  }

  init(_ json: [UInt8]) throws(CallFailure) {
    let object: JSONValue
    do throws(JSONFault) {
      object = try JSONValue(allOf: json.span)
    } catch {
      throw CallFailure(code: .invalidOption, message: error.reason.messageOfAnyText, path: "options")
    }
    members(object, in: json.span) { $0.read($1, value: $2, in: json.span) }
    if let failure { throw failure }
  }

  func source(_ number: Int, text: [UInt8]) -> Source {
    Source(name: name(number), bytes: text, accepts: accepts)
  }

  func name(_ number: Int) -> String {
    names.indices.contains(number) && !names[number].isEmpty ? names[number] : "list \(number + 1)"
  }

  private mutating func read(_ key: JSONValue, value: JSONValue, in json: Span<UInt8>) {
    guard value.kind != .null else { return }
    let name = JSONText(key, in: json).string
    guard let option = Option(rawValue: name) else {
      let near = Suggestion.nearest(to: name, among: Option.allCases.map { $0.rawValue })
      return fail("unknown option" + (near.map { "; did you mean '\($0)'?" } ?? ""), in: json)
    }
    switch option {
    case .target:
      // A rule list is checked for a target only if one is named.
      choice(value, in: json, read: Target.init(rawValue:), names: Target.names) {
        ($0.conversion.target, $0.check.target) = ($1, $1)
      }
    case .split: flag(value, in: json) { $0.conversion.split = $1 ? .action : .none }
    case .prefer: choice(value, in: json) { $0.conversion.preferredForm = $1 }
    case .domainScope: choice(value, in: json) { $0.conversion.domainScope = $1 }
    case .genericHiding: choice(value, in: json) { $0.conversion.genericHiding = $1 }
    case .dialect:
      // The name `auto` is that of the command line.
      guard !value.isString("auto", in: json) else { return }
      choice(
        value, in: json, read: Dialect.init(rawValue:), names: ["auto"] + Dialect.allCases.map { $0.rawValue }
      ) {
        $0.conversion.dialect = $1
      }
    case .accepts: choice(value, in: json) { $0.accepts = $1 }
    case .onLimit: choice(value, in: json) { $0.conversion.limitPolicy = $1 }
    case .platform:
      choice(value, in: json) { $0.conversion.constants.formUnion(($1 as ListPlatform).constants) }
    case .define: texts(value, in: json) { $0.conversion.constants.insert($1) }
    case .maxRules:
      number(value, in: json, range: 1...RuleList.maximumRules) {
        ($0.conversion.maximumRules, $0.check.maximumRules) = ($1, $1)
      }
    case .maxBytes:
      number(value, in: json, range: 1...1_000_000_000) {
        ($0.conversion.maximumBytes, $0.check.maximumBytes) = ($1, $1)
      }
    case .maxFindings: number(value, in: json, range: 0...1_000_000) { $0.check.maximumFindings = $1 }
    case .sourceMap: flag(value, in: json) { $0.conversion.makesSourceMap = $1 }
    case .requestChanges: flag(value, in: json) { $0.makesRequestChanges = $1 }
    case .costs:
      number(value, in: json, range: 0...1000) {
        $0.costs = $1
        $0.check.costCount = $1
      }
    case .names: texts(value, in: json) { $0.names.append($1) }
    case .requests: elements(value, in: json) { $0.requests.append($1.start..<$1.end) }
    }
  }

  private mutating func fail(_ message: String, in json: Span<UInt8>) {
    guard failure == nil else { return }
    let place = path.text(json)
    failure = CallFailure(
      code: .invalidOption, message: message, path: place.isEmpty ? "options" : "options." + place)
  }

  private mutating func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ value: JSONValue, in json: Span<UInt8>, set: (inout Self, Value) -> Void
  ) {
    guard let bytes = text(value, in: json) else { return }
    let name = String(decoding: bytes, as: UTF8.self)
    var names: [String] = []
    for known in Value.allCases {
      if known.rawValue == name { return set(&self, known) }
      names.append(known.rawValue)
    }
    refuse(name, among: names, in: json)
  }

  private mutating func choice<Value>(
    _ value: JSONValue, in json: Span<UInt8>, read: (String) -> Value?, names: [String],
    set: (inout Self, Value) -> Void
  ) {
    guard let bytes = text(value, in: json) else { return }
    let name = String(decoding: bytes, as: UTF8.self)
    if let known = read(name) { set(&self, known) } else { refuse(name, among: names, in: json) }
  }

  private mutating func refuse(_ name: String, among names: [String], in json: Span<UInt8>) {
    let hint = Suggestion.nearest(to: name, among: names).map { "; did you mean '\($0)'?" }
    fail("unknown value '\(name)'" + (hint ?? "; expected one of \(names.joined(separator: ", "))"), in: json)
  }

  private mutating func flag(_ value: JSONValue, in json: Span<UInt8>, set: (inout Self, Bool) -> Void) {
    switch value.kind {
    case .true: set(&self, true)
    case .false: set(&self, false)
    case .object, .array, .string, .number, .null: fail("expected true or false", in: json)
    }
  }

  private mutating func number(
    _ value: JSONValue, in json: Span<UInt8>, range: ClosedRange<Int>, set: (inout Self, Int) -> Void
  ) {
    // Ten digits have more than the 32 bits of `Int` in WebAssembly.
    var number: Int64 = 0
    var isNumber = value.kind == .number && value.length <= 10
    for index in value.start..<value.end where isNumber {
      isNumber = json[index].isDigit
      if isNumber { number = number * 10 + Int64(json[index] - ASCII.zero) }
    }
    guard isNumber, let number = Int(exactly: number), range.contains(number) else {
      return fail("expected a number from \(range.lowerBound) to \(range.upperBound)", in: json)
    }
    set(&self, number)
  }

  private mutating func texts(_ value: JSONValue, in json: Span<UInt8>, add: (inout Self, String) -> Void) {
    elements(value, in: json) { reader, value in
      if let text = reader.text(value, in: json) { add(&reader, String(decoding: text, as: UTF8.self)) }
    }
  }
}

extension CallOptions: JSONObjectReader {
  mutating func note(expected kind: JSONValue.Kind, _ value: JSONValue, in json: Span<UInt8>) {
    let name =
      switch kind {
      case .object: "an object"
      case .array: "an array"
      case .string: "a string"
      case .number: "a number"
      case .true, .false: "true or false"
      case .null: "null"
      }
    fail("expected \(name)", in: json)
  }
}

/// The lists of a call of `match`: rule lists in JSON, each on its own, and filter lists, which are converted together.
struct MatchedLists {
  private(set) var lists = Blocklists()

  init(_ options: CallOptions, in texts: [[UInt8]]) throws(CallFailure) {
    var sources: [Source] = []
    for (number, text) in texts.enumerated() {
      guard Self.isRuleList(text) else {
        sources.append(options.source(number, text: text))
        continue
      }
      let (list, report) = RuleList.decodingJSON(text)
      if let problem = report.findings.first(where: { $0.reason.severity == .error }) {
        var location = problem.location
        location.file = options.name(number)
        throw CallFailure(code: .rejectedList, message: problem.reason.message, location: location)
      }
      lists.append(Blocklist(name: options.name(number), rules: list, filters: nil))
    }
    guard let first = sources.first else { return }
    do throws(ConversionError) {
      var grown = lists
      _ = try grown.append(
        converting: sources,
        named: sources.count == 1 ? first.name : "\(first.name) and \(sources.count - 1) more",
        options.conversion)
      lists = grown
    } catch {
      throw CallFailure(error)
    }
  }

  private static func isRuleList(_ text: [UInt8]) -> Bool {
    switch InputShape(of: text) {
    case .rules: true
    case .object, .names, .filters: false
    }
  }
}

/// Byte arrays in one: a number of arrays, then for each its length and its bytes. Numbers have four bytes, the lowest
/// first.
package enum WasmCall {
  /// Returns the arrays, or nil if the bytes are incomplete.
  package static func split(_ bytes: Span<UInt8>) -> [[UInt8]]? {
    var offset = 0
    guard let count = number(in: bytes, &offset), count <= bytes.count / 4 else { return nil }
    var parts: [[UInt8]] = []
    for _ in 0..<count {
      guard let length = number(in: bytes, &offset), length <= bytes.count - offset else { return nil }
      parts.append(bytes.extracting(offset..<offset + length).inputArray())
      offset += length
    }
    return offset == bytes.count ? parts : nil
  }

  /// Returns the number of bytes of the joined arrays.
  package static func joinedCount(_ parts: [[UInt8]]) -> Int { parts.reduce(4) { $0 + 4 + $1.count } }

  /// Returns the arrays in one.
  package static func joined(_ parts: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(joinedCount(parts))
    append(parts.count, to: &bytes)
    for part in parts {
      append(part.count, to: &bytes)
      bytes += part
    }
    return bytes
  }

  private static func number(in bytes: Span<UInt8>, _ offset: inout Int) -> Int? {
    guard bytes.count - offset >= 4 else { return nil }
    var number: UInt32 = 0
    for index in 0..<4 { number |= UInt32(bytes[offset + index]) << (8 * UInt32(index)) }
    offset += 4
    // A number that does not fit is longer than any array.
    return Int(exactly: number)
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }
}
