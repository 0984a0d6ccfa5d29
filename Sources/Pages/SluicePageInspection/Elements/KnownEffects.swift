import SluiceDocuments
import SluiceRules

/// The effects of the selectors that have matched. Elements times selectors can be millions of hits, so a hit copies
/// no effect.
struct KnownEffects {
  struct Known {
    let outcome: ElementAnswer.Outcome
    let needsScript: Bool
    let hasRule: Bool
    fileprivate let effect: Int
    /// The same number for equal selectors.
    fileprivate let selector: Int
  }

  private enum State {
    case unknown
    case ineffective
    case known(Known)
  }

  private var states: [State]
  private var effects: [ElementAnswer.Effect] = []
  private var selectors: [CSSSelector: Int] = [:]
  /// The latest element on which a selector has covered.
  private var covered: [HTMLDocument.Node??] = []

  init(_ count: Int) { states = Array(repeating: .unknown, count: count) }

  subscript(known: Known) -> ElementAnswer.Effect { effects[known.effect] }

  /// Returns what is known about the selector with a number, or `nil` if it has no effect on this page.
  mutating func known(_ number: Int, _ read: () -> (CSSSelector, ElementAnswer.Effect?)) -> Known? {
    switch states[number] {
    case .known(let known): return known
    case .ineffective: return nil
    case .unknown: break
    }
    let (selector, effect) = read()
    guard let effect else {
      states[number] = .ineffective
      return nil
    }
    let same = selectors[selector] ?? covered.count
    if same == covered.count {
      selectors[selector] = same
      covered.append(nil)
    }
    let known = Known(
      outcome: effect.outcome, needsScript: effect.needsScript, hasRule: effect.rule != nil,
      effect: effects.count, selector: same)
    effects.append(effect)
    states[number] = .known(known)
    return known
  }

  /// Remembers that a selector has an effect on an element. Returns whether this is new.
  mutating func cover(_ known: Known, on element: HTMLDocument.Node?) -> Bool {
    if let latest = covered[known.selector], latest == element { return false }
    covered[known.selector] = .some(element)
    return true
  }
}
