import SluiceAnalysis
import SluiceRules
import SluiceText

/// The elements that a privacy configuration hides or changes: the feature `elementHiding`.
package struct ElementHiding: Hashable, Sendable {
  /// The rules for all sites.
  package var rules: [Rule] = []
  /// The rules for some sites, including subdomains.
  package var sites: [Site] = []
  /// The sites on which the feature is off, including subdomains.
  package var exceptions: [[UInt8]] = []
  /// The texts that label advertising, in lowercase and without spaces. An element with no other text counts as
  /// empty.
  package var labels: [String] = []
  /// A selector for media and forms. An element that contains them is not empty.
  package var contentSelector = Self.usualContent

  /// The media and forms of a configuration that does not name any.
  static let usualContent =
    "video, canvas, embed, object, audio, map, form, input, select, textarea, option, button"

  /// The rules for a site.
  package struct Site: Hashable, Sendable {
    package var domain: [UInt8]
    package var rules: [Rule]
  }

  /// A selector with its effect.
  package struct Rule: Hashable, Sendable {
    /// The selector; empty for ``Effect/disableDefault``.
    package var selector: String
    package var effect: Effect
  }

  package enum Effect: Hashable, Sendable {
    case hide
    /// Hides the elements while they are empty.
    case hideEmpty
    /// Hides the highest empty elements around the elements, if they are empty themselves.
    case closestEmpty
    /// Applies style declarations.
    case style(String)
    /// Ends all rules with this selector on the site.
    case override
    /// Ends the rules for all sites on this site.
    case disableDefault

    var isOnRules: Bool {
      switch self {
      case .override, .disableDefault: true
      case .hide, .hideEmpty, .closestEmpty, .style: false
      }
    }
  }

  mutating func append(_ other: ElementHiding) {
    rules += other.rules
    sites += other.sites
    exceptions += other.exceptions
    labels += other.labels
    if contentSelector != other.contentSelector { contentSelector += ", \(other.contentSelector)" }
  }
}

/// Elements with the same effect on the same pages.
package struct HiddenElements: Sendable {
  package var effect: ElementHiding.Effect
  package var selectors: [String]
  var pages: PageSet

  /// The sites, including subdomains; nil for all sites.
  package var sites: [[UInt8]]? { pages.holdsElsewhere ? nil : pages.named.meant }
  /// The sites without the effect, including subdomains.
  package var otherSites: [[UInt8]] { pages.named.others }
}

extension TrackerExceptions {
  /// The elements that the configuration hides or changes, by effect and pages, in the order of the rules.
  package var hiddenElements: [HiddenElements] {
    guard let hiding = elementHiding else { return [] }
    func pages(_ predicate: (ElementHiding.Rule) -> Bool) -> PageSet {
      PageSet(within: hiding.sites.filter { $0.rules.contains(where: predicate) }.map(\.domain))
    }
    let protected = PageSet.all.subtracting(PageSet(within: hiding.exceptions + temporary + userHosts))
    let general = protected.subtracting(pages { $0.effect == .disableDefault })
    var overriding: [String: [[UInt8]]] = [:]
    for site in hiding.sites {
      for rule in site.rules where rule.effect == .override {
        overriding[rule.selector, default: []].append(site.domain)
      }
    }
    var found: [HiddenElements] = []
    var places: [Key: Int] = [:]
    func add(_ rules: [ElementHiding.Rule], on pages: PageSet) {
      for rule in rules where !rule.effect.isOnRules {
        let own = overriding[rule.selector].map { pages.subtracting(PageSet(within: $0)) } ?? pages
        guard !own.isEmpty else { continue }
        let key = Key(effect: rule.effect, sites: own.named.meant, others: own.named.others)
        if let place = places[key] {
          found[place].selectors.append(rule.selector)
        } else {
          places[key] = found.count
          found.append(HiddenElements(effect: rule.effect, selectors: [rule.selector], pages: own))
        }
      }
    }
    add(hiding.rules, on: general)
    for site in hiding.sites {
      add(site.rules, on: protected.intersection(PageSet(within: [site.domain])))
    }
    return found
  }

  private struct Key: Hashable {
    var effect: ElementHiding.Effect
    var sites: [[UInt8]]
    var others: [[UInt8]]
  }

  /// The rules that hide elements, without those that are hidden only while they are empty.
  var hidingRules: [Rule] {
    hiddenElements.compactMap { elements in
      guard elements.effect == .hide,
        let selectors = NonEmpty(elements.selectors.compactMap { try? CSSSelector(parsing: $0) })
      else { return nil }
      let trigger = Trigger(urlFilter: .any, resourceTypes: [.topDocument])
      return elements.pages.limiting(trigger).map { Rule(trigger: $0, action: .hide(selectors)) }
    }
  }
}

struct ElementHidingReader {
  private(set) var hiding: ElementHiding

  /// Reads a member of the settings. Other members are about the time at which an app looks for elements.
  mutating func read(
    _ key: JSONValue, value: JSONValue, reader: inout TrackerDataReader, in json: Span<UInt8>
  ) {
    if key.isString("rules", in: json) {
      hiding.rules += Self.rules(value, reader: &reader, in: json)
    } else if key.isString("domains", in: json) {
      reader.elements(value, in: json) { reader, value in
        guard value.kind == .object else { return reader.note(expected: .object, value, in: json) }
        var (domains, rules): ([[UInt8]], [ElementHiding.Rule]) = ([], [])
        reader.members(value, in: json) { reader, key, value in
          if key.isString("domain", in: json) {
            // One or several domains.
            if value.kind == .array {
              domains += reader.hosts(value, in: json)
            } else if let host = reader.host(value, in: json) {
              domains.append(host)
            }
          } else if key.isString("rules", in: json) {
            rules += Self.rules(value, reader: &reader, in: json)
          }
        }
        hiding.sites += domains.map { ElementHiding.Site(domain: $0, rules: rules) }
      }
    } else if key.isString("adLabelStrings", in: json) {
      hiding.labels += reader.strings(value, in: json).map { label in
        String(label.lowercased().filter { !$0.isWhitespace })
      }
    } else if key.isString("mediaAndFormSelectors", in: json) {
      guard let selector = reader.string(value, in: json) else { return }
      guard Self.isSelector(selector) else {
        return reader.note(.unknownValue(selector), value: value, in: json)
      }
      hiding.contentSelector = selector
    }
  }

  private static func rules(
    _ array: JSONValue, reader: inout TrackerDataReader, in json: Span<UInt8>
  ) -> [ElementHiding.Rule] {
    var rules: [ElementHiding.Rule] = []
    reader.elements(array, in: json) { reader, value in
      guard value.kind == .object else { return reader.note(expected: .object, value, in: json) }
      var (selector, declarations) = ("", "")
      var type: (text: String, value: JSONValue)?
      reader.members(value, in: json) { reader, key, value in
        if key.isString("selector", in: json) {
          guard let text = reader.string(value, in: json) else { return }
          guard isSelector(text) else { return reader.note(.unknownValue(text), value: value, in: json) }
          selector = text
        } else if key.isString("type", in: json) {
          type = reader.string(value, in: json).map { ($0, value) }
        } else if key.isString("values", in: json) {
          declarations = self.declarations(value, reader: &reader, in: json)
        }
      }
      guard let type else { return reader.note(.missing("type"), value: value, in: json) }
      let effect: ElementHiding.Effect
      switch type.text {
      case "hide": effect = .hide
      case "hide-empty": effect = .hideEmpty
      case "closest-empty": effect = .closestEmpty
      case "override": effect = .override
      case "disable-default": effect = .disableDefault
      case "modify-style" where !declarations.isEmpty: effect = .style(declarations)
      case let other: return reader.note(.unknownValue(other), value: type.value, in: json)
      }
      if selector.isEmpty, effect != .disableDefault { return }
      rules.append(ElementHiding.Rule(selector: selector, effect: effect))
    }
    return rules
  }

  /// Reads `[{"property": …, "value": …}]` as declarations.
  private static func declarations(
    _ array: JSONValue, reader: inout TrackerDataReader, in json: Span<UInt8>
  ) -> String {
    var declarations: [String] = []
    reader.elements(array, in: json) { reader, value in
      var (name, text) = ("", "")
      reader.members(value, in: json) { reader, key, value in
        if key.isString("property", in: json) { name = reader.string(value, in: json) ?? "" }
        if key.isString("value", in: json) { text = reader.string(value, in: json) ?? "" }
      }
      if !name.isEmpty { declarations.append("\(name): \(text) !important;") }
    }
    return declarations.joined(separator: " ")
  }

  private static func isSelector(_ text: String) -> Bool {
    CSSSelector.problem(in: text) == nil && CSSSelector.misreading(of: text) == nil
  }
}
