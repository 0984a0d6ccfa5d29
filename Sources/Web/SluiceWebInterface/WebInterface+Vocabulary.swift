import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

extension WebInterface {
  /// Returns the names that an editor offers: targets, dialects, kinds of requests, and the options of filters.
  static func vocabulary() -> [UInt8] {
    var json = JSONWriter(.hidden)
    json.object { json in
      json.add("targets", Target.names)
      json.add("dialects", ["auto"] + Dialect.allCases.map { $0.rawValue })
      json.add("types", Request.Kind.allCases.map { $0.rawValue })
      json.add("options", objects: OptionTable.definitions) { json, option in
        json.add("name", option.name)
        json.add("meaning", option.meaning)
        switch option.value {
        case .never: break
        case .optional, .required, .requiredToAct: json.add("hasValue", true)
        }
        if option.isNegatable { json.add("isNegatable", true) }
      }
    }
    return json.bytes
  }
}
