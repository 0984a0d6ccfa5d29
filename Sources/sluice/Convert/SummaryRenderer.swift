import Conversion
import ListBuilding

/// A summary as text or JSON.
enum SummaryRenderer {
  /// The table that accounts for every line, then the one line to quote.
  static func text(_ summary: Summary, style: TextStyle) -> String {
    let rows = rows(of: summary)
    let labelWidth = rows.map { $0.indent + $0.label.count }.max() ?? 0
    let numberWidth = rows.map { Format.grouped($0.number).count }.max() ?? 0
    var text = ""
    for row in rows {
      let label = String(repeating: " ", count: row.indent) + DisplayText.escaping(row.label)
      let number = Format.grouped(row.number)
      text += label + String(repeating: " ", count: max(0, labelWidth - row.indent - row.label.count) + 2)
      text += String(repeating: " ", count: numberWidth - number.count) + number
      text += row.note.isEmpty ? "\n" : style.dim("  \(DisplayText.escaping(row.note))") + "\n"
    }
    for note in summary.notes {
      text += NoteText.line(note.note, about: Format.counted(note.count, "filter"), style: style)
    }
    for remark in summary.remarks { text += remark.text(style: style) }
    if summary.rules == 0 {
      text += "Nothing was converted: the output has one rule that does nothing.\n"
    }
    return text + style.bold(line(summary)) + "\n"
  }

  /// `easylist: 79,288 filters → 61,902 rules (6.1 MB), 412 not expressible, 0.09 s`
  static func line(_ summary: Summary) -> String {
    "\(DisplayText.escaping(summary.title)): \(Format.counted(summary.filters, "filter"))"
      + " → \(Format.counted(summary.rules, "rule")) (\(Format.size(summary.bytes))),"
      + " \(Format.grouped(summary.notExpressible)) not expressible, \(Format.seconds(summary.duration))"
  }

  /// One object in a line, under the key `summary`, which no finding has.
  static func appendJSON(_ summary: Summary, to output: inout [UInt8]) {
    func append(_ text: String) { output.append(contentsOf: text.utf8) }
    append(#"{"summary":{"inputs":["#)
    for (index, input) in summary.inputs.enumerated() {
      if index > 0 { append(",") }
      JSONText.append(input, to: &output)
    }
    append(#"],"lines":\#(summary.lines),"filters":\#(summary.filters),"exact":\#(summary.exact)"#)
    append(#","approximated":\#(summary.approximated),"notExpressible":\#(summary.notExpressible)"#)
    append(#","reasons":["#)
    for (index, row) in summary.reasons.enumerated() {
      append(index > 0 ? #",{"outcome":"# : #"{"outcome":"#)
      JSONText.append(row.outcome.rawValue, to: &output)
      append(#","reason":"#)
      JSONText.append(row.reason, to: &output)
      append(#","count":\#(row.count)}"#)
    }
    append(#"],"notes":["#)
    for (index, row) in summary.notes.enumerated() {
      append(index > 0 ? #",{"note":"# : #"{"note":"#)
      JSONText.append(row.note.id, to: &output)
      append(#","filters":\#(row.count)}"#)
    }
    append(#"],"outputs":["#)
    for (index, list) in summary.outputs.enumerated() {
      append(index > 0 ? #",{"part":"# : #"{"part":"#)
      JSONText.append(list.part.rawValue, to: &output)
      append(#","file":"#)
      JSONText.append(list.name, to: &output)
      append(#","rules":\#(list.rules),"bytes":\#(list.bytes),"form":"\#(list.form.rawValue)"}"#)
    }
    append(#"],"remarks":["#)
    for (index, remark) in summary.remarks.enumerated() {
      append(index > 0 ? #",{"remark":"# : #"{"remark":"#)
      JSONText.append(remark.id.rawValue, to: &output)
      append(#","file":"#)
      JSONText.append(remark.file, to: &output)
      append(#","message":"#)
      JSONText.append(remark.message, to: &output)
      append("}")
    }
    append("]")
    if let deferred = summary.deferred {
      append(#","advanced":{"file":"#)
      JSONText.append(deferred.name, to: &output)
      append(#","filters":\#(deferred.filters),"bytes":\#(deferred.bytes)}"#)
    }
    if let page = summary.page { appendJSON(page, to: &output) }
    append(",\"seconds\":\(Format.milliseconds(summary.duration))}}\n")
  }

  private static func appendJSON(_ page: Summary.Page, to output: inout [UInt8]) {
    output.append(contentsOf: #","page":{"files":["#.utf8)
    for (index, file) in page.files.enumerated() {
      output.append(contentsOf: (index > 0 ? #",{"file":"# : #"{"file":"#).utf8)
      JSONText.append(file.name, to: &output)
      output.append(contentsOf: #","bytes":\#(file.bytes)}"#.utf8)
    }
    output.append(contentsOf: #"],"filters":\#(page.filters),"notDone":["#.utf8)
    for (index, reason) in page.reasons.enumerated() {
      output.append(contentsOf: (index > 0 ? #",{"reason":"# : #"{"reason":"#).utf8)
      JSONText.append(reason.id, to: &output)
      output.append(contentsOf: #","count":\#(reason.count),"example":"#.utf8)
      JSONText.append(reason.example, to: &output)
      output.append(UInt8(ascii: "}"))
    }
    output.append(contentsOf: "]}".utf8)
  }

  private struct Row {
    var indent = 0
    let label: String
    let number: Int
    var note = ""
  }

  private static func rows(of summary: Summary) -> [Row] {
    var rows = [
      Row(label: "lines", number: summary.lines),
      Row(indent: 2, label: "no filters", number: summary.lines - summary.filters - summary.inactive),
      Row(indent: 2, label: "taken out by !#if", number: summary.inactive),
      Row(indent: 2, label: "filters", number: summary.filters),
      Row(indent: 4, label: "exact", number: summary.exact),
      Row(indent: 4, label: "approximated", number: summary.approximated),
    ]
    rows.removeAll { $0.label == "taken out by !#if" && $0.number == 0 }
    let (approximated, others) = (
      summary.reasons.filter { $0.outcome == .approximated },
      summary.reasons.filter { $0.outcome != .approximated }
    )
    rows += approximated.map { Row(indent: 6, label: $0.reason, number: $0.count) }
    rows.append(Row(indent: 4, label: "not expressible", number: summary.notExpressible))
    rows += others.map {
      Row(
        indent: 6, label: $0.reason, number: $0.count,
        note: $0.outcome == .deferred ? "needs a script or style" : "")
    }
    for output in summary.outputs {
      let part = output.part == .all ? "" : "\(output.part.rawValue) "
      rows.append(
        Row(
          label: "\(part)rules", number: output.rules, note: "\(Format.size(output.bytes))  \(output.name)"))
    }
    if let deferred = summary.deferred {
      let note = "\(Format.size(deferred.bytes))  \(deferred.name)"
      rows.append(Row(label: "advanced filters", number: deferred.filters, note: note))
    }
    if let page = summary.page {
      let files = page.files.map { "\(Format.size($0.bytes))  \($0.name)" }
      rows.append(
        Row(
          label: "done in pages", number: page.filters,
          note: files.isEmpty ? "no script is needed, and none is written" : files.joined(separator: ", ")))
      rows += page.reasons.map { Row(indent: 2, label: $0.id, number: $0.count, note: $0.example) }
    }
    return rows
  }
}
