/** A target: the WebKit versions that the output is for. */
export type Target =
  | 'any'
  | 'safari-16.4'
  | 'safari-17'
  | 'safari-18'
  | 'safari-18.6'
  | 'safari-26'
  | 'safari-26.4'
  | 'safari-27'
  | 'webkitgtk-2.44'
  | 'webkitgtk-2.46'
  | 'webkitgtk-2.48'
  | 'webkitgtk-2.50'
  | 'webkitgtk-2.52'
  | 'webkitgtk-2.54'
  | 'safari'
  | 'safari-16'
  | 'webkitgtk'

/** A text, or its bytes in UTF-8. */
export type Text = string | Uint8Array

/** A list. Its name is in diagnostics and verdicts. */
export type Source = Text | { name?: string; text: Text }

export interface ConvertOptions {
  /** The default is `any`. docs/reference/targets.md lists the others. */
  target?: Target
  /** Whether to write network filters and cosmetic filters into two rule lists. */
  split?: boolean
  prefer?: 'auto' | 'compile' | 'size'
  domainScope?: 'page' | 'frame'
  genericHiding?: 'everywhere' | 'pages' | 'scripted'
  dialect?: 'auto' | 'abp' | 'ublock' | 'adguard' | 'hosts'
  /** Names that are true in `!#if`, in addition to `env_safari`. */
  define?: string[]
  /** A program whose names are true in `!#if`. */
  platform?: 'adguard_ext_safari' | 'adguard_app_ios' | 'ext_ubol'
  maxRules?: number
  maxBytes?: number
  /**
   * The texts that are accepted as lists. The default is `lists`; `typed-filters` also accepts single words and prose,
   * and `anything` reads any text. Other texts throw `foreign-text`.
   */
  accepts?: 'non-empty-lists' | 'lists' | 'typed-filters' | 'anything'
  onLimit?: 'stop' | 'truncate'
  /** Whether the result has a source map. */
  sourceMap?: boolean
  /** Whether the result has rules of a web extension for the filters that change requests, such as `removeparam`. */
  requestChanges?: boolean
  /** The number of the most expensive filters in `pageCost`. Without it, no costs are estimated. */
  costs?: number
}

export interface RuleList {
  part: 'all' | 'network' | 'cosmetic'
  /** The number of rules. */
  rules: number
  form: 'compile' | 'size'
  /** The JSON as text, decoded on each use. */
  readonly json: string
  /** The JSON in UTF-8. */
  bytes: Uint8Array
  pageCost?: PageCost
}

export interface PageCost {
  selectors: { classes: number; ids: number; others: number }
  unsharedSelectors: number
  automata: number
  sitesByCondition: number
  microsecondsPerDocument: number
  microsecondsPerRequest: number
  mostExpensive?: object[]
}

export type Outcome = 'approximated' | 'needsScript' | 'unsupported'

/** A finding about a filter that is not converted exactly. Lines and columns count from 1, columns in Unicode scalars. */
export interface Diagnostic {
  file: string
  line: number
  column: number
  endColumn: number
  outcome: Outcome
  /** The stable id of the reason. docs/reference/reasons.md explains it. */
  reason: string
  message: string
  filter: string
}

export interface Summary {
  lists: { file: string; kind: string; dialect: string }[]
  lines: number
  filters: number
  converted: number
  approximated: number
  needsScript: number
  unsupported: number
  reasons: { outcome: Outcome; reason: string; count: number }[]
  notes: { note: string; filters: number }[]
}

/** The filters of each rule. docs/guide/source-map.md describes the format. */
export interface SourceMap {
  version: 1
  sources: { name: string; filters: number }[]
  lines: number[]
  texts: string[]
  lists: { part: string; fingerprint: string; sizes: number[]; origins: number[]; limits: number[] }[]
}

export interface ConvertResult {
  /** One list, or with `split` the network list and the cosmetic list. */
  lists: RuleList[]
  diagnostics: Diagnostic[]
  summary: Summary
  sourceMap?: SourceMap
  /** The rules that change requests. docs/reference/request-changes.md describes them; redirects need files and are not among them. */
  requestChanges?: RequestChanges
}

export interface RequestChanges {
  /** The number of filters that the rules apply. */
  filters: number
  /** Rules for `declarativeNetRequest`. */
  rules: { id: number; priority: number; action: object; condition: object }[]
}

export interface CheckOptions {
  target?: Target
  maxFindings?: number
  maxRules?: number
  maxBytes?: number
}

export interface CheckFinding {
  line: number
  column: number
  endColumn: number
  /** The place in bytes. */
  offset: number
  length: number
  /** The index of the rule, from 0. */
  rule?: number
  severity: 'error' | 'warning' | 'note'
  reason: string
  message: string
  webkit?: string
  help?: string
}

export interface CheckResult {
  findings: CheckFinding[]
  summary: {
    rules: number
    bytes: number
    errors: number
    warnings: number
    notes: number
    omitted: number
    accepted: boolean
    pageCost: PageCost
  }
}

export interface Request {
  url?: string
  page?: string
  frame?: string
  /** The kind of request, such as `script`. Without it, the kind is guessed from the URL. */
  type?: string
}

export interface MatchedFilter {
  file: string
  line: number
  text: string
}

export interface MatchedRule {
  list: string
  rule: number
  action: string
  filters?: MatchedFilter[]
  filterCount?: number
  limits?: MatchedFilter[]
  /** The rule that overrides this one. */
  by?: number
  byFilters?: MatchedFilter[]
  selectorCount?: number
}

/** docs/guide/match.md describes the keys. */
export interface Verdict {
  url: string
  page: string
  type: string
  decision: 'blocked' | 'allowed'
  guessedType?: boolean
  blocksCookies?: boolean
  upgraded?: boolean
  hides?: number
  rules: MatchedRule[]
  overridden: MatchedRule[]
  exceptions?: MatchedRule[]
  /** The filters that would hide elements without exceptions in the conditions of their rules. */
  excepted?: { list: string; rule: number; filters?: MatchedFilter[]; exceptions?: MatchedFilter[] }[]
}

export interface Explanation {
  filter: string
  parts: { name: string; text: string }[]
  outcome?: 'converted' | Outcome
  findings?: Diagnostic[]
  notes?: string[]
  rules?: object[]
}

/** Names for an editor. */
export interface Vocabulary {
  targets: Target[]
  dialects: string[]
  /** The kinds of requests. */
  types: string[]
  options: { name: string; meaning: string; hasValue?: boolean; isNegatable?: boolean }[]
}

/** An error in the arguments. */
export class SluiceError extends Error {
  code: string
  /** The argument, such as `options.target`. */
  path?: string
  /** The list, and the place in it. */
  file?: string
  line?: number
  column?: number
}

export class Sluice {
  constructor(module: WebAssembly.Module)
  readonly usedBytes: number
  convert(sources: Source | Source[], options?: ConvertOptions): ConvertResult
  check(json: Text, options?: CheckOptions): CheckResult
  match(lists: Source | Source[], requests: Request[], options?: ConvertOptions): Verdict[]
  explain(filter: Text, options?: ConvertOptions): Explanation
  vocabulary(): Vocabulary
}

export interface SluiceWorker {
  convert(sources: Source | Source[], options?: ConvertOptions): Promise<ConvertResult>
  check(json: Text, options?: CheckOptions): Promise<CheckResult>
  match(lists: Source | Source[], requests: Request[], options?: ConvertOptions): Promise<Verdict[]>
  explain(filter: Text, options?: ConvertOptions): Promise<Explanation>
  vocabulary(): Promise<Vocabulary>
  terminate(): void
}

export type ModuleSource = string | URL | Response | BufferSource | WebAssembly.Module | Promise<Response>

export function load(source?: ModuleSource): Promise<Sluice>
/** Compiles the module, which can be sent to workers that load it. */
export function compile(source?: ModuleSource): Promise<WebAssembly.Module>
/** Returns the filters of each rule: for each list of a source map, an array with the filters of its rules. */
export function filtersOfRules(sourceMap: SourceMap): MatchedFilter[][][]
export function loadInWorker(worker?: Worker): SluiceWorker
