import type { RuleRow } from '../follow-rules.ts'

export type LintKind =
  | 'invalid_rule'
  | 'misses_root'
  | 'misses_trailing_slash'
  | 'no_host_condition'
  | 'impossible_host'
  | 'mistyped_host'
  | 'hosts_assumed'
  | 'host_without_rule'
  | 'temporary'
  | 'loses_path'
  | 'other_path'
  | 'double_slash'
  | 'fragment'
  | 'port'
  | 'unknown_group'
  | 'no_leading_slash'
  | 'raw_source'
  | 'other_spelling'
  | 'relative_destination'
  | 'other_host'
  | 'http_destination'
  | 'unreachable'
  | 'loop'
  | 'chain'
  | 'uncaught'
  | 'slow_rule'
  | 'not_finished'
  | 'not_read'

export interface LintFinding {
  readonly kind: LintKind
  /** The severity; the exit status ignores a note, which needs no action. */
  readonly severity: 'error' | 'warning' | 'note'
  /** The rule, such as `redirects[0]`. */
  readonly rule?: string
  readonly url?: string
  readonly message: string
}

/** The host to try if neither a rule nor the person names one. */
export const ANY_HOST = 'any-host.invalid'

export type WrittenRow = RuleRow & { readonly written: NonNullable<RuleRow['written']> }

export function isWritten(row: RuleRow): row is WrittenRow {
  return row.written !== undefined
}

/** Returns the hosts of a row's first host condition; few rows have several. */
export function hostsOfRow({ has }: RuleRow): readonly string[] {
  return has.find(({ hosts }) => hosts.length > 0)?.hosts ?? []
}

export function hasHostCondition({ has }: RuleRow): boolean {
  return has.some(({ type }) => type === 'host')
}
