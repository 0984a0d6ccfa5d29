import SluicePageEngine
import SluicePageInspection

/// A page and the effects of lists on it.
struct TriedPage {
  /// The file of the page.
  let name: String
  let trial: PageTrial
  /// The file with expectations; nil without one.
  let expectations: ExpectationFile?
  /// Notes about how the page was read.
  let notes: [String]

  /// Reads a page and tests it with the old and the new lists.
  init(
    _ path: String, old: inout PageJudge, new: inout PageJudge, isComparison: Bool,
    usesEngine: Bool, timeout: Int, _ steps: Steps
  ) throws(CommandError) {
    let expectations = try ExpectationFile.nextTo(path)
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
  /// Returns the verdict. If it is undecided, the observation in a browser decides.
  fileprivate func decided(by seen: ObservedExpectations, version: Int) -> ExpectationVerdict {
    guard outcome == .undecided else { return self }
    return observed(isMet: seen.isMet(placed.expectation, version: version), in: seen.engine)
  }
}

/// The results for all pages.
struct TryReport {
  let pages: [TriedPage]
  /// The files of the tested lists.
  let files: [String]
  /// Whether there are old lists. Otherwise, everything that is blocked or hidden is new.
  let isComparison: Bool

  /// The number of results of each kind, on all pages.
  var counts: TryCounts { pages.reduce(into: TryCounts()) { $0.add($1.trial) } }
}

/// The number of results of each kind.
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

  /// Whether anything is newly blocked or hidden, or no longer so.
  var isChange: Bool { newlyBlocked + noLongerBlocked + newlyHidden + noLongerHidden > 0 }
}
