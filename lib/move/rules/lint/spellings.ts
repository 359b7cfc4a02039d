/** Spellings of sources: the host compares letter by letter, and browsers escape letters above ASCII, in capitals. */
import { addressKey, pathKey } from '../../visit/address-key.ts'
import {
  type Attempt,
  createTable,
  firstMatch,
  type RuleRow,
  type RuleTrail,
  writtenRow,
} from '../follow-rules.ts'
import type { RedirectRule } from '../hosting-configuration.ts'
import { escapedSource, isRaw } from './escaped-source.ts'
import { isWritten, type LintFinding, type WrittenRow } from './findings.ts'
import type { Trial } from './trial.ts'

/** Finds raw letters; each finding has the text to paste. */
export function rawSourceFindings({ source }: RedirectRule, index: number): LintFinding[] {
  const letters = withLetters(source)
  if (!isRaw(letters)) return []
  const message = `has the source "${source}" in raw letters, which match nothing, because the host compares the escaped path: write "${escapedSource(letters)}"`
  return [{ kind: 'raw_source', severity: 'error', rule: `redirects[${index}]`, message }]
}

/** Replaces `\u` escapes in expressions by letters; outside of an expression, `\u` is the letter u. */
function withLetters(source: string): string {
  const at = source.indexOf('(')
  const escaped = /(?<!\\)\\u(?!00[0-7])([0-9a-f]{4})/gi
  const letter = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16))
  return at < 0 ? source : source.slice(0, at) + source.slice(at).replace(escaped, letter)
}

export type FindSpellings = (url: URL, trail: RuleTrail) => LintFinding[]

interface Spelled {
  readonly row: WrittenRow
  readonly normal: RuleRow
  readonly sourceKey: string
}

export function createSpellingFindings(
  written: readonly WrittenRow[],
  { attempt, each }: Pick<Trial, 'attempt' | 'each'>,
): FindSpellings {
  const spelled = new Map(each(written, row => [spelledRow(row, attempt)]).map(one => [one.normal, one]))
  const all = createTable([...spelled.keys()], attempt)
  const unusual = createTable(
    [...spelled.values()].flatMap(({ row, normal }) => (row === normal ? [] : [normal])),
    attempt,
  )
  return (url, trail) => {
    const normalUrl = new URL(url)
    normalUrl.pathname = pathKey(url.pathname)
    const table = normalUrl.pathname === url.pathname ? unusual : all
    return table.forAddress(normalUrl).flatMap(normal => {
      const one = spelled.get(normal)
      const step = one && firstMatch(only(normal), normalUrl, attempt)
      if (!step || firstMatch(only(one.row), url, attempt)) return []
      return lossFindings(one, { url, location: step.location }, trail)
    })
  }
}

function spelledRow(row: WrittenRow, attempt: Attempt): Spelled {
  const { rule, index } = row.written
  const key = sourceKey(rule.source)
  const compile = () => (key === rule.source ? row : writtenRow({ ...rule, source: key }, index))
  return { row, sourceKey: key, normal: attempt(row.name, compile) ?? row }
}

/** Returns the source as `pathKey` spells it. Parameters and expressions stay as they are. */
function sourceKey(source: string): string {
  return escapedSource(source).replace(/%[0-9a-f]{2}/gi, escaped => pathKey(`/${escaped}`).slice(1))
}

function only(row: RuleRow) {
  return { rows: [row], forAddress: () => [row] }
}

function lossFindings(
  { row, sourceKey: key }: Spelled,
  { url, location }: { url: URL; location: string },
  { steps: [first] }: RuleTrail,
): LintFinding[] {
  const winner = first && isWritten(first.row) ? first.row.written : undefined
  // an earlier rule that matches other addresses too would win in any spelling of this source
  if (winner && winner.index < row.written.index && sourceKey(winner.rule.source) !== key) return []
  const isCaught = first !== undefined && addressKey(first.location) === addressKey(location)
  const { pathname, href } = url
  const source = pathname.replace(/[\\*+?(){}:]/g, '\\$&')
  const rest = isCaught ? `; ${first.row.name} catches it` : `: add a rule with the source "${source}"`
  const message = `loses ${pathname}, which is its source "${row.written.rule.source}" in another spelling${rest}`
  return [
    { kind: 'other_spelling', severity: isCaught ? 'note' : 'error', rule: row.name, url: href, message },
  ]
}
