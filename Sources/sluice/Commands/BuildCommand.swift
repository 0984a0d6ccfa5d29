import ListBuilding

/// `sluice build [FILE]`
enum BuildCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitCode {
    if arguments.watches { try BuildWatch.run(arguments, console) }
    try build(try find(arguments), arguments, console)
    return .success
  }

  /// Reads the build file.
  static func find(_ arguments: Arguments) throws(CommandError) -> BuildFile.Found {
    let result: Result<BuildFile.Found, BuildFileMistake>
    do throws(BuildProblem) {
      result = try BuildFile.find(arguments.operands.first)
    } catch {
      throw .build(error)
    }
    do throws(BuildFileMistake) {
      return try result.get()
    } catch {
      throw .buildFile(error)
    }
  }

  /// Builds once. `whenRead` is called with what decides the result besides the build file.
  static func build(
    _ found: BuildFile.Found, _ arguments: Arguments, _ console: Console,
    whenRead: ([String: FileStamp]) -> Void = { _ in }
  ) throws(CommandError) {
    let start = ContinuousClock.now
    let output = found.output(arguments.output)
    var settings = Build.Settings(
      root: found.root, output: output, toolVersion: Program.version, threads: arguments.threads)
    settings.inputs = found.inputs
    let progress = FetchProgress(console: console, isQuiet: arguments.isQuiet)
    let transport = FetchProcess { progress.show($0) }
    let summary: Build.Summary
    do throws(BuildFailure) {
      let store = try store(found, arguments, transport)
      summary = try Build(found.file, settings: settings, remote: store).run(
        whenWaiting: {
          guard !arguments.isQuiet else { return }
          console.printError(Array("waiting for another build of '\(output)'\n".utf8))
        }, whenRead: whenRead)
    } catch {
      progress.clear()
      for problem in error.problems.dropLast() { console.report(.build(problem), arguments.color) }
      throw error.problems.last.map { .build($0) } ?? .build(BuildProblem(output, "was not built"))
    }
    progress.clear()
    report(summary, output, ContinuousClock.now - start, arguments, console)
  }

  private static func store(
    _ found: BuildFile.Found, _ arguments: Arguments, _ transport: FetchProcess
  ) throws(BuildFailure) -> SourceStore {
    do throws(BuildProblem) {
      return try SourceStore(
        cache: arguments.cache ?? BuildFile.defaultCache,
        settings: .init(
          policy: found.file.fetching,
          mode: arguments.isOffline ? .never : arguments.refreshes ? .always : .whenExpired,
          believesShrunkLists: arguments.believes, namedHosts: found.file.namedHosts),
        transport: transport)
    } catch {
      throw BuildFailure(problems: [error])
    }
  }

  private static func report(
    _ summary: Build.Summary, _ output: String, _ duration: Duration, _ arguments: Arguments,
    _ console: Console
  ) {
    let style = TextStyle(isColored: console.errorTerminal.hasColors(arguments.color))
    var text = ""
    for warning in summary.warnings {
      text += style.bold(DisplayText.escaping(warning.source)) + ": " + style.yellow("warning: ")
      text += DisplayText.escaping(warning.message) + "\n"
    }
    if !arguments.isQuiet {
      if let reason = summary.reasonOneByOne {
        text +=
          style.bold(DisplayText.escaping(output)) + ": note: its files were replaced one by one, not all"
        text += " at once: \(DisplayText.escaping(reason))\n"
      }
      for list in summary.lists { text += line(list) + "\n" }
      let changed = summary.lists.count { !$0.isUnchanged }
      let lists = Format.counted(summary.lists.count, "list")
      let what = changed == 0 ? "unchanged" : changed == summary.lists.count ? "built" : "\(changed) built"
      text +=
        style.bold("\(DisplayText.escaping(output)): \(lists), \(what), \(Format.seconds(duration))") + "\n"
    }
    if !text.isEmpty { console.printError(Array(text.utf8)) }
  }

  private static func line(_ list: Build.ListSummary) -> String {
    let rules = "\(Format.counted(list.rules, "rule")) (\(Format.size(list.bytes)))"
    if list.isUnchanged { return "\(list.name): unchanged, \(rules)" }
    return "\(list.name): \(Format.counted(list.filters, "filter")) → \(rules),"
      + " \(Format.grouped(list.notExpressible)) not expressible"
  }
}
