// The rules of the list, grouped by what they do.
import { counted, duration, element, grouped, make, size } from './dom.js'

const words = {
  block: 'Block', 'block-cookies': 'Block cookies', 'css-display-none': 'Hide elements', 'ignore-previous-rules': 'Exceptions',
  'make-https': 'Upgrade to HTTPS',
}

export class Rules {
  #place = element('rules')
  /** The buttons of the rules of each line. */
  #buttons = new Map()
  #marked = []

  /** @param {{mark: (lines: number[]) => void, select: (line: number) => void}} handlers */
  constructor(handlers) {
    this.handlers = handlers
  }

  show({ rules, ruleCount, byteCount, pageCost }) {
    this.#buttons = new Map()
    this.#marked = []
    const groups = new Map()
    for (const rule of rules) {
      const { type } = JSON.parse(rule.text).action
      if (!groups.has(type)) groups.set(type, [])
      groups.get(type).push(this.#button(rule))
    }
    element('size').replaceChildren(`${counted(ruleCount, 'rule')}, ${size(byteCount)}`)
    this.#place.replaceChildren(
      ...[...groups].flatMap(([type, buttons]) => [
        make('h3', {}, `${words[type] ?? type} (${grouped(buttons.length)})`),
        make('ul', { class: 'rules' }, ...buttons.map((button) => make('li', {}, button))),
      ]),
      rules.length < ruleCount ? make('p', {}, `These are the first ${grouped(rules.length)} of ${grouped(ruleCount)} rules. The download has all of them.`) : '',
      ruleCount ? '' : make('p', {}, 'There are no rules.'))
    if (pageCost) this.#showCost(pageCost)
  }

  /** Shows no rules, because the list was not converted. */
  clear() {
    this.#buttons = new Map()
    this.#marked = []
    for (const place of [element('size'), this.#place, element('cost')]) place.replaceChildren()
  }

  #button({ index, text, lines }) {
    const from = lines.length ? `line${lines.length > 1 ? 's' : ''} ${lines.slice(0, 8).join(', ')}${lines.length > 8 ? ' …' : ''}` : 'no filter'
    const button = make('button', { type: 'button', class: 'rule', title: `rule ${index}, from ${from}` }, text)
    const mark = () => this.handlers.mark(lines)
    button.addEventListener('pointerenter', mark)
    button.addEventListener('focus', mark)
    button.addEventListener('click', () => lines.length && this.handlers.select(lines[0]))
    for (const line of lines) {
      const others = this.#buttons.get(line)
      if (others) others.push(button)
      else this.#buttons.set(line, [button])
    }
    return button
  }

  /** Highlights the rules of a line and scrolls to them. */
  mark(line) {
    for (const button of this.#marked) button.classList.remove('marked')
    this.#marked = this.#buttons.get(line) ?? []
    for (const button of this.#marked) button.classList.add('marked')
    const [first] = this.#marked
    if (!first) return
    // Scrolls the list of rules alone: scrollIntoView would also scroll the page.
    const top = first.offsetTop
    const { scrollTop, clientHeight } = this.#place
    if (top < scrollTop || top + first.offsetHeight > scrollTop + clientHeight) this.#place.scrollTop = top - 40
  }

  #showCost(cost) {
    const items = (cost.mostExpensive ?? []).map((one) => {
      const time = one.nanosecondsPerDocument
        ? `${duration(Math.round(one.nanosecondsPerDocument / 1000))} per document`
        : `${duration(Math.round(one.nanosecondsPerRequest / 1000))} per request`
      const what = one.filter ? [`line ${one.filter.line}: `, make('code', {}, one.filter.text)] : [`rule ${one.rule}`]
      return make('li', {}, ...what, ` (${time})`)
    })
    element('cost').replaceChildren(
      make('p', {}, `The list adds an estimated ${duration(cost.microsecondsPerDocument)} of CPU time to each document and ${duration(cost.microsecondsPerRequest)} to each request.`),
      ...(items.length ? [make('h3', {}, 'Most expensive filters'), make('ul', {}, ...items)] : []))
  }
}
