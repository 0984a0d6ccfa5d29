/// Many selectors, of which those that match an element are found without trying all: by an id, a class, an attribute or
/// a name that the element must have.
public struct SelectorSet: Sendable {
  private struct Entry: Sendable {
    var number: Int
    var alternative: Int
  }

  private let selectors: [ParsedSelector]
  private var ids: [[UInt8]: [Entry]] = [:]
  private var classes: [[UInt8]: [Entry]] = [:]
  private var attributes: [[UInt8]: [Entry]] = [:]
  private var types: [[UInt8]: [Entry]] = [:]
  private var others: [Entry] = []

  /// A set of selectors, which are told apart by their indices.
  public init(_ selectors: [ParsedSelector]) {
    self.selectors = selectors
    for (number, selector) in selectors.enumerated() {
      for (alternative, complex) in selector.alternatives.enumerated() {
        guard let compound = complex.compounds.last else { continue }
        add(Entry(number: number, alternative: alternative), compound)
      }
    }
  }

  /// The rarest of what the element must have says where it is looked for. Keys are in small letters, since pages
  /// without a doctype take them in any case.
  private mutating func add(_ entry: Entry, _ compound: ParsedSelector.Compound) {
    var classKey: [UInt8]?
    var attributeKey: [UInt8]?
    var typeKey: [UInt8]?
    for simple in compound.simples {
      switch simple.condition {
      case .id(let name): return ids[Self.key(name), default: []].append(entry)
      case .class(let name): classKey = classKey ?? Self.key(name)
      case .attribute(let attribute): attributeKey = attributeKey ?? Self.key(attribute.name)
      case .type(let name, _): typeKey = name.map(Self.key)
      case .pseudoElement: return
      case .any, .not, .has, .nth, .languages, .direction, .pseudoClass, .nesting: break
      }
    }
    if let classKey {
      classes[classKey, default: []].append(entry)
    } else if let attributeKey {
      attributes[attributeKey, default: []].append(entry)
    } else if let typeKey {
      types[typeKey, default: []].append(entry)
    } else {
      others.append(entry)
    }
  }

  private static func key(_ name: [UInt8]) -> [UInt8] { name.map(\.asciiLowercased) }

  /// The selectors that match an element, or may, in the order of their indices.
  public func verdicts(
    on element: HTMLDocument.Node, _ matcher: SelectorMatcher
  ) -> [(selector: Int, verdict: SelectorVerdict)] {
    let document = matcher.document
    var candidates = others
    candidates += types[Self.key(document.name(of: element))] ?? []
    for index in document.range(element.index) {
      let attribute = document.attributes[index]
      candidates += attributes[Self.key([UInt8](document.names[attribute.name]))] ?? []
      if attribute.hasNamespace { continue }
      let value = document.value(of: attribute)
      switch attribute.name {
      case Names.idNumber: candidates += ids[Self.key([UInt8](value))] ?? []
      case Names.classNumber:
        // A class can stand there twice.
        for word in Set([UInt8](value).split(whereSeparator: \.isHTMLSpace)) {
          candidates += classes[Self.key(Array(word))] ?? []
        }
      default: break
      }
    }
    var verdicts: [Int: SelectorVerdict] = [:]
    for entry in candidates {
      let known = verdicts[entry.number] ?? .fails
      if known == .matches { continue }
      verdicts[entry.number] =
        known || matcher.verdict(of: selectors[entry.number].alternatives[entry.alternative], on: element)
    }
    return verdicts.filter { $0.value != .fails }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
