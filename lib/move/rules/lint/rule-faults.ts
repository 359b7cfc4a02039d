import { splitCompiled } from '../compile.ts'
import { type Attempt, firstMatch, type RuleTable } from '../follow-rules.ts'
import { destinationFindings } from './destination-faults.ts'
import { ANY_HOST, hostsOfRow, type LintFinding, type WrittenRow } from './findings.ts'
import { hostFindings } from './host-faults.ts'

export interface LintedFile {
  readonly table: RuleTable
  readonly to: string | undefined
}

/** Returns the findings that do not depend on the addresses of a site. */
export function ruleFindings(row: WrittenRow, { table, to }: LintedFile, attempt: Attempt): LintFinding[] {
  return [
    ...hostFindings(row),
    ...statusFindings(row),
    ...sourceFindings(row),
    ...(attempt(row.name, () => destinationFindings(row, to)) ?? []),
    ...missFindings(row, table, attempt),
  ]
}

function statusFindings({ name, status }: WrittenRow): LintFinding[] {
  if (status === 301 || status === 308) return []
  const message = `answers ${status}, which is not permanent: write "permanent": true for 308, or "statusCode": 301`
  return [{ kind: 'temporary', severity: 'error', rule: name, message }]
}

/** Finds a source without a slash at its start, because it captures the slash of the path. */
function sourceFindings({ name, written: { rule, compiled } }: WrittenRow): LintFinding[] {
  if (/^\^(?:\(\?:)?\//.test(compiled.compiled)) return []
  const message = `has the source "${rule.source}", which captures the first slash too, so "/a" becomes "//a": write "/${rule.source}"`
  return [{ kind: 'no_leading_slash', severity: 'error', rule: name, message }]
}

/** Finds a rule that seems meant for every path with its literal start, but misses some. */
function missFindings(row: WrittenRow, table: RuleTable, attempt: Attempt): LintFinding[] {
  if (row.only !== undefined) return []
  const { compiled, regexp } = row.written.compiled
  const start = splitCompiled(compiled).literal.replace(/\/$/, '')
  const missed = attempt(row.name, () => {
    const matchesAll = regexp.test(`${start}/a`) && regexp.test(`${start}/a/b`)
    const needed = [start || '/', ...(start ? [`${start}/`] : []), `${start}/a/`, `${start}/a/b/`]
    return matchesAll ? needed.filter(path => !regexp.test(path)) : []
  })
  const host = hostsOfRow(row)[0] ?? ANY_HOST
  return (missed ?? []).map(path => {
    const other = firstMatch(table, new URL(`https://${host}${path}`), attempt)
    return {
      kind: path === (start || '/') ? 'misses_root' : 'misses_trailing_slash',
      severity: other ? 'note' : 'error',
      rule: row.name,
      message: other
        ? `does not match "${path}"; ${other.row.name} matches it`
        : `does not match "${path}", and no other rule does: write "${start}/(.*)" instead of "${row.written.rule.source}"`,
    }
  })
}
