import SluiceText

/// The checks of single lines that are on.
struct LineChecks {
  /// A rule with its check. An array of closures would call each through another function.
  private struct Rule {
    let id: LintRule.Own
    let check: OwnRule.Check
  }

  private var lines: [Rule] = []
  private var network: [Rule] = []
  private var cosmetic: [Rule] = []
  private var names: [Rule] = []
  private var hosts: [Rule] = []
  private var domains: [Rule] = []
  private var breadth: [Rule] = []

  init(_ rules: [LintRule.Own]) {
    for id in rules {
      let rule = Rule(id: id, check: id.rule.check)
      switch rule.check {
      case .line: lines.append(rule)
      case .network: network.append(rule)
      case .cosmetic: cosmetic.append(rule)
      case .name: names.append(rule)
      case .host: hosts.append(rule)
      case .domains: domains.append(rule)
      case .breadth: breadth.append(rule)
      case .list, .comparison, .conversion, .body: break
      }
    }
  }

  func check(_ line: LintedLine, _ context: LintContext, _ found: inout LintFindingCollector) {
    for rule in lines { if case .line(let check) = rule.check { check(line, &found) } }
    switch line.content {
    case .network(let filter):
      if line.hostName == nil {
        for rule in network { if case .network(let check) = rule.check { check(filter, line, &found) } }
      }
    case .cosmetic(let filter):
      for rule in cosmetic { if case .cosmetic(let check) = rule.check { check(filter, line, &found) } }
      guard !names.isEmpty, let name = GenericName(filter, line.bytes.span) else { break }
      for rule in names {
        if case .name(let predicate) = rule.check, predicate(name) {
          found.add(rule.id, at: line.location, name.range)
        }
      }
    case .hosts: break
    case .blank, .comment, .header, .metadata, .directive, .hint, .continuation, .rejected: return
    }
    if !breadth.isEmpty {
      for reason in line.breadth(context.suffixes) {
        for rule in breadth {
          if case .breadth(reason.kind) = rule.check { found.add(rule.id, at: line.location, reason.range) }
        }
      }
    }
    guard !domains.isEmpty || !hosts.isEmpty else { return }
    let entries = line.domains
    for rule in domains where !entries.isEmpty {
      if case .domains(let check) = rule.check { check(entries, line, &found) }
    }
    guard !hosts.isEmpty else { return }
    line.forEachHost(entries) { host in
      for rule in hosts {
        if case .host(let check) = rule.check, let problem = check(host, line, context) {
          found.add(rule.id, at: line.location, host, .words(problem))
        }
      }
    }
  }
}
