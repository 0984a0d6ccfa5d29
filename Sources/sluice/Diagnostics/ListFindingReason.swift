import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluiceRules
import SluiceSyntax

/// A reason for a note or warning about an entire list. The raw value is the stable identifier.
enum ListFindingReason: String, CaseIterable {
  /// The list is in the smaller form, because the other form would be too large.
  case smallerForm = "smaller-form"
  /// There are reports that lists of this size do not load.
  case largeList = "large-list"
  case licenseConflict = "license-conflict"

  /// Whether it is a warning rather than a note.
  var isWarning: Bool {
    switch self {
    case .smallerForm: false
    case .largeList, .licenseConflict: true
    }
  }

  /// Returns the definition of the reason. For reasons whose message depends on the list, `text` is the
  /// message.
  func definition(about text: String = "") -> ReasonDefinition {
    switch self {
    case .smallerForm:
      .init(
        "written in the smaller form, which WebKit compiles more slowly: the other is too large",
        meaning:
          "The same rules have two forms: one that WebKit compiles faster, and one with fewer bytes. The list is in"
          + " the second form, because the first would exceed the recommended size for the target.",
        example: "sluice convert --target safari-26 large.txt -o list.json",
        instead: "`--prefer compile` keeps the first form, `--split` makes two smaller lists")
    case .largeList:
      .init(
        text,
        meaning:
          "Lists of this size have failed to load on iPhones and iPads, where the memory of content blockers"
          + " is limited.",
        example: "sluice convert --target safari-26 --prefer compile large.txt -o list.json",
        instead: "make it smaller: with `--prefer size`, `--split` or `--max-bytes`")
    case .licenseConflict:
      .init(
        text,
        meaning:
          "The licenses of two inputs, such as the GPL and CC BY-NC-SA, do not allow distributing a list made of"
          + " both. Each input gets its own list, unless `--mix-licenses` is given.",
        example: "sluice merge easylist.txt tds.json -o all.json",
        instead: "distribute the lists as separate works, or combine them only for your own use")
    }
  }

  /// Returns a line like `label: text [id]`.
  func line(_ text: String, style: TextStyle) -> String {
    let label = isWarning ? style.yellow("warning:") : style.cyan("note:")
    return "\(label) \(text) \(style.dim("[\(rawValue)]"))\n"
  }
}

extension ConversionNote {
  /// Returns a line like `note: ... this affects 842 filters [object-loads]`.
  func line(about filters: String, style: TextStyle) -> String {
    "\(style.cyan("note:")) \(definition(about: filters).message) \(style.dim("[\(id)]"))\n"
  }
}

/// A note or warning about the size of a list that was written.
struct SizeFinding: Equatable {
  let reason: ListFindingReason
  /// The file, or `standard output`.
  let file: String
  let message: String
  /// The options that make the list smaller; empty for a note.
  let remedies: [String]

  private init(_ reason: ListFindingReason, of file: String, about text: String = "", remedies: [String] = [])
  {
    (self.reason, self.file, self.remedies) = (reason, file, remedies)
    message = reason.definition(about: text).message
  }

  /// Returns the notes and warnings about a list. `isWhole` tells whether the list could be split into
  /// network and cosmetic filters.
  static func findings(
    on file: String, bytes: Int, form: ListForm, isWhole: Bool, _ options: ConversionOptions
  ) -> [SizeFinding] {
    var findings: [SizeFinding] = []
    if form == .size, options.preferredForm == .auto {
      findings.append(SizeFinding(.smallerForm, of: file))
    }
    if let warning = options.target.advisedSize?.warning(about: bytes) {
      var remedies = ["--max-bytes"]
      if isWhole { remedies.insert("--split", at: 0) }
      if form == .compile { remedies.insert("--prefer size", at: 0) }
      findings.append(SizeFinding(.largeList, of: file, about: warning, remedies: remedies))
    }
    return findings
  }

  /// Returns a line like `list.json: warning: ... [large-list]`, followed by a line with remedies.
  func text(style: TextStyle) -> String {
    let line = style.bold("\(DisplayText.escaping(file)):") + " " + reason.line(message, style: style)
    return remedies.isEmpty
      ? line : line + "  = help: \(remedies.joined(separator: " or ")) makes it smaller\n"
  }
}

enum PageCostText {
  /// The smallest cost of a document to mention.
  static let leastMicrosecondsPerDocument = 100

  /// `a document about 18.0 ms (13,344 generic selectors), a request 0.11 ms (349 automata)`; nil if the cost
  /// is too small to mention.
  ///
  /// - Parameter isBrief: Whether to leave out the numbers of selectors and automata: `about 18.0 ms a
  ///   document, 0.11 ms a request`.
  static func summary(_ costs: [PageCost], isBrief: Bool = false) -> String? {
    let document = costs.reduce(0) { $0 + $1.microsecondsPerDocument }
    let request = costs.reduce(0) { $0 + $1.microsecondsPerRequest }
    guard document >= leastMicrosecondsPerDocument || request >= 5 else { return nil }
    if isBrief { return "about \(milliseconds(document)) a document, \(milliseconds(request)) a request" }
    let selectors = Format.counted(costs.reduce(0) { $0 + $1.selectors.count }, noun: "generic selector")
    let automata = costs.reduce(0) { $0 + $1.automata }
    return "each document about \(milliseconds(document)) (\(selectors)),"
      + " each request \(milliseconds(request)) (\(Format.grouped(automata)) automata)"
  }

  /// Returns a line like `     0.670 µs a request  easylist.txt:512: ||a.example^*b`.
  ///
  /// If the filter is unknown, the line is like `     0.670 µs a request  rule 1234  a.*b`, with the
  /// url-filter or the selector.
  static func line(_ cost: PageCost.RuleCost, of filter: PlacedFilter? = nil, width: Int) -> String {
    let (nanoseconds, what) =
      cost.nanosecondsPerDocument > 0
      ? (cost.nanosecondsPerDocument, "a document") : (cost.nanosecondsPerRequest, "a request")
    let time = Format.milliseconds(.milliseconds(nanoseconds))
    let start =
      "\(time.padded(to: 10)) µs \(what)  " + (filter == nil ? "rule \(cost.ruleIndex)  " : "")
    let text = filter.map { Array($0.words.utf8) } ?? cost.selector?.bytes ?? cost.urlFilter.bytes
    let excerpt = Excerpt(of: text[...], around: 0..<0, width: max(20, width - start.unicodeScalars.count))
    return start + excerpt.text
  }

  /// Returns a duration like `0.11 ms`.
  static func milliseconds(_ microseconds: Int) -> String {
    "\(Format.milliseconds(.milliseconds(microseconds)).dropLast(microseconds < 1000 ? 1 : 2)) ms"
  }
}
