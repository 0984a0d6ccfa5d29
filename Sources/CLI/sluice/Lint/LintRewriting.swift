import SluiceLint
import SluiceSystem

/// A writer that saves fixed lists to their files.
struct LintRewriting {
  private let files: [InputFile]

  init(_ files: [InputFile]) { self.files = files }

  /// Writes all changed lists, or none.
  func write(_ lists: [FixedList], of report: LintReport) throws(CommandError) {
    let batch = OutputBatch()
    for (list, source) in zip(lists, report.sources) where list.isChanged {
      guard source.name != InputFile.standardInputName else {
        throw CommandError(LintFailure.fixedStandardInput)
      }
      guard let storage = files.first(where: { $0.name == source.name })?.storage, storage == .plain else {
        throw CommandError(LintFailure.fixedPacked(source.name))
      }
      let destination = try Destination.named(source.name)
      // Another program may have changed the file in the meantime.
      guard let file = files.first(where: { $0.name == source.name }), file.identity == destination.identity,
        try InputFile(source.name).bytes == source.bytes
      else { throw CommandError(LintFailure.changedMeanwhile(source.name)) }
      try batch.add(list.bytes, to: destination)
    }
    try batch.finish()
  }
}
