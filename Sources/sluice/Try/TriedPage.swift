import ContentBlocker
import PageEngine
import PageInspection

/// A page, and what lists do to it.
struct TriedPage {
  /// The file of the page.
  let name: String
  let trial: PageTrial
  /// Where expectations stand; nil where there are none.
  let expectations: ExpectationFile?
  /// What is to be said of how it was read.
  let notes: [String]

  /// Reads a page and judges it by the old lists and the new ones.
  init(
    _ path: String, old: inout PageJudge, new: inout PageJudge, isComparison: Bool,
    usesEngine: Bool, timeout: Int, _ steps: Steps
  ) throws(CommandError) {
    let expectations = try ExpectationFile.beside(path)
    let file = try InputFile(path)
    let page = try PageFile(
      file, at: path, address: nil, otherwise: expectations?.expectations.page, for: .trial)
    let before = page.inspection(&old)
    let after = page.inspection(&new)
    let address =
      after.documents.first?.answer.page ?? expectations?.expectations.page
      ?? after.inspection.requests.first?.verdict.request.topURL ?? []
    func verdicts(
      _ inspected: (inspection: PageInspection, documents: [InspectedDocument]), _ lists: PageJudge
    ) -> [ExpectationVerdict] {
      var judge = ExpectationJudge(
        inspected.inspection, inspected.documents.first, page: address, lists)
      return (expectations?.expectations.all ?? []).map { judge.verdict(on: $0) }
    }
    var oldVerdicts = isComparison ? verdicts(before, old) : []
    var newVerdicts = verdicts(after, new)
    if usesEngine, (oldVerdicts + newVerdicts).contains(where: { $0.outcome == .undecided }) {
      let browser = try InspectedBrowser(page, path, hasNetwork: false, timeout: timeout, steps)
      let seen = try ObservedExpectations(
        (oldVerdicts + newVerdicts).filter { $0.outcome == .undecided }.map(\.placed.expectation),
        browser.plainTrial, isComparison ? [new.lists, old.lists] : [new.lists],
        observe: { (trial) throws(CommandError) in try browser.observe(trial) })
      newVerdicts = newVerdicts.map { $0.decided(by: seen, version: 0) }
      oldVerdicts = oldVerdicts.map { $0.decided(by: seen, version: 1) }
    }
    name = file.name
    notes = (page.isCut ? [PageFile.cutNote(of: name)] : []) + page.textNotes(of: name)
    trial = PageTrial(
      page: address, old: PageObservation(before.inspection, before.documents),
      new: PageObservation(after.inspection, after.documents),
      verdicts: newVerdicts, oldVerdicts: oldVerdicts)
    self.expectations = expectations
  }
}

extension ExpectationVerdict {
  /// The same, as it was seen where it is not known otherwise.
  fileprivate func decided(by seen: ObservedExpectations, version: Int) -> ExpectationVerdict {
    guard outcome == .undecided else { return self }
    return observed(isMet: seen.isMet(placed.expectation, version: version), in: seen.engine)
  }
}

/// What became of all pages.
struct TryReport {
  let pages: [TriedPage]
  /// The lists that are tried, by their files.
  let files: [String]
  /// Whether there are lists of before; else all that is blocked and hidden is new.
  let isComparison: Bool

  /// How much of each there is.
  var counts: TryCounts { pages.reduce(into: TryCounts()) { $0.add($1.trial) } }
}

/// What there is in trials, in numbers.
struct TryCounts: Equatable {
  var newlyBlocked = 0
  var noLongerBlocked = 0
  var newlyHidden = 0
  var noLongerHidden = 0
  var met = 0
  var broken = 0
  var undecided = 0

  mutating func add(_ trial: PageTrial) {
    newlyBlocked += trial.newlyBlocked.count
    noLongerBlocked += trial.noLongerBlocked.count
    newlyHidden += trial.newlyHidden.count
    noLongerHidden += trial.noLongerHidden.count
    met += trial.verdicts(.met).count
    broken += trial.verdicts(.broken).count
    undecided += trial.verdicts(.undecided).count
  }

  /// Whether anything is blocked or hidden that was not, or the other way round.
  var isChange: Bool { newlyBlocked + noLongerBlocked + newlyHidden + noLongerHidden > 0 }
}
