/**
 * Escapes the letters of a source, because the host compares the escapes that browsers send, such as `%E6`. One letter
 * becomes several characters, so a repeated letter becomes a group, and a set of letters the alternatives of its
 * escapes.
 */

const RAW = /[^\p{ASCII}]/u

/** Whether the source has letters above ASCII. No path has them, because browsers escape them. */
export function isRaw(source: string): boolean {
  return RAW.test(source)
}

const OUTSIDE = /\\.|./suy
const IN_EXPRESSION = /\\.|\[(?:\\.|[^\]\\])*\]|./suy

/** The result matches the escaped form of each path that `source` matches in raw letters. */
export function escapedSource(source: string): string {
  const text = source.toWellFormed()
  let [at, depth, escaped] = [0, 0, '']
  while (at < text.length) {
    const token = tokenAt(text, at, depth > 0 ? IN_EXPRESSION : OUTSIDE)
    at += token.length
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    escaped += depth > 0 ? inExpression(token, text.charAt(at)) : encoded(token)
  }
  return escaped
}

function inExpression(token: string, next: string): string {
  if (!isRaw(token)) return token
  if (token.startsWith('[')) return alternativesOf(token)
  return next !== '' && '*+?{'.includes(next) ? `(?:${encoded(token)})` : encoded(token)
}

function tokenAt(text: string, at: number, tokens: RegExp): string {
  tokens.lastIndex = at
  return tokens.exec(text)?.[0] ?? ''
}

function encoded(text: string): string {
  return text.replace(/[^\p{ASCII}]+/gu, encodeURIComponent)
}

/** A range of code points, both ends included. */
type Range = readonly [low: number, high: number]

/** An expression for one escaped letter of a set such as `[a-zあ-ん]` or `[^日]`. */
function alternativesOf(set: string): string {
  const isNegated = set.startsWith('[^')
  const { ascii, ranges } = membersOf(set.slice(isNegated ? 2 : 1, -1))
  const letters = ranges.flatMap(byLength).map(([low, high]) => between(hex(low), hex(high)))
  if (isNegated)
    return `(?:(?!${letters.join('|')})(?:[^${ascii}%]|%[0-7][0-9A-F]|%[C-F][0-9A-F](?:%[89AB][0-9A-F])+))`
  return `(?:${[...(ascii === '' ? [] : [`[${ascii}]`]), ...letters].join('|')})`
}

/** Returns the set's ASCII members in the syntax of a set, and its ranges above ASCII. */
function membersOf(inner: string): { ascii: string; ranges: Range[] } {
  const ranges: Range[] = []
  const ascii = inner.replace(/(\\.|.)(?:-(\\.|.))?/gsu, (written, first: string, last = first) => {
    if (!isRaw(written)) return written.replace(/^[\^-]/, '\\$&')
    ranges.push(...rawOf(first, last))
    if (!isRaw(first)) return isClass(first) ? `${first}\\-` : `${first}-\\x7F`
    return isRaw(last) ? '' : `\\-${last}`
  })
  return { ascii, ranges }
}

/** Returns the ranges above ASCII of a member; at least one of its ends is above ASCII. */
function rawOf(first: string, last: string): Range[] {
  const single = (member: string): Range => [codeOf(member), codeOf(member)]
  if (isClass(first) || isClass(last)) return [first, last].filter(isRaw).map(single)
  return [[isRaw(first) ? codeOf(first) : 0x80, codeOf(isRaw(last) ? last : first)]]
}

/** Whether a member is a class such as `\w`, which cannot end a range: `[\w-日]` has three members. */
function isClass(member: string): boolean {
  return /^\\[dsw]$/i.test(member)
}

function codeOf(member: string): number {
  return member.replace(/^\\/, '').codePointAt(0) ?? 0
}

/** Splits a range into ranges of letters that have equally many bytes in UTF-8. */
function byLength([low, high]: Range): Range[] {
  const parts: Range[] = [
    [0x80, 0x7ff],
    [0x800, 0xffff],
    [0x10000, 0x10ffff],
  ]
  return parts
    .map(([least, most]): Range => [Math.max(low, least), Math.min(high, most)])
    .filter(([from, to]) => from <= to)
}

function hex(code: number): string {
  return Buffer.from(String.fromCodePoint(code)).toString('hex').toUpperCase()
}

const DIGITS = '0123456789ABCDEF'

/** An expression for the digits of `low` to `high` from `at` on; both are equally long. */
function between(low: string, high: string, at = 0): string {
  if (at === low.length) return ''
  const sign = at % 2 === 0 ? '%' : ''
  const [first, last] = [low.charAt(at), high.charAt(at)]
  if (first === last) return `${sign}${first}${between(low, high, at + 1)}`
  const [least, most] = [edge(low, at + 1, '80'), edge(high, at + 1, 'BF')]
  const [isCutLow, isCutHigh] = [least !== low, most !== high]
  const whole = DIGITS.slice(
    DIGITS.indexOf(first) + (isCutLow ? 1 : 0),
    DIGITS.indexOf(last) + (isCutHigh ? 0 : 1),
  )
  const parts = [
    ...(isCutLow ? [`${first}${between(low, edge(low, at + 1, 'BF'), at + 1)}`] : []),
    ...(whole === '' ? [] : [`${oneOf(whole)}${between(least, edge(least, at + 1, 'BF'), at + 1)}`]),
    ...(isCutHigh ? [`${last}${between(edge(high, at + 1, '80'), high, at + 1)}`] : []),
  ]
  return `${sign}${parts.length === 1 ? parts[0] : `(?:${parts.join('|')})`}`
}

function oneOf(digits: string): string {
  if (digits.length === 1) return digits
  return `[${digits.replace(/\d{3,}|[A-F]{3,}/g, run => `${run.at(0)}-${run.at(-1)}`)}]`
}

/** Replaces the digits from `at` on by the lowest (80) or the highest (BF) continuation bytes of UTF-8. */
function edge(digits: string, at: number, byte: '80' | 'BF'): string {
  const filled = Array.from(digits.slice(at), (_, offset) => byte[(at + offset) % 2])
  return `${digits.slice(0, at)}${filled.join('')}`
}
