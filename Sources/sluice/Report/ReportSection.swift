import SluiceConversion

/// The section about a list.
struct ReportSection {
  let list: ReportContent.List
  /// The number of the section, counted from 1, for IDs in the page.
  let number: Int
  /// The previous state of the list. The outer optional is nil without a previous report, and the inner one
  /// if that report does not contain the list.
  let before: ReportContent.List??

  func add(to html: inout HTMLWriter) {
    html.element(.section, attributes: [.id: "list-\(number)", .labelledBy: "list-\(number)-name"]) { html in
      html.element(.h2, attributes: [.id: "list-\(number)-name"], text: list.name)
      html.element(.p, attributes: [.class: "muted"]) { html in
        html.text("For \(list.targets.joined(separator: ", ")), of \(inputs).")
      }
      addNumbers(to: &html)
      html.element(.h3, text: "Coverage")
      addCoverage(to: &html)
      html.element(.h3, text: "Reasons")
      addReasons(to: &html)
      html.element(.h3, text: "Cost by filter")
      addCosts(to: &html)
      html.element(.h3, text: "Sizes and limits")
      addSizes(to: &html)
      if let before { addChanges(since: before, to: &html) }
    }
  }

  /// The names of the inputs, with their detected kinds and dialects.
  private var inputs: String {
    let names = list.inputs.joined(separator: ", ")
    guard let readings = list.readings, let first = readings.first, readings.count == list.inputs.count else {
      return names
    }
    if readings.allSatisfy({ $0 == first }) {
      return readings.count == 1 ? "\(names), read as \(first)" : "\(names), each read as \(first)"
    }
    return zip(list.inputs, readings).map { "\($0) (read as \($1))" }.joined(separator: ", ")
  }

  // MARK: Numbers and coverage

  private func addNumbers(to html: inout HTMLWriter) {
    html.element(.dl, attributes: [.class: "numbers"]) { html in
      html.number(
        "Filters", value: Format.grouped(list.filters), note: "in \(Format.counted(list.lines, noun: "line"))"
      )
      html.number(
        "Exact", value: Percentage(of: list.converted, in: list.filters).text,
        note: "\(Format.counted(list.filters - list.converted, noun: "filter")) not")
      html.number(
        "Rules", value: Format.grouped(list.rules),
        note: "in \(Format.counted(list.files.count, noun: "list"))")
      html.number("Size", value: Format.size(list.bytes), note: "of JSON")
      html.number(
        "A document", value: PageCostText.milliseconds(list.microsecondsPerDocument),
        note: "more, as an estimate")
      html.number(
        "A request", value: PageCostText.milliseconds(list.microsecondsPerRequest),
        note: "more, as an estimate")
    }
  }

  private func addCoverage(to html: inout HTMLWriter) {
    guard list.filters > 0 else { return html.element(.p, text: "It has no filters.") }
    html.bar(list.conversion)
    html.element(.ul, attributes: [.class: "key"]) { html in
      for outcome in Outcome.allCases where list.conversion[outcome] > 0 {
        html.element(.li) { html in
          html.element(.span, attributes: [.class: "mark \(outcome.rawValue)"], text: "")
          html.text("\(outcome.words(1)) \(Format.grouped(list.conversion[outcome]))")
        }
      }
    }
    addCoverage("Filters by construct", rows: list.constructs, to: &html)
    guard !list.options.isEmpty else { return }
    html.element(.details) { html in
      html.element(.summary, text: "By option: \(Format.counted(list.options.count, noun: "option"))")
      addCoverage(
        "Network filters with an option; a filter counts once for each of its options",
        rows: list.options, to: &html)
    }
  }

  private func addCoverage(_ caption: String, rows: [ReportContent.Row], to html: inout HTMLWriter) {
    html.table(caption, columns: ["name", "filters"] + Outcome.allCases.map { $0.words(1) }) { html in
      for row in rows {
        html.row(
          row.name,
          cells: [Format.grouped(row.total)]
            + Outcome.allCases.map { row[$0] == 0 ? "–" : Format.grouped(row[$0]) })
      }
    }
  }

  // MARK: Reasons

  private func addReasons(to html: inout HTMLWriter) {
    if list.reasons.isEmpty { html.element(.p, text: "Every filter is exact.") }
    for reason in list.reasons {
      let outcome = Outcome(rawValue: reason.outcome)
      html.element(.details) { html in
        html.element(.summary) { html in
          if let outcome { html.element(.span, attributes: [.class: "mark \(outcome.rawValue)"], text: "") }
          html.element(.code, text: reason.reason)
          let words = outcome?.words(reason.filters) ?? reason.outcome
          html.text(" – \(Format.counted(reason.filters, noun: "filter")), \(words)")
        }
        let definition = Reason(id: reason.reason)?.definition()
        if let definition { html.element(.p) { $0.markdown(definition.meaning) } }
        if let instead = definition?.instead {
          html.element(.p) { html in
            html.element(.strong, text: "Instead: ")
            html.markdown(instead)
          }
        }
        addExamples(of: reason, to: &html)
      }
    }
    for note in list.notes {
      guard let known = ConversionNote(rawValue: note.note) else { continue }
      html.element(.p, attributes: [.class: "muted"]) { html in
        html.markdown(
          "Note: \(known.definition(about: Format.counted(note.filters, noun: "filter")).message).")
      }
    }
  }

  private func addExamples(of reason: ReportContent.Reason, to html: inout HTMLWriter) {
    guard let examples = reason.examples, !examples.isEmpty else { return }
    html.element(.ul) { html in
      for example in examples {
        html.element(.li) { html in
          html.element(.code, text: example.filter)
          html.element(
            .span, attributes: [.class: "muted"], text: " \(example.file):\(example.line), \(example.message)"
          )
        }
      }
    }
  }

  // MARK: Costs and sizes

  private func addCosts(to html: inout HTMLWriter) {
    html.table(
      "Time that a list adds to each document and each request, estimated for one machine",
      columns: ["list", "a document", "generic selectors", "a request", "automata"]
    ) { html in
      for row in list.pageCosts {
        html.row(
          row.file,
          cells: [
            PageCostText.milliseconds(row.cost.microsecondsPerDocument),
            Format.grouped(row.cost.selectors.total),
            PageCostText.milliseconds(row.cost.microsecondsPerRequest), Format.grouped(row.cost.automata),
          ])
      }
    }
    let mostExpensive = list.pageCosts.flatMap { $0.cost.mostExpensive ?? [] }
      .sorted { $1.nanosecondsPerPage < $0.nanosecondsPerPage }
    guard !mostExpensive.isEmpty else { return }
    html.element(.details) { html in
      html.element(.summary, text: "The most expensive filters: \(mostExpensive.count)")
      html.table(
        "The most expensive filters", columns: ["place", "a document", "a request", "filter"], style: "words"
      ) { html in
        for filter in mostExpensive {
          html.row(
            { $0.text(filter.place) },
            cells: [
              { $0.text(Self.microseconds(filter.nanosecondsPerDocument)) },
              { $0.text(Self.microseconds(filter.nanosecondsPerRequest)) },
              { $0.element(.code, text: filter.text) },
            ])
        }
      }
    }
  }

  private func addSizes(to html: inout HTMLWriter) {
    html.table(
      "Sizes of lists and their limits",
      columns: ["list", "rules", "of the limit", "size", "of the recommended size", "compressed"]
    ) { html in
      for file in list.files {
        html.row(
          { $0.text(file.name) },
          cells: [
            { $0.text(Format.grouped(file.rules)) },
            { html in
              html.text(
                "\(Percentage(of: file.rules, inLimit: file.ruleLimit).text) of \(Format.grouped(file.ruleLimit))"
              )
              html.bar(file.rules, of: file.ruleLimit)
            },
            { $0.text(Format.size(file.bytes)) },
            { html in
              guard let limit = file.byteLimit else { return html.text("no limit is known") }
              html.text("\(Percentage(of: file.bytes, inLimit: limit).text) of \(Format.size(limit))")
              html.bar(file.bytes, of: limit)
            },
            { $0.text(file.compressedBytes.map(Format.size) ?? "–") },
          ])
      }
    }
  }

  // MARK: Changes

  private func addChanges(since before: ReportContent.List?, to html: inout HTMLWriter) {
    html.element(.h3, text: "Changes")
    guard let before else { return html.element(.p, text: "The previous report does not have this list.") }
    let changes = ReportChanges(from: before, to: list)
    addChanges("Numbers", numbers: changes.numbers, to: &html)
    guard !changes.reasons.isEmpty else {
      return html.element(.p, text: "The number of filters for each reason is unchanged.")
    }
    addChanges("Reasons with more or fewer filters", numbers: changes.reasons, to: &html)
  }

  private func addChanges(_ caption: String, numbers: [ReportChanges.Number], to html: inout HTMLWriter) {
    html.table(caption, columns: ["what", "before", "now", "change"]) { html in
      for number in numbers {
        let sign = number.difference > 0 ? "+" : "−"
        html.row(
          number.label,
          cells: [
            Self.text(number.before, unit: number.unit), Self.text(number.now, unit: number.unit),
            number.difference == 0
              ? "–" : sign + Self.text(Int(clamping: number.difference.magnitude), unit: number.unit),
          ])
      }
    }
  }

  private static func text(_ number: Int, unit: ReportChanges.Number.Unit) -> String {
    switch unit {
    case .count: Format.grouped(number)
    case .bytes: Format.size(number)
    case .microseconds: PageCostText.milliseconds(number)
    }
  }

  private static func microseconds(_ nanoseconds: Int) -> String {
    nanoseconds == 0 ? "–" : "\(Format.milliseconds(.milliseconds(nanoseconds))) µs"
  }
}
