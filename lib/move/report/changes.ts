import { addressKey } from '../visit/address-key.ts'
import { CAUSE_NAMES, type CauseName } from './cause-names.ts'
import type { ReportedFinding } from './reported-finding.ts'

/** The findings that prevent a check from passing. Those of one kind about one address count once. */
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
        open.set(cause, keys.add(`${phrase.id} ${addressKey(url)}`))
      }
    },
    of: cause => open.get(cause) ?? new Set(),
  }
}

export interface Change {
  readonly cause: CauseName
  readonly added: number
  readonly gone: number
  /** The number of findings in the later check. */
  readonly left: number
}

/** Returns the changes by cause, first those with more findings in the later check. */
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

function lacking(keys: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...keys].filter(key => !others.has(key)).length
}
