import { type CompiledRedirect, splitCompiled, unescaped } from '../compile.ts'
import { anyAddress, type CompiledCondition } from '../conditions.ts'
import type { Attempt } from '../follow-rules.ts'
import type { LintFinding, WrittenRow } from './findings.ts'

interface Reach {
  readonly row: WrittenRow
  /** The row's place among all written rows. */
  readonly at: number
  /** The text before a `(.*)` at the end of the source; undefined for another form. */
  readonly catchAll: string | undefined
  readonly start: string
}

/** Finds rules that are never reached, because an earlier rule matches everything that they match. */
export function createReachFindings(rows: readonly WrittenRow[], attempt: Attempt) {
  const reaches = rows.map(reachOf)
  const same = Map.groupBy(reaches, ({ row }) => row.written.compiled.compiled)
  const open = reaches.filter(({ row }) => row.only === undefined)
  const catchAlls = open.filter(({ catchAll }) => catchAll !== undefined)
  return (at: number): LintFinding[] => {
    const second = reaches[at]
    if (!second) return []
    const sources = same.get(second.row.written.compiled.compiled) ?? []
    const others = second.row.only === undefined ? catchAlls : open
    const covering = [sources, others].flatMap(
      firsts => firsts.find(first => first.at >= at || covers(first, second, attempt)) ?? [],
    )
    const [cover] = covering.filter(first => first.at < at).toSorted((one, other) => one.at - other.at)
    if (!cover) return []
    const message = `is never reached: ${cover.row.name} ("${cover.row.written.rule.source}") matches everything that it could`
    return [{ kind: 'unreachable', severity: 'warning', rule: second.row.name, message }]
  }
}

function reachOf(row: WrittenRow, at: number): Reach {
  const { compiled } = row.written
  const { literal, rest } = splitCompiled(compiled.compiled)
  return {
    row,
    at,
    catchAll: startOfCatchAll(literal, rest),
    start: guaranteedStart(compiled, literal, rest),
  }
}

/** Whether `first` matches everything that `second` matches; false also if this is unknown. */
function covers(first: Reach, second: Reach, attempt: Attempt): boolean {
  return (
    coversPaths(first, second, attempt) &&
    first.row.missing.every(condition => second.row.missing.some(other => condition.key === other.key)) &&
    (attempt(first.row.name, () => coversConditions(first, second)) ?? false)
  )
}

function coversConditions(first: Reach, second: Reach): boolean {
  return first.row.has.every(condition => second.row.has.some(other => impliedBy(condition, other)))
}

function coversPaths(first: Reach, second: Reach, attempt: Attempt): boolean {
  const [one, other] = [first.row.written.compiled, second.row.written.compiled]
  if (one.compiled === other.compiled) return true
  const { only } = second.row
  if (only !== undefined) {
    if (!only.startsWith(first.row.start) || !only.includes(first.row.part)) return false
    return attempt(first.row.name, () => one.regexp.test(only)) ?? false
  }
  return first.catchAll !== undefined && second.start.startsWith(first.catchAll)
}

function impliedBy(condition: CompiledCondition, other: CompiledCondition): boolean {
  if (condition.key === other.key) return true
  const [host] = other.hosts
  if (condition.type !== 'host' || host === undefined || !condition.mayHoldOn(host)) return false
  return condition.match(anyAddress(host)) !== undefined
}

function startOfCatchAll(literal: string, rest: string): string | undefined {
  const catchAll = /^(?:\(\.\*\)|\(\?:((?:\\.|[^\\()])*)\(\.\*\)\))\$$/s.exec(rest)
  return catchAll ? `${literal}${unescaped(catchAll[1] ?? '')}` : undefined
}

/** Returns the start of every match: the literal start, and the text before the first parameter's value. */
function guaranteedStart({ parameters: [first] }: CompiledRedirect, literal: string, rest: string): string {
  const prefix = /^\(\?:((?:\\.|[^\\()])*)\(/s.exec(rest)?.[1] ?? ''
  return first?.optional ? literal : `${literal}${unescaped(prefix)}`
}
