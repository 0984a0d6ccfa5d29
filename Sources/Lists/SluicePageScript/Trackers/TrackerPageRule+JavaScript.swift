import SluiceText
import SluiceTrackers

extension TrackerPageRule {
  /// Returns rules in the format of `Page/tracker-rules.js`.
  ///
  /// - Parameter run: Returns the value of `run` for an action. It is empty for rules that run nothing.
  static func javaScript(_ rules: [TrackerPageRule], run: (Action) -> String) -> [UInt8] {
    var json = JSONWriter(.outsideASCII)
    json.array { json in
      for rule in rules {
        json.object { json in
          json.add("hosts", rule.hosts.map { String(decoding: $0, as: UTF8.self) })
          switch rule.address {
          case .any: json.add("path", "")
          case .urlFilter(let filter, let isCaseSensitive):
            json.add("path", filter.description)
            if isCaseSensitive { json.add("cased", true) }
          case .regex(let regex, let host):
            json.add("path", String(decoding: regex, as: UTF8.self))
            json.add("as", host.map { String(decoding: $0, as: UTF8.self) } ?? "")
          }
          json.add("run", run(rule.action))
          rule.pages.append(to: &json)
        }
      }
    }
    return json.bytes
  }
}

extension TrackerPageRule.Pages {
  fileprivate func append(to json: inout JSONWriter) {
    if !included.isEmpty || !exact.isEmpty { json.add("on", text(included)) }
    if !excluded.isEmpty { json.add("not", text(excluded)) }
    if !exact.isEmpty { json.add("at", text(exact)) }
    if !included.isEmpty, holdsElsewhere { json.add("all", true) }
  }

  /// Returns the hosts separated by spaces, with a space at both ends, so that the script can search for a
  /// host with its spaces.
  private func text(_ hosts: [[UInt8]]) -> String {
    " " + hosts.map { String(decoding: $0, as: UTF8.self) + " " }.joined()
  }
}
