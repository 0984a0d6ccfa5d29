// A text area with line numbers, marks under what is not exact, and completion of option names. Only the visible lines
// are drawn, so that a list of a hundred thousand lines is edited like one of ten.
import { element, make } from './dom.js'

/** The height of a line in pixels, as in playground.css. */
const lineHeight = 20
const padding = 6

export class Editor {
  #text = element('filters')
  #numbers = element('numbers')
  #marks = element('marks')
  #list = element('completions')
  /** The text: a text area takes long to return a long one. */
  #value = ''
  /** The start of each line. */
  #starts = [0]
  /** The diagnostics of each line, by its number. */
  #diagnostics = new Map()
  #marked = new Set()
  #options = []
  #choices = []
  #choice = 0
  #characterWidth

  /**
   * @param {{change: () => void, cursor: (line: number) => void, hover: (line: number | undefined) => void}} handlers
   */
  constructor(handlers) {
    const text = this.#text
    text.addEventListener('input', () => {
      const count = this.#starts.length
      this.#split()
      this.#shift(this.#starts.length - count)
      this.#draw()
      this.#complete()
      handlers.change()
    })
    text.addEventListener('scroll', () => {
      this.#close()
      this.#draw()
    })
    text.addEventListener('keydown', (event) => this.#key(event))
    text.addEventListener('blur', () => this.#close())
    let line = 0
    document.addEventListener('selectionchange', () => {
      if (document.activeElement !== text || this.line === line) return
      line = this.line
      handlers.cursor(line)
    })
    let hovered
    let resting
    text.addEventListener('pointermove', (event) => {
      // Browsers also report a pointer that rests where the page appears. It asks for nothing.
      const place = `${event.clientX} ${event.clientY}`
      resting ??= place
      if (place === resting) return
      const line = this.#lineAt(event.offsetY)
      if (line !== hovered) handlers.hover((hovered = line))
    })
    text.addEventListener('pointerleave', () => handlers.hover((hovered = undefined)))
    // Drawing can change the size again, which an observer must not do at once.
    new ResizeObserver(() => requestAnimationFrame(() => this.#draw())).observe(text)
  }

  get text() {
    return this.#value
  }

  set text(text) {
    this.#text.value = text
    this.#text.setSelectionRange(0, 0)
    this.#split()
    this.#draw()
  }

  /** The number of the line with the cursor, from 1. */
  get line() {
    return this.#lineOf(this.#text.selectionStart)
  }

  textOfLine(line) {
    const start = this.#starts[line - 1]
    if (start === undefined) return ''
    return this.text.slice(start, (this.#starts[line] ?? this.text.length + 1) - 1)
  }

  /** The options for completion. */
  set options(options) {
    this.#options = options
  }

  /** Shows diagnostics of one line, before those of all lines are known. */
  setDiagnostics(line, diagnostics) {
    if (diagnostics.length) this.#diagnostics.set(line, diagnostics)
    else this.#diagnostics.delete(line)
    this.#draw()
  }

  /** Shows diagnostics at their lines. */
  set diagnostics(diagnostics) {
    this.#diagnostics = new Map()
    for (const one of diagnostics) {
      const others = this.#diagnostics.get(one.line)
      if (others) others.push(one)
      else this.#diagnostics.set(one.line, [one])
    }
    this.#draw()
  }

  /** Highlights lines. */
  mark(lines) {
    this.#marked = new Set(lines)
    this.#draw()
  }

  /** Selects a line and scrolls to it. */
  select(line) {
    const start = this.#starts[line - 1]
    if (start === undefined) return
    this.#text.focus()
    this.#text.setSelectionRange(start, start + this.textOfLine(line).length)
    this.reveal(line)
  }

  /** Scrolls to a line if it is not visible. */
  reveal(line) {
    const top = (line - 1) * lineHeight
    const { scrollTop, clientHeight } = this.#text
    if (top < scrollTop || top + lineHeight > scrollTop + clientHeight - padding) {
      this.#text.scrollTop = Math.max(0, top - clientHeight / 3)
    }
  }

  // MARK: Lines

  #split() {
    const starts = [0]
    const text = (this.#value = this.#text.value)
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
    this.#starts = starts
  }

  /** Moves diagnostics behind the cursor by as many lines as were added there, until the list is converted again. */
  #shift(added) {
    if (!added) return
    const last = this.line - Math.max(0, added)
    const moved = [...this.#diagnostics].flatMap(([line, found]) => {
      if (line <= last) return [[line, found]]
      return line + added > last ? [[line + added, found]] : []
    })
    this.#diagnostics = new Map(moved)
  }

  #lineOf(offset) {
    let [low, high] = [0, this.#starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.#starts[middle] <= offset) low = middle
      else high = middle
    }
    return low + 1
  }

  #lineAt(y) {
    const line = Math.floor((y + this.#text.scrollTop - padding) / lineHeight) + 1
    return line >= 1 && line <= this.#starts.length ? line : undefined
  }

  #draw() {
    const { scrollTop, scrollLeft, clientHeight } = this.#text
    const first = Math.max(0, Math.floor((scrollTop - padding) / lineHeight))
    const last = Math.min(this.#starts.length, first + Math.ceil(clientHeight / lineHeight) + 2)
    const numbers = []
    const lines = []
    for (let line = first + 1; line <= last; line += 1) {
      const found = this.#diagnostics.get(line)
      const outcome = found?.[0].outcome ?? ''
      const marked = this.#marked.has(line) ? ' marked' : ''
      numbers.push(make('span', { class: outcome + marked }, `${found ? '● ' : ''}${line}`))
      lines.push(make('span', { class: `line${marked}` }, ...this.#markedText(this.textOfLine(line), found)))
    }
    this.#numbers.style.minWidth = `${String(this.#starts.length).length + 3}ch`
    this.#numbers.replaceChildren(...numbers)
    this.#marks.replaceChildren(...lines)
    const y = first * lineHeight - scrollTop
    this.#numbers.style.transform = `translateY(${y}px)`
    this.#marks.style.transform = `translate(${-scrollLeft}px, ${y}px)`
  }

  /** Returns a line as transparent text, with its diagnostics underlined and the first message behind it. */
  #markedText(text, diagnostics) {
    const limit = 2000
    if (!diagnostics) return [text.slice(0, limit)]
    // Columns count Unicode scalars.
    const scalars = [...text.slice(0, limit)]
    const [{ column, endColumn, outcome, message }] = diagnostics
    const piece = (from, to) => scalars.slice(from, to).join('')
    return [
      piece(0, column - 1),
      make('span', { class: `underlined ${outcome}` }, piece(column - 1, Math.max(endColumn - 1, column)) || ' '),
      piece(Math.max(endColumn - 1, column)),
      make('span', { class: `message ${outcome}` }, `   ${message}`),
    ]
  }

  // MARK: Completion

  /** Returns the letters of an option's name before the cursor; undefined outside of options. */
  #prefix() {
    const { selectionStart, selectionEnd } = this.#text
    if (selectionStart !== selectionEnd) return undefined
    const before = this.text.slice(this.#starts[this.line - 1], selectionStart)
    if (/^!|#[@$?%]*#/.test(before)) return undefined
    return before.match(/^.*[$,]~?([a-z0-9-]*)$/)?.[1]
  }

  #complete(isAsked = false) {
    const prefix = this.#prefix()
    const isMeant = prefix !== undefined && (isAsked || prefix.length > 0)
    this.#choices = isMeant ? this.#options.filter((one) => one.name.startsWith(prefix)) : []
    // A complete name needs no choice: the key Enter then ends the line.
    if (!this.#choices.length || this.#choices.some((one) => one.name === prefix)) return this.#close()
    this.#choice = 0
    const line = this.line
    this.#characterWidth ??= this.#measuredWidth()
    const column = this.#text.selectionStart - this.#starts[line - 1] - prefix.length
    const width = this.#text.clientWidth
    const left = this.#numbers.offsetWidth + padding + column * this.#characterWidth - this.#text.scrollLeft
    this.#list.style.left = `${Math.max(0, Math.min(left, this.#numbers.offsetWidth + width - 240))}px`
    this.#list.style.top = `${line * lineHeight + padding - this.#text.scrollTop}px`
    this.#list.hidden = false
    this.#drawChoices()
  }

  /** Returns the width of a character. */
  #measuredWidth() {
    const sample = make('span', {}, 'x'.repeat(100))
    this.#marks.append(sample)
    const { width } = sample.getBoundingClientRect()
    sample.remove()
    return width / 100
  }

  #drawChoices() {
    this.#list.replaceChildren(
      ...this.#choices.slice(0, 100).map((one, index) => {
        const item = make(
          'li', { id: `completion-${index}`, 'aria-selected': String(index === this.#choice) },
          make('code', {}, one.name + (one.hasValue ? '=' : '')), make('small', {}, ` ${one.meaning}`))
        item.setAttribute('role', 'option')
        item.addEventListener('pointerdown', (event) => {
          event.preventDefault()
          this.#choice = index
          this.#accept()
        })
        return item
      }),
    )
    this.#text.setAttribute('aria-activedescendant', `completion-${this.#choice}`)
    this.#list.children[this.#choice]?.scrollIntoView({ block: 'nearest' })
  }

  #close() {
    if (this.#list.hidden) return
    this.#list.hidden = true
    this.#text.removeAttribute('aria-activedescendant')
  }

  #accept() {
    const one = this.#choices[this.#choice]
    const prefix = this.#prefix() ?? ''
    this.#close()
    const added = one.name.slice(prefix.length) + (one.hasValue ? '=' : '')
    // Unlike setRangeText, this can be undone by the user.
    if (!document.execCommand('insertText', false, added)) {
      const at = this.#text.selectionStart
      this.#text.setRangeText(added, at, at, 'end')
      this.#text.dispatchEvent(new Event('input'))
    }
    this.#close()
  }

  #key(event) {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault()
      return this.#complete(true)
    }
    if (this.#list.hidden) return
    const count = Math.min(this.#choices.length, 100)
    switch (event.key) {
      case 'ArrowDown': this.#choice = (this.#choice + 1) % count; break
      case 'ArrowUp': this.#choice = (this.#choice + count - 1) % count; break
      case 'Enter':
        event.preventDefault()
        return this.#accept()
      case 'Escape': this.#close(); break
      default: return
    }
    event.preventDefault()
    if (!this.#list.hidden) this.#drawChoices()
  }
}
