import SluiceAnalysis
import SluicePageInspection

/// The style and the script of an inspection page.
enum InspectionStyle {
  static func color(of outcome: InspectedRequest.Outcome) -> PageStyle.Color {
    switch outcome {
    case .blocked: PageStyle.Color(name: outcome.rawValue, light: "#b3261e", dark: "#f28b82")
    case .excepted: PageStyle.Color(name: outcome.rawValue, light: "#8a5a00", dark: "#e0a83a")
    case .allowed: PageStyle.Color(name: outcome.rawValue, light: "#1a7f37", dark: "#57c274")
    }
  }

  /// Returns the ID of the check box that shows the rows with an outcome.
  static func box(_ outcome: InspectedRequest.Outcome) -> String { "show-\(outcome.rawValue)" }
  static func box(_ kind: Request.Kind) -> String { "show-\(kind.rawValue)" }
  static func row(_ kind: Request.Kind) -> String { "of-\(kind.rawValue)" }

  static let css: String = {
    let outcomes = InspectedRequest.Outcome.allCases
    var rules = outcomes.map { outcome in
      """
      .mark.\(outcome.rawValue), .\(outcome.rawValue) .time span { background: var(--\(outcome.rawValue)) }
      body:has(#\(box(outcome)):not(:checked)) tr.\(outcome.rawValue) { display: none }
      """
    }
    rules += Request.Kind.allCases.map {
      "body:has(#\(box($0)):not(:checked)) tr.\(row($0)) { display: none }"
    }
    return PageStyle.css(
      outcomes.map(color(of:)),
      """
      body { max-width: 90rem }
      fieldset { margin: .5rem 0; border: 1px solid var(--line); border-radius: .5rem }
      label { display: inline-block; margin-right: 1rem }
      input[type=search] { font: inherit; width: min(30rem, 100%) }
      .mark { display: inline-block; width: .75rem; height: .75rem; margin-right: .35rem; border-radius: .2rem }
      .requests th:first-child { max-width: 40rem; overflow-wrap: anywhere }
      .requests td:nth-child(2) { text-align: left }
      tbody th ul { margin: 0; padding-left: 1.5rem; font-size: .9em }
      .time { width: 12rem; height: .75rem; border-radius: .2rem; overflow: hidden; background: var(--panel) }
      .time span { display: block; min-width: 2px; height: 100% }
      tr.missed { display: none }
      .pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem }
      .pictures figure { margin: 0 }
      .pictures img { width: 100%; border: 1px solid var(--line) }
      @media print { fieldset, #search { display: none } .mark, .time span { print-color-adjust: exact } }
      \(rules.joined(separator: "\n"))
      """)
  }()

  /// The search script. It hides rows that do not contain all of the words. The script contains no `<`, so it
  /// needs no escaping.
  static let script: StaticString = """
    (() => {
      const rows = Array.from(document.querySelectorAll(".requests tbody tr"));
      const texts = rows.map(row => row.textContent.toLowerCase());
      const box = document.getElementById("words"), found = document.getElementById("found");
      box.addEventListener("input", () => {
        const words = box.value.toLowerCase().split(" ").filter(word => word);
        let count = 0;
        rows.forEach((row, index) => {
          const has = words.every(word => texts[index].includes(word));
          row.classList.toggle("missed", !has);
          if (has) count += 1;
        });
        found.textContent = words.length ? ` ${count} of ${rows.length}` : "";
      });
      document.getElementById("search").hidden = false;
    })();
    """
}
