/**
 * Removes the marks of emphasis and strikethrough, which a viewer does not show (CommonMark 0.31.2, section 6.2). The
 * limits on the search in the standard's appendix keep the time linear in the number of marks. Pure.
 */

export interface Run {
  /** The marks of the run that a viewer shows. */
  text: string
  readonly mark: string
  /** The number of marks before any mark was paired. */
  readonly size: number
  readonly opens: boolean
  readonly closes: boolean
}

/** Returns the run. The characters around it decide whether it may open or close emphasis. */
export function runOf(line: string, at: number, run: string): Run {
  const before = kindOf(characterBefore(line, at))
  const after = kindOf(line.codePointAt(at + run.length))
  const left = after !== 'space' && (after === 'word' || before !== 'word')
  const right = before !== 'space' && (before === 'word' || after !== 'word')
  const mark = run[0] ?? ''
  const word = mark === '_'
  return {
    text: run,
    mark,
    size: run.length,
    opens: left && (!word || !right || before === 'sign'),
    closes: right && (!word || !left || after === 'sign'),
  }
}

interface Opener {
  readonly run: Run
  readonly order: number
}

/** @param runs the runs of one line, in order */
export function removePairs(runs: Iterable<Run>): void {
  const openers: Opener[] = []
  /** For each kind of closer, the lowest order of an opener that can still fit. */
  const bottoms = new Map<string, number>()
  let order = 0
  for (const run of runs) {
    if (run.closes) close(run, { openers, bottoms, order })
    if (run.opens && run.text !== '') openers.push({ run, order })
    order++
  }
}

function close(
  run: Run,
  { openers, bottoms, order }: { openers: Opener[]; bottoms: Map<string, number>; order: number },
): void {
  const kind = `${run.mark}${run.opens} ${run.size % 3}`
  while (run.text !== '') {
    const at = nearest(openers, run, bottoms.get(kind) ?? 0)
    const opener = openers[at]?.run
    if (!opener) return void bottoms.set(kind, order)
    const length = opener.text.length > 1 && run.text.length > 1 ? 2 : 1
    opener.text = opener.text.slice(length)
    run.text = run.text.slice(length)
    // the runs between the two can no longer open anything
    openers.length = opener.text === '' ? at : at + 1
  }
}

function nearest(openers: readonly Opener[], run: Run, bottom: number): number {
  for (let at = openers.length - 1; at >= 0; at--) {
    const opener = openers[at]
    if (!opener || opener.order < bottom) return -1
    if (fits(opener.run, run)) return at
  }
  return -1
}

/** Rules 9 and 10 of CommonMark's section 6.2. */
function fits(opener: Run, closer: Run): boolean {
  if (opener.mark !== closer.mark) return false
  if (!opener.closes && !closer.opens) return true
  const [one, other] = [opener.size, closer.size]
  return (one + other) % 3 !== 0 || (one % 3 === 0 && other % 3 === 0)
}

function characterBefore(line: string, at: number): number | undefined {
  const last = line.charCodeAt(at - 1)
  return last >= 0xdc00 && last <= 0xdfff ? line.codePointAt(at - 2) : line.codePointAt(at - 1)
}

/** Returns the kind of a character. The ends of a line count as spaces. */
function kindOf(code = 0x20): 'space' | 'sign' | 'word' {
  return code < ASCII_KINDS.length ? (ASCII_KINDS[code] ?? 'word') : kindOfText(String.fromCodePoint(code))
}

function kindOfText(character: string): 'space' | 'sign' | 'word' {
  if (/\s/u.test(character)) return 'space'
  return /[\p{P}\p{S}]/u.test(character) ? 'sign' : 'word'
}

// this is a table, because the patterns would take most of the time in a long text with many marks
const ASCII_KINDS = Array.from({ length: 128 }, (_, code) => kindOfText(String.fromCodePoint(code)))
