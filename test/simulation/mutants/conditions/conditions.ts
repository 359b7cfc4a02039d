/**
 * Finds every condition of a source, and makes the source without it: an `if` that never holds, a removed operand of
 * `&&` or `||`, a choice of `? :` that is fixed, or a removed call of a `refuse…` function. It understands as much of
 * the language as formatted code needs: comments, quotes and brackets.
 */

/** A condition, and the text that replaces it when it is removed. */
export interface Condition {
  readonly start: number
  readonly end: number
  readonly without: string
}

const OPENING = '([{'
const CLOSING = ')]}'
/** Matches the text at which an operand ends, to its left and to its right. */
const BEFORE = /(?:&&|\|\||[^=!<>]=|\breturn|\bthrow|\?|[,:;({[]|=>|\.\.\.)\s$|(?:\.\.\.\(|\(|!\()$/
const AFTER = /^\s*(?:&&|\|\||\?\s|[,;)\]}]|\n\s*[^&|?\s])/

export function conditionsOf(source: string): Condition[] {
  const code = blanked(source)
  return [...ifs(code), ...operands(code), ...choices(code), ...refusals(code)].sort(
    (one, other) => one.start - other.start || one.end - other.end,
  )
}

/**
 * Returns the source with blanks in place of comments and of the insides of texts, so that all offsets stay the same.
 */
function blanked(source: string): string {
  const texts = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g
  return source.replace(texts, text => text.replace(/[^\n]/g, '"'))
}

function ifs(code: string): Condition[] {
  return [...code.matchAll(/\bif \(/g)].map(({ index }) => {
    const start = index + 'if ('.length
    return { start, end: closingOf(code, start), without: 'false as boolean' }
  })
}

/** Returns a condition for each operand; the removal takes its operator too. */
function operands(code: string): Condition[] {
  return [...code.matchAll(/ (?:&&|\|\|) /g)].flatMap(({ index, 0: operator }) => {
    const [left, right] = [startOf(code, index), endOf(code, index + operator.length)]
    const isFirst = !/(?:&&|\|\|) $/.test(code.slice(0, left))
    return [
      ...(isFirst ? [{ start: left, end: index + operator.length, without: '' }] : []),
      { start: index, end: right, without: '' },
    ]
  })
}

function choices(code: string): Condition[] {
  return [...code.matchAll(/\s+\? /g)].flatMap(({ index }) => {
    let start = startOf(code, index)
    for (let joined = /(?:&&|\|\|) $/.exec(code.slice(0, start)); joined; )
      [start, joined] = [startOf(code, joined.index - 1), null]
    return ['(true as boolean)', '(false as boolean)'].map(without => ({ start, end: index, without }))
  })
}

function refusals(code: string): Condition[] {
  return [...code.matchAll(/^ *(?:if \(current\) )?(refuse\w+\()/gm)].map(match => {
    const start = match.index + match[0].length - (match[1] ?? '').length
    return { start, end: closingOf(code, match.index + match[0].length) + 1, without: 'void 0' }
  })
}

/** Returns the offset at which the bracket that is open at `from` closes. */
function closingOf(code: string, from: number): number {
  for (let [at, depth] = [from, 0]; at < code.length; at++) {
    if (OPENING.includes(code[at] ?? '')) depth += 1
    if (CLOSING.includes(code[at] ?? '') && depth-- === 0) return at
  }
  return code.length
}

function startOf(code: string, to: number): number {
  for (let [at, depth] = [to, 0]; at > 0; at--) {
    const character = code[at - 1] ?? ''
    if (CLOSING.includes(character)) depth += 1
    if (depth === 0 && BEFORE.test(code.slice(Math.max(0, at - 10), at))) return at
    if (OPENING.includes(character)) depth -= 1
  }
  return 0
}

function endOf(code: string, from: number): number {
  for (let [at, depth] = [from, 0]; at < code.length; at++) {
    if (depth === 0 && AFTER.test(code.slice(at, at + 40))) return at
    if (OPENING.includes(code[at] ?? '')) depth += 1
    if (CLOSING.includes(code[at] ?? '')) depth -= 1
  }
  return code.length
}
