/** Compares the findings of a check with those of the check before it. */
import { CAUSE_NAMES, type CauseName } from './cause-names.ts'
import type { ReportedFinding } from './reported-finding.ts'

/** The findings that keep a check from passing. An address counts once for each kind of finding. */
export interface OpenFindings {
  add(findings: readonly ReportedFinding[]): void
  of(cause: CauseName): ReadonlySet<string>
}

export function createOpenFindings(): OpenFindings {
  const open = new Map<CauseName, Set<string>>()
  return {
    add(findings) {
      for (const { cause, verdict, url, phrase } of findings) {
        if (verdict !== 'failed' && verdict !== 'unknown') continue
        const keys = open.get(cause) ?? new Set()
        open.set(cause, keys.add(`${phrase.id} ${url}`))
      }
    },
    of: cause => open.get(cause) ?? new Set(),
  }
}

/** The numbers of findings of one cause. */
export interface Change {
  readonly cause: CauseName
  /** Those that only the later check has. */
  readonly added: number
  /** Those that only the check before it had. */
  readonly gone: number
  /** All of the later check. */
  readonly left: number
}

/** Returns a row for each cause that one of the two checks has, the one with the most findings left first. */
export function changesBetween(before: OpenFindings, now: OpenFindings): Change[] {
  return CAUSE_NAMES.map(cause => ({
    cause,
    added: lacking(now.of(cause), before.of(cause)),
    gone: lacking(before.of(cause), now.of(cause)),
    left: now.of(cause).size,
  }))
    .filter(({ gone, left }) => gone + left > 0)
    .toSorted((one, other) => other.left - one.left)
}

/** Returns how many of `keys` the other set lacks. */
function lacking(keys: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...keys].filter(key => !others.has(key)).length
}
