import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluicePageInspection
import SluiceRules
import SluiceSyntax

/// The effects of lists on pages as findings in files, for programs that display findings. The location of a
/// finding is the filter that causes the effect. For each page and filter, there is at most one finding of
/// each kind.
struct TryFindings {
  let report: TryReport

  /// The kind of a finding. The raw value is the stable identifier.
  enum Kind: String, CaseIterable {
    case brokenExpectation = "broken-expectation"
    case undecidedExpectation = "undecided-expectation"
    case newlyBlocked = "newly-blocked"
    case noLongerBlocked = "no-longer-blocked"
    case newlyHidden = "newly-hidden"
    case noLongerHidden = "no-longer-hidden"
  }

  func write(by renderer: any FindingRenderer, to console: Console) throws(CommandError) {
    var renderer = renderer
    let expectations = report.pages.compactMap { $0.expectations?.file.name }
    try renderer.write(messages, in: report.files + expectations, to: console, by: Self.isBefore)
  }

  private static func isBefore(_ first: LocatedDiagnostic, _ second: LocatedDiagnostic) -> Bool {
    (first.location.line, first.location.column, first.reason, first.message) < (
      second.location.line, second.location.column, second.reason, second.message
    )
  }

  private var messages: [LocatedDiagnostic] {
    var messages: [LocatedDiagnostic] = []
    for page in report.pages {
      let trial = page.trial
      let open = trial.verdicts(.broken) + trial.verdicts(.undecided)
      messages += open.compactMap { message($0, page: page) }
      messages += self.messages(
        .newlyBlocked, changes: trial.newlyBlocked, page: page, words: Self.words(of:))
      messages += self.messages(
        .noLongerBlocked, changes: trial.noLongerBlocked, page: page, words: Self.words(of:))
      messages += self.messages(.newlyHidden, changes: trial.newlyHidden, page: page, words: Self.words(of:))
      messages += self.messages(
        .noLongerHidden, changes: trial.noLongerHidden, page: page, words: Self.words(of:))
    }
    return messages
  }

  // MARK: Expectations

  /// Returns a message located at the filter that broke an expectation or, if it is unknown, at the
  /// expectation.
  private func message(_ verdict: ExpectationVerdict, page: TriedPage) -> LocatedDiagnostic? {
    guard let file = page.expectations else { return nil }
    let kind = verdict.outcome == .broken ? Kind.brokenExpectation : .undecidedExpectation
    let place = file.place(of: verdict.placed)
    let guess = verdict.isGuessed ? ", judged by its URL; the page may not request it" : ""
    let text =
      "\(page.name): expected that \(verdict.placed.expectation.words), but \(verdict.ground.message)\(guess)"
    let before = page.trial.words(ofBefore: verdict).map { LocatedDiagnostic.Note(label: "before", text: $0) }
    if kind == .brokenExpectation, let cause = verdict.causes.first {
      let others = verdict.causes.dropFirst().map { LocatedDiagnostic.Note(label: "also", text: $0.words) }
      let expected = LocatedDiagnostic.Note(
        label: "expected", text: "\(file.file.name):\(place.location.line)")
      return message(kind, cause: cause, text: text, notes: others + before + [expected])
    }
    let notes = verdict.causes.map { LocatedDiagnostic.Note(label: "filter", text: $0.words) } + before
    return LocatedDiagnostic(
      file: file.file.name, location: place.location,
      severity: severity(of: kind), reason: kind.rawValue, message: text, notes: notes,
      subject: file.file.bytes[place.span], excerpt: place.source, span: place.span)
  }

  // MARK: Changes

  private static func words(of load: PageObservation.Load) -> String {
    URLSecrets.removed(from: load.description.urlString)
  }

  private static func words(of element: PageObservation.Element) -> String {
    (element.line.map { "line \($0): " } ?? "") + element.tag
  }

  private func messages<Thing: TriedThing>(
    _ kind: Kind, changes: [PageTrial.Change<Thing>], page: TriedPage, words: (Thing) -> String
  ) -> [LocatedDiagnostic] {
    var groups: [TrialCause: [String]] = [:]
    var order: [TrialCause] = []
    for change in changes {
      guard let cause = TryCauses(change).first, let thing = change.new ?? change.old else { continue }
      if groups[cause] == nil { order.append(cause) }
      groups[cause, default: []].append(words(thing))
    }
    return order.map { cause in
      let words = groups[cause] ?? []
      let more = words.count > 1 ? " and \(Format.grouped(words.count - 1)) more" : ""
      return message(
        kind, cause: cause, text: "\(page.name): \(kind.words): \(words.first ?? "")\(more)", notes: [])
    }
  }

  private func message(
    _ kind: Kind, cause: TrialCause, text: String, notes: [LocatedDiagnostic.Note]
  ) -> LocatedDiagnostic {
    switch cause {
    case .filter(let filter):
      return LocatedDiagnostic(
        filter, severity: severity(of: kind), message: text, reason: kind.rawValue, notes: notes)
    case .rule(let list, let index):
      // Without a source map, the line of a rule is unknown.
      let rule = PlacedFilter(file: list, line: 1, text: "rule \(index)")
      return LocatedDiagnostic(
        rule, severity: severity(of: kind), message: text, reason: kind.rawValue, notes: notes)
    }
  }

  /// Returns the severity of a kind. Without old lists, blocking or hiding something is expected.
  private func severity(of kind: Kind) -> RuleListFinding.Severity {
    switch kind {
    case .brokenExpectation: .error
    case .undecidedExpectation: .note
    case .newlyBlocked, .noLongerBlocked, .newlyHidden, .noLongerHidden:
      report.isComparison ? .warning : .note
    }
  }
}

extension TryFindings.Kind {
  fileprivate var words: String {
    switch self {
    case .brokenExpectation: "broken"
    case .undecidedExpectation: "not decided"
    case .newlyBlocked: "newly blocked"
    case .noLongerBlocked: "no longer blocked"
    case .newlyHidden: "newly hidden"
    case .noLongerHidden: "no longer hidden"
    }
  }

  var definition: ReasonDefinition {
    switch self {
    case .brokenExpectation:
      .init(
        "an expectation is broken",
        meaning:
          "An expectation about a page does not hold with these lists because of this filter.",
        example: "{\"visible\": [\"#player\"]}")
    case .undecidedExpectation:
      .init(
        "an expectation is not decided",
        meaning:
          "Only loading the page can decide this expectation: it is about an element that a script may create, or about"
          + " script errors.",
        example: "{\"noErrors\": true}")
    case .newlyBlocked:
      .init(
        "requests of a page are newly blocked",
        meaning: "The page makes a request that this filter blocks and that was not blocked before.",
        example: "sluice try new.txt --against old.txt --page pages/")
    case .noLongerBlocked:
      .init(
        "requests of a page are no longer blocked",
        meaning:
          "The page makes a request that was blocked before and no longer is: because of this exception, or because this"
          + " filter was removed.",
        example: "sluice try new.txt --against old.txt --page pages/")
    case .newlyHidden:
      .init(
        "elements of a page are newly hidden",
        meaning: "The page has elements that this filter hides, and that were not hidden before.",
        example: "sluice try new.txt --against old.txt --page pages/")
    case .noLongerHidden:
      .init(
        "elements of a page are no longer hidden",
        meaning:
          "The page has elements that were hidden before and are not now: because of this exception, or because this filter"
          + " was removed.",
        example: "sluice try new.txt --against old.txt --page pages/")
    }
  }
}

extension FindingSource {
  static let trial = FindingSource(
    command: .trial,
    rule: { id in TryFindings.Kind(rawValue: id).map { FindingRule(id: id, $0.definition) } })
}
